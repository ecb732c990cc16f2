import {
  describeGrowth,
  describeWeeklyMentions,
  formatGrowth,
  growthDirection,
  isBackThisWeek,
  isNewThisWeek,
} from '../growth.ts';
import { formatCount, formatRatioAsPercent, plural } from '../numbers.ts';
import { escapePlainText } from '../text.ts';
import type { SignalFigures } from './chart.ts';
import { drawableText } from './drawable-text.ts';

const UNTITLED = 'Untitled signal';
const TOPIC_IN_ALT_TEXT = 300;

/** A topic as the font can draw it. */
export const drawableTopic = (topic: string): string => drawableText(topic) || UNTITLED;

/** A topic in quotation marks for an alternative text, which may hold every script. */
export const quotedTopic = (topic: string, max = TOPIC_IN_ALT_TEXT): string =>
  `“${escapePlainText(topic, max) || UNTITLED}”`;

/** `▲ rising +140%`, of the signs only those that the font has. */
export const drawableGrowth = (signal: SignalFigures): string => drawableText(formatGrowth(signal));

/** The same for a column: `▲ +140%`. */
export function shortGrowth(signal: SignalFigures): string {
  if (isNewThisWeek(signal)) return 'new';
  if (isBackThisWeek(signal)) return '▲ back';
  const percent = formatRatioAsPercent(Math.abs(signal.growth));
  return { rising: `▲ +${percent}`, falling: `▼ −${percent}`, steady: 'steady' }[growthDirection(signal.growth)];
}

/** `24 mentions in 7 days, 10 before`, or null when the service does not know them. */
export function weeklyMentionsText(signal: SignalFigures): string | null {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  if (last === null || previous === null) return null;
  const now = `${plural(last, 'mention')} in 7 days`;
  // That there was nothing before is said by how it moves.
  return isNewThisWeek(signal) || isBackThisWeek(signal) ? now : `${now}, ${formatCount(previous)} before`;
}

/** `Rising 140%: 24 mentions in the last 7 days, 10 in the 7 before.` */
export function describeGrowthAndMentions(signal: SignalFigures): string {
  const growth = describeGrowth(signal);
  const windows = describeWeeklyMentions(signal);
  return `${growth.charAt(0).toUpperCase()}${growth.slice(1)}${windows === null ? '' : `: ${windows}`}.`;
}
