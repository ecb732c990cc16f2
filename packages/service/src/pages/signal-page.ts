import type { EvidenceExcerpt, Page, SignalStats, Timeline } from '@pain-signals/contract';
import type { BriefJob } from '../accounts/index.ts';
import type { Brief, Freshness, SignalDetail } from '../queries/answers.ts';
import { drawAlertFields } from './alerts-section.ts';
import { drawBrief } from './brief-section.ts';
import { formatTime } from './dates.ts';
import { drawEvidence } from './evidence-section.ts';
import { formTokenField } from './form.ts';
import { type Html, html } from './html.ts';
import { drawPage } from './layout.ts';
import { formatCount, formatGrowth, formatKind, pluralize, providerName, rankScoreParts } from './signal-words.ts';
import { drawTimeline } from './timeline-bars.ts';

export interface SignalPage {
  email: string;
  formToken: string;
  detail: SignalDetail;
  stats: SignalStats;
  timeline: Timeline;
  evidence: Page<EvidenceExcerpt>;
  brief: Brief | null;
  /** The brief that was just ordered. */
  job: BriefJob | null;
  freshness: Freshness;
}

/** What the card in Slack shows, with the evidence and the brief it rests on. */
export const drawSignal = (page: SignalPage): string =>
  drawPage({
    title: page.detail.topic,
    email: page.email,
    formToken: page.formToken,
    isChanging: page.job?.state === 'working',
    body: html`<p class="quiet">${page.freshness.sample ? html`<span class="sample">Sample data</span> ` : null}${formatKind(page.detail.macroArea, page.detail.painType)}</p>
<h1>${page.detail.topic}</h1>
<p>${page.detail.summary}</p>
<section class="card" aria-label="Figures">
${drawFacts(page.detail)}
${drawTimeline(page.timeline)}
<p class="quiet">From ${page.stats.sourceDistribution.map(({ provider, percent }) => `${providerName(provider)} ${percent}%`).join(', ')}.${drawFreshness(page.freshness)}</p>
</section>
${drawBrief(page)}
${drawAlertForm(page)}
${drawEvidence(page.detail, page.evidence)}`,
  });

const drawFacts = (detail: SignalDetail): Html => html`<dl class="facts">
<div><dt>How bad</dt><dd><b>${formatCount(detail.score)}</b> of 100 <meter min="0" max="100" value="${Math.round(detail.score)}" aria-label="Pain score"></meter>
<details><summary>What it is made of</summary><ul class="quiet">${rankScoreParts(detail.scoreParts).map(({ words, percent }) => html`<li>${words}: ${percent}%</li>`)}</ul></details></dd></div>
<div><dt>How fast</dt><dd><b>${formatGrowth(detail)}</b><br>${formatWindows(detail)}</dd></div>
<div><dt>How much</dt><dd><b>${pluralize(detail.volume, 'mention')}</b><br>since ${formatTime(detail.firstSeenAt)}, last ${formatTime(detail.lastSeenAt, true)}</dd></div>
<div><dt>Who</dt><dd>${formatOwner(detail)}</dd></div>
</dl>`;

const drawAlertForm = ({
  detail,
  formToken,
}: SignalPage): Html => html`<details class="card"><summary>Set an alert on this signal</summary>
<form method="post" action="/signals/${detail.id}/alerts">${formTokenField(formToken)}
<div class="inline">${drawAlertFields()}<button>Add alert</button></div>
</form></details>`;

const formatWindows = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: SignalDetail): string =>
  last === null || previous === null
    ? ''
    : `${formatCount(last)} in the last 7 days, ${formatCount(previous)} in the 7 before`;

function formatOwner({
  topOwnerName: name,
  topOwnerDominancePct: percent,
  uniqueOwnerCount: owners,
}: SignalDetail): string {
  if (name === null) return owners > 0 ? pluralize(owners, 'owner') : 'No source-code owner';
  return owners > 1 ? `${percent}% from ${name}, ${pluralize(owners, 'owner')}` : `All from ${name}`;
}

const drawFreshness = ({ latestSnapshotAt }: Freshness): Html | null =>
  latestSnapshotAt === null ? null : html` Figures of ${formatTime(latestSnapshotAt, true)}.`;
