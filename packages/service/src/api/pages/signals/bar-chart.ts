import { daysThisWeek, type Html, html, type Timeline } from '@pain-signals/contract';
import { countOf, formatCount, formatTime } from '../kit/format.ts';

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

/** Mentions per day as bars, with the same by week as a table. `until` is when the figures end. */
export function drawTimeline({ buckets, totalMentions }: Timeline, until: string | null): Html {
  const top = peakOf(buckets);
  const isTied = buckets.filter(({ count }) => count === top?.count).length > 1;
  return html`<h2>Last ${buckets.length} days</h2>
${drawBars(buckets, `Mentions per day, last ${buckets.length} days`, 'bars')}
<p class="axis quiet">${[buckets[0], buckets.at(-1)].map((day) => html`<span>${day === undefined ? '' : formatTime(day.date)}</span>`)}</p>
<p class="quiet">Mentions per day (UTC): ${formatCount(totalMentions)} in ${buckets.length} days${top === undefined || top.count === 0 ? null : html`, at most ${top.count} on one day${isTied ? null : html`, ${formatTime(top.date)}`}`}.</p>
<details><summary>Mentions by week</summary>
<table><thead><tr><th scope="col">Week starting (UTC)</th><th scope="col">Mentions</th></tr></thead>
<tbody>${weeksOf(buckets, until).map(({ date, count }) => html`<tr><td>${formatTime(date)}</td><td>${count}</td></tr>`)}</tbody></table>
<p class="quiet">Weeks of whole days. “This week” is the 7 days up to the last update, so the counts can differ.</p></details>`;
}

/** Weeks as near as whole days come to those of the trend, newest first. The oldest may be shorter. */
function weeksOf(buckets: readonly Bucket[], until: string | null): Bucket[] {
  const begun = daysThisWeek(until) - DAYS_A_WEEK;
  return Array.from({ length: Math.ceil((buckets.length - begun) / DAYS_A_WEEK) }, (_, week) => {
    const end = buckets.length - begun - week * DAYS_A_WEEK;
    const days = buckets.slice(Math.max(0, end - DAYS_A_WEEK), week === 0 ? buckets.length : end);
    return { date: days[0]?.date ?? '', count: days.reduce((sum, { count }) => sum + count, 0) };
  });
}
