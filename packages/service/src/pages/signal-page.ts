import type { EvidenceExcerpt, Page, SignalStats, Timeline } from '@pain-signals/contract';
import type { BriefJob } from '../accounts/index.ts';
import type { Brief, Freshness, SignalDetail } from '../queries/answers.ts';
import { alertFields } from './alerts-section.ts';
import { drawBrief } from './brief-section.ts';
import { showTime } from './dates.ts';
import { drawEvidence } from './evidence-section.ts';
import { formTokenField } from './form.ts';
import { type Html, html } from './html.ts';
import { drawPage } from './layout.ts';
import { nameProvider, plural, rankParts, sayGrowth, sayKind, showCount } from './signal-words.ts';
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
    body: html`<p class="quiet">${page.freshness.sample ? html`<span class="sample">Sample data</span> ` : null}${sayKind(page.detail.macroArea, page.detail.painType)}</p>
<h1>${page.detail.topic}</h1>
<p>${page.detail.summary}</p>
<section class="card" aria-label="Figures">
${drawFacts(page.detail)}
${drawTimeline(page.timeline)}
<p class="quiet">From ${page.stats.sourceDistribution.map(({ provider, percent }) => `${nameProvider(provider)} ${percent}%`).join(', ')}.${drawFreshness(page.freshness)}</p>
</section>
${drawBrief(page)}
${drawAlertForm(page)}
${drawEvidence(page.detail, page.evidence)}`,
  });

const drawFacts = (detail: SignalDetail): Html => html`<dl class="facts">
<div><dt>How bad</dt><dd><b>${showCount(detail.score)}</b> of 100 <meter min="0" max="100" value="${Math.round(detail.score)}" aria-label="Pain score"></meter>
<details><summary>What it is made of</summary><ul class="quiet">${rankParts(detail.scoreParts).map(({ words, percent }) => html`<li>${words}: ${percent}%</li>`)}</ul></details></dd></div>
<div><dt>How fast</dt><dd><b>${sayGrowth(detail)}</b><br>${sayWindows(detail)}</dd></div>
<div><dt>How much</dt><dd><b>${plural(detail.volume, 'mention')}</b><br>since ${showTime(detail.firstSeenAt)}, last ${showTime(detail.lastSeenAt, true)}</dd></div>
<div><dt>Who</dt><dd>${sayOwner(detail)}</dd></div>
</dl>`;

const drawAlertForm = ({
  detail,
  formToken,
}: SignalPage): Html => html`<details class="card"><summary>Set an alert on this signal</summary>
<form method="post" action="/signals/${detail.id}/alerts">${formTokenField(formToken)}
<div class="inline">${alertFields()}<button>Add alert</button></div>
</form></details>`;

const sayWindows = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: SignalDetail): string =>
  last === null || previous === null
    ? ''
    : `${showCount(last)} in the last 7 days, ${showCount(previous)} in the 7 before`;

function sayOwner({
  topOwnerName: name,
  topOwnerDominancePct: percent,
  uniqueOwnerCount: owners,
}: SignalDetail): string {
  if (name === null) return owners > 0 ? plural(owners, 'owner') : 'No source-code owner';
  return owners > 1 ? `${percent}% from ${name}, ${plural(owners, 'owner')}` : `All from ${name}`;
}

const drawFreshness = ({ latestSnapshotAt }: Freshness): Html | null =>
  latestSnapshotAt === null ? null : html` Figures of ${showTime(latestSnapshotAt, true)}.`;
