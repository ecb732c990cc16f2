import type { Timeline } from '@pain-signals/contract';
import { type Html, html } from '@pain-signals/contract';
import { countOf, formatTime } from '../kit/format.ts';

const BAR_HEIGHT = 40;
const BAR_STEP = 10;
const BAR_GAP = 2;
const DAYS_A_WEEK = 7;

type Bucket = Timeline['buckets'][number];

const peakOf = (buckets: readonly Bucket[]): Bucket | undefined =>
  buckets.reduce<Bucket | undefined>(
    (top, each) => (top === undefined || each.count > top.count ? each : top),
    undefined,
  );

/** Bars per day; `label` says in words what they show. */
function drawBars(buckets: readonly Bucket[], label: string, className: string): Html {
  const peak = Math.max(1, peakOf(buckets)?.count ?? 0);
  const bars = buckets.map(({ count }, day) => {
    const height = count === 0 ? 0.6 : Math.max(2, (count / peak) * BAR_HEIGHT);
    return html`<rect x="${day * BAR_STEP}" y="${(BAR_HEIGHT - height).toFixed(1)}" width="${BAR_STEP - BAR_GAP}" height="${height.toFixed(1)}" rx="1"/>`;
  });
  return html`<svg class="${className}" viewBox="0 0 ${buckets.length * BAR_STEP} ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>`;
}

/** The trend of one row of the list. */
export const drawSparkline = ({ buckets, totalMentions }: Timeline): Html =>
  drawBars(buckets, `Last ${buckets.length} days: ${countOf(totalMentions, 'mention')}`, 'spark');

/** Mentions per day as bars, with the same by week as a table. */
export function drawTimeline({ buckets, totalMentions }: Timeline): Html {
  const top = peakOf(buckets);
  const isTied = buckets.filter(({ count }) => count === top?.count).length > 1;
  return html`<h2>Last ${buckets.length} days</h2>
${drawBars(buckets, `Mentions per day, last ${buckets.length} days`, 'bars')}
<p class="quiet">${countOf(totalMentions, 'mention')}${top === undefined || top.count === 0 ? null : html`; peak of ${top.count}${isTied ? null : html` on ${formatTime(top.date)}`}`}.</p>
<details><summary>Mentions by week</summary>
<table><thead><tr><th scope="col">Week from</th><th scope="col">Mentions</th></tr></thead>
<tbody>${weeksOf(buckets).map(({ date, count }) => html`<tr><td>${formatTime(date)}</td><td>${count}</td></tr>`)}</tbody></table></details>`;
}

/** Weeks that end with the last day, newest first; the oldest may be shorter. */
const weeksOf = (buckets: readonly Bucket[]): Bucket[] =>
  Array.from({ length: Math.ceil(buckets.length / DAYS_A_WEEK) }, (_, week) => {
    const end = buckets.length - week * DAYS_A_WEEK;
    const days = buckets.slice(Math.max(0, end - DAYS_A_WEEK), end);
    return { date: days[0]?.date ?? '', count: days.reduce((sum, { count }) => sum + count, 0) };
  });
