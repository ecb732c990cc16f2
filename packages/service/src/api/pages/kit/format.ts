import {
  areaName,
  type Html,
  hasGoneQuiet,
  hasNoRecentMentions,
  html,
  isBackThisWeek,
  isNewThisWeek,
  type MacroArea,
  MIN_TREND_MENTIONS,
  MIXED_MARK,
  movesTooLittle,
  type PainSignalListItem,
  type PainType,
  painTypeName,
  SAMPLE_MARK,
  type ScoreParts,
} from '@pain-signals/contract';
import { countOf, formatCount } from '../../../model/pluralize.ts';
import type { Freshness } from '../../../queries/responses.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The UTC day or, with `exact`, the minute. */
export function formatTime(at: number | string, exact = false): Html {
  const date = new Date(at);
  const text = exact ? `${MINUTE.format(date)} UTC` : DAY.format(date);
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

export { countOf, formatCount };

/** Null where no made-up posts are counted. */
export const formatSample = ({ sample, imported }: Freshness): Html | null =>
  sample ? html`<span class="sample">${SAMPLE_MARK}${imported ? ` ${MIXED_MARK}` : ''}</span> ` : null;

/** Area and type, where known. The posts of an area without a type are of several. */
export const formatKind = (macroArea: MacroArea | null, painType: PainType | null): string =>
  [macroArea && areaName(macroArea), painType ? painTypeName(painType) : macroArea && 'Mixed types']
    .filter(Boolean)
    .join(' · ');

/** With words besides the arrow, for people who cannot see it. */
export function formatGrowth(signal: PainSignalListItem): string {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous, growth } = signal;
  if (movesTooLittle(signal)) return describeWindows(last ?? 0, previous ?? 0);
  if (isNewThisWeek(signal)) return '✦ new this week';
  if (isBackThisWeek(signal)) return `▲ back: ${describeWindows(last ?? 0, 0)}`;
  if (hasNoRecentMentions(signal)) return 'no mentions this week or last';
  if (hasGoneQuiet(signal)) return `▼ no mentions this week, ${formatCount(previous ?? 0)} last week`;
  const percent = Math.round(growth * 100);
  if (percent === 0) return 'steady';
  if (percent > 0 && previous !== null && previous < MIN_TREND_MENTIONS)
    return `▲ up by ${formatCount((last ?? 0) - previous)}`;
  return percent > 0 ? `▲ up ${formatCount(percent)}%` : `▼ down ${formatCount(-percent)}%`;
}

const describeWindows = (last: number, previous: number): string =>
  `${last === 0 ? 'no mentions' : countOf(last, 'mention')} this week, ${previous === 0 ? 'none' : formatCount(previous)} last week`;

/** `20 mentions this week, 10 last week`; null where the growth is these counts. */
export function formatWindows(signal: PainSignalListItem): string | null {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  if (last === null || previous === null || last === 0 || previous === 0 || movesTooLittle(signal)) return null;
  return describeWindows(last, previous);
}

const PARTS: readonly [part: keyof ScoreParts, words: string][] = [
  ['volume', 'How often it’s reported'],
  ['growth', 'Growth'],
  ['breadth', 'How many organizations and sites'],
  ['severity', 'Severity'],
  ['recency', 'Recency'],
];

/** The parts of the score, strongest first. */
export const rankScoreParts = (parts: ScoreParts): { words: string; percent: number }[] =>
  PARTS.map(([part, words]) => ({ words, percent: Math.round(parts[part] * 100) })).sort(
    (a, b) => b.percent - a.percent,
  );
