import { directionOf, isBack, isNew, sayGrowth, sayWindows, showGrowth } from '../growth.ts';
import { plural, showCount, showPercent } from '../numbers.ts';
import { plainData } from '../text.ts';
import type { SignalMoves } from './chart.ts';
import { drawableText } from './drawable-text.ts';

const UNTITLED = 'Untitled signal';
const TOPIC_IN_ALT_TEXT = 300;

/** A topic as the font can draw it. */
export const drawTopic = (topic: string): string => drawableText(topic) || UNTITLED;

/** A topic in quotation marks for an alternative text, which may hold every script. */
export const quoteTopic = (topic: string, max = TOPIC_IN_ALT_TEXT): string => `“${plainData(topic, max) || UNTITLED}”`;

/** `▲ rising +140%`, of the signs only those that the font has. */
export const drawGrowth = (signal: SignalMoves): string => drawableText(showGrowth(signal));

/** The same for a column: `▲ +140%`. */
export function drawShortGrowth(signal: SignalMoves): string {
  if (isNew(signal)) return 'new';
  if (isBack(signal)) return '▲ back';
  const percent = showPercent(Math.abs(signal.growth));
  return { rising: `▲ +${percent}`, falling: `▼ −${percent}`, steady: 'steady' }[directionOf(signal.growth)];
}

/** `24 mentions in 7 days, 10 before`, or null when the service does not know them. */
export function drawWindows(signal: SignalMoves): string | null {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  if (last === null || previous === null) return null;
  const now = `${plural(last, 'mention')} in 7 days`;
  // That there was nothing before is said by how it moves.
  return isNew(signal) || isBack(signal) ? now : `${now}, ${showCount(previous)} before`;
}

/** `Rising 140%: 24 mentions in the last 7 days, 10 in the 7 before.` */
export function sayMoves(signal: SignalMoves): string {
  const growth = sayGrowth(signal);
  const windows = sayWindows(signal);
  return `${growth.charAt(0).toUpperCase()}${growth.slice(1)}${windows === null ? '' : `: ${windows}`}.`;
}
