import {
  BRIEF_FRESH_DAYS,
  BRIEF_MINIMUM,
  BRIEF_SECTIONS,
  BRIEF_TITLES,
  type BriefAbsence,
  type EvidenceExcerpt,
  type Html,
  html,
  isSamplePost,
  type Page,
  providerName,
  SAMPLE_POST,
  type SignalStats,
  STRENGTH_MEANING,
  statementsOf,
  type Timeline,
} from '@pain-signals/contract';
import type { BriefJob } from '../../../accounts/index.ts';
import type { Brief, Freshness, SignalDetail } from '../../../queries/responses.ts';
import {
  countOf,
  formatCount,
  formatGrowth,
  formatKind,
  formatSample,
  formatTime,
  formatWindows,
  rankScoreParts,
} from '../kit/format.ts';
import { formTokenField } from '../kit/forms.ts';
import { drawNotice, drawPage } from '../kit/layout.ts';
import { drawAlertFields, THRESHOLD_HINT } from '../settings/alerts-section.ts';
import { drawTimeline } from './bar-chart.ts';

const drawBrief = ({
  detail,
  formToken,
  brief,
  absence,
  job,
}: SignalPage): Html => html`<section class="card" aria-labelledby="brief">
<h2 id="brief">Opportunity brief</h2>
${job === null ? null : drawJob(job)}
${brief === null ? html`<p>${ABSENCE_TEXTS[absence ?? 'EXPIRED']}</p>` : drawBriefRecord(brief)}
${
  absence === 'TOO_FEW_POSTS' || absence === 'TOO_FEW_ALIKE'
    ? null
    : html`<form method="post" action="/signals/${detail.id}/brief">${formTokenField(formToken)}
<p class="buttons"><button class="plain">${brief === null ? 'Generate brief' : 'Regenerate brief'}</button></p></form>`
}
</section>`;

/** Where posts are too few, generating one would only say so. */
const ABSENCE_TEXTS: Readonly<Record<BriefAbsence, string>> = {
  TOO_FEW_POSTS: `No brief yet: it needs at least ${BRIEF_MINIMUM.posts} posts by ${BRIEF_MINIMUM.authors} people.`,
  TOO_FEW_ALIKE:
    'No brief yet: a brief sums up what several posts say in similar words, and these posts word it too differently. Read them under Evidence.',
  NOT_WRITTEN_YET: 'No brief: they are written for signals mentioned in the last 30 days.',
  EXPIRED: `No brief: the last one expired after ${BRIEF_FRESH_DAYS} days.`,
};

const JOB_MESSAGES: Readonly<Record<BriefJob['state'], string>> = {
  working: 'Writing the brief. This page reloads by itself.',
  done: 'The brief is ready.',
  empty: 'Not enough evidence: a brief needs at least 5 posts by 3 people, and several that report the same thing.',
  failed: 'The brief couldn’t be written. Try again.',
};

const drawJob = ({ state }: BriefJob): Html | null =>
  drawNotice(JOB_MESSAGES[state], state === 'empty' || state === 'failed' ? 'error' : 'done');

const formatWriter = (generatedBy: string): string =>
  generatedBy === 'extractive' ? 'from the posts’ own words' : `by ${generatedBy}`;

const drawBriefRecord = (
  brief: Brief,
): Html => html`<p class="quiet">Written ${formatTime(brief.generatedAt, true)} ${formatWriter(brief.generatedBy)}, valid until ${formatTime(brief.expiresAt)}. Evidence strength ${brief.patternStrength} of 100, based on ${STRENGTH_MEANING}.</p>
${brief.fitWarning === null ? null : html`<p class="notice error">${brief.fitWarning}</p>`}
${BRIEF_SECTIONS.map((name) => drawSection(BRIEF_TITLES[name], brief[name] ?? ''))}
${brief.patternStatement === '' || brief.problem !== '' ? null : html`<p class="quiet">${brief.patternStatement}</p>`}
<details><summary>Evidence cited (${formatCount(brief.evidence.length)})</summary>
<ol class="evidence">${brief.evidence.map(({ excerpt, url, author, provider }) => html`<li><blockquote>${excerpt}</blockquote><p class="quiet">${externalLink(url, providerName(provider))}${author === null ? null : ` · ${author}`}</p></li>`)}</ol></details>`;

const drawSection = (title: string, content: string | readonly string[]): Html | null =>
  typeof content === 'string' ? drawTextSection(title, content) : drawListSection(title, content);

/** Without evidence there is no section. */
function drawTextSection(title: string, text: string): Html | null {
  const [first = '', ...others] = statementsOf(text);
  if (others.length > 0) return drawListSection(title, [first, ...others]);
  return first === '' ? null : html`<h3>${title}</h3><p>${first}</p>`;
}

const drawListSection = (title: string, items: readonly string[]): Html | null =>
  items.length === 0
    ? null
    : html`<h3>${title}</h3>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

export interface SignalPage {
  email: string;
  formToken: string;
  detail: SignalDetail;
  stats: SignalStats;
  timeline: Timeline;
  evidence: Page<EvidenceExcerpt>;
  brief: Brief | null;
  /** Why there is no brief. */
  absence: BriefAbsence | undefined;
  /** The job of a brief that was just ordered. */
  job: BriefJob | null;
  freshness: Freshness;
}

/** The signal as on the Slack card, with its evidence and brief. */
export const drawSignal = (page: SignalPage): string =>
  drawPage({
    title: page.detail.topic,
    email: page.email,
    formToken: page.formToken,
    isChanging: page.job?.state === 'working',
    body: html`<p class="quiet"><a href="/signals">‹ All signals</a></p>
