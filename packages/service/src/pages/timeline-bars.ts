import type { Timeline } from '@pain-signals/contract';
import { formatTime } from './dates.ts';
import { type Html, html } from './html.ts';
import { pluralize } from './signal-words.ts';

const BAR_HEIGHT = 40;
const BAR_STEP = 10;
const BAR_GAP = 2;

/** Mentions a day as bars; the words beneath say the same. */
export function drawTimeline({ buckets, totalMentions }: Timeline): Html {
  const peak = Math.max(1, ...buckets.map(({ count }) => count));
  const [top] = buckets.filter(({ count }) => count === peak);
  const bars = buckets.map(({ count }, day) => {
    const height = count === 0 ? 0.6 : Math.max(2, (count / peak) * BAR_HEIGHT);
    return html`<rect x="${day * BAR_STEP}" y="${(BAR_HEIGHT - height).toFixed(1)}" width="${BAR_STEP - BAR_GAP}" height="${height.toFixed(1)}" rx="1"/>`;
  });
  return html`<h3>Last ${buckets.length} days</h3>
<svg class="bars" viewBox="0 0 ${buckets.length * BAR_STEP} ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<p class="quiet">${pluralize(totalMentions, 'mention')}${top === undefined ? null : html`; most on ${formatTime(top.date)}: ${peak}`}.</p>`;
}
