import { type Html, html, type Timeline } from '@pain-signals/contract';
import { countOf, formatCount, formatTime } from '../kit/format.ts';

const BAR_HEIGHT = 40;
const BAR_STEP = 10;
const BAR_GAP = 2;

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

/** Mentions per day as bars, with the same as a table. */
export function drawTimeline({ buckets, totalMentions }: Timeline): Html {
  const top = peakOf(buckets);
  const isTied = buckets.filter(({ count }) => count === top?.count).length > 1;
  return html`<h2>Last ${buckets.length} days</h2>
${drawBars(buckets, `Mentions per day, last ${buckets.length} days`, 'bars')}
<p class="axis quiet">${[buckets[0], buckets.at(-1)].map((day) => html`<span>${day === undefined ? '' : formatTime(day.date)}</span>`)}</p>
<p class="quiet">${formatCount(totalMentions)} ${totalMentions === 1 ? 'mention' : 'mentions'} in ${buckets.length} days${top === undefined || top.count === 0 ? null : html`, at most ${top.count} in one day (UTC)${isTied ? null : html`, ${formatTime(top.date)}`}`}.</p>
<details><summary>Mentions by day</summary>
<table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Mentions</th></tr></thead>
<tbody>${buckets.toReversed().map(({ date, count }) => html`<tr><td>${formatTime(date)}</td><td>${count}</td></tr>`)}</tbody></table></details>`;
}
