import type { Timeline } from '@pain-signals/contract';
import { showTime } from './dates.ts';
import { type Html, html } from './html.ts';
import { plural } from './signal-words.ts';

const HEIGHT = 40;
const STEP = 10;
const GAP = 2;

/** Mentions a day as bars; the words beneath say the same. */
export function drawTimeline({ buckets, totalMentions }: Timeline): Html {
  const peak = Math.max(1, ...buckets.map(({ count }) => count));
  const [top] = buckets.filter(({ count }) => count === peak);
  const bars = buckets.map(({ count }, day) => {
    const height = count === 0 ? 0.6 : Math.max(2, (count / peak) * HEIGHT);
    return html`<rect x="${day * STEP}" y="${(HEIGHT - height).toFixed(1)}" width="${STEP - GAP}" height="${height.toFixed(1)}" rx="1"/>`;
  });
  return html`<h3>Last ${buckets.length} days</h3>
<svg class="bars" viewBox="0 0 ${buckets.length * STEP} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<p class="quiet">${plural(totalMentions, 'mention')}${top === undefined ? null : html`; most on ${showTime(top.date)}: ${peak}`}.</p>`;
}