<p class="quiet">${formatSample(page.freshness)}${formatKind(page.detail.macroArea, page.detail.painType)}</p>
<h1>${page.detail.topic}</h1>
<p>${page.detail.summary}</p>
<section class="card" aria-label="Key numbers">
${drawFacts(page.detail)}
${drawTimeline(page.timeline)}
<p class="quiet">Sources: ${page.stats.sourceDistribution.map(({ provider, percent }) => `${providerName(provider)} ${percent}%`).join(', ')}.${drawFreshness(page.freshness)}</p>
</section>
${drawBrief(page)}
${drawAlertForm(page)}
${drawEvidence(page.detail, page.evidence)}`,
  });

/** Alone beside the score, "up by 11" would be about that. */
const headlineTrend = (detail: SignalDetail): string =>
  formatGrowth(detail)
    .replace(/up by [\d,]+$/, '$& mentions')
    .replace(/\p{Ll}/u, (letter) => letter.toUpperCase());

const drawFacts = (detail: SignalDetail): Html => html`<dl class="facts">
<div><dt>Score</dt><dd><b>${formatCount(detail.score)}</b> of 100
<details><summary>Score breakdown</summary><ul class="quiet">${rankScoreParts(detail.scoreParts).map(({ words, percent }) => html`<li>${words}: ${percent} of 100</li>`)}</ul></details></dd></div>
<div><dt>Trend</dt><dd><b>${headlineTrend(detail)}</b>${drawWindows(detail)}</dd></div>
<div><dt>Mentions</dt><dd><b>${formatCount(detail.volume)}</b><br>since ${formatTime(detail.firstSeenAt)}, latest ${formatTime(detail.lastSeenAt)}</dd></div>
<div><dt>Organizations’ repositories</dt><dd>${drawOwners(detail)}</dd></div>
</dl>`;

const drawAlertForm = ({
  detail,
  formToken,
}: SignalPage): Html => html`<details class="card"><summary>Watch this signal</summary>
<form method="post" action="/signals/${detail.id}/alerts">${formTokenField(formToken)}
<div class="inline">${drawAlertFields()}<button>Add watch</button></div>
${THRESHOLD_HINT}
<p class="quiet">This adds it to the watches in your settings, for apps that read them through the API. It sends no message: for one, use <code>/pain watch</code> in Slack.</p>
</form></details>`;

function drawWindows(detail: SignalDetail): Html | null {
  const windows = formatWindows(detail);
  return windows === null ? null : html`<br>${windows}`;
}

function drawOwners({
  topOwnerName: name,
  topOwnerDominancePct: percent,
  uniqueOwnerCount: owners,
}: SignalDetail): Html {
  if (owners === 0) return html`None known`;
  const share = owners > 1 ? html`${name}: about ${percent}% of posts in repositories` : html`${name}`;
  return html`<b>${formatCount(owners)}</b>${name === null ? null : html`<br>${share}`}`;
}

const drawFreshness = ({ latestSnapshotAt }: Freshness): Html | null =>
  latestSnapshotAt === null ? null : html` Updated ${formatTime(latestSnapshotAt, true)}.`;

/** What people wrote, with author, source and licence. */
const drawEvidence = (
  { id, volume }: { id: string; volume: number },
  evidence: Page<EvidenceExcerpt>,
): Html => html`<section class="card" aria-labelledby="evidence">
<h2 id="evidence">Evidence</h2>
<p class="quiet">${countOf(evidence.totalItems, 'excerpt')}${describeExcerpts(volume, evidence.totalItems)}, newest first.</p>
<ul class="evidence">${evidence.items.map(drawItem)}</ul>
${drawPager(id, evidence)}
</section>`;

/** The number of mentions is shown above. */
const describeExcerpts = (mentions: number, excerpts: number): string =>
  mentions < excerpts ? ' (a long post can have more than one)' : '';

const drawItem = ({ excerpt, url, author, licence, provider, postTitle, postedAt }: EvidenceExcerpt): Html => html`<li>
${postTitle === null || excerpt.toLowerCase().startsWith(postTitle.toLowerCase()) ? null : html`<b>${postTitle}</b>`}
<blockquote>${excerpt.replace(/`{3,}/g, '')}</blockquote>
<p class="quiet">${externalLink(url, providerName(provider))}${author === null ? null : ` · ${author}`} · ${formatTime(postedAt)}${licence === null ? null : ` · ${licence}`}</p>
</li>`;

/** Links http(s) addresses only, without a referrer or endorsement; posts of the sample data have no page. */
function externalLink(url: string | null, text: string): Html | string {
  if (url !== null && isSamplePost(url)) return `${text} (${SAMPLE_POST})`;
  return url !== null && /^https?:\/\//i.test(url)
    ? html`<a href="${url}" rel="noopener noreferrer nofollow ugc">${text}</a>`
    : text;
}

function drawPager(id: string, { page, totalPages }: Page<EvidenceExcerpt>): Html | null {
  if (totalPages < 2) return null;
  const link = (to: number, text: string, rel: string) =>
    html`<a rel="${rel}" href="/signals/${id}?page=${to}#evidence">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of evidence">
${page > 0 ? link(page, '‹ Newer', 'prev') : null}
<span class="quiet">Page ${page + 1} of ${totalPages}</span>
${page + 1 < totalPages ? link(page + 2, 'Older ›', 'next') : null}
</nav>`;
}
