import type { PainSignalListItem } from '@pain-signals/contract';
import { plural, showCount, showPercent } from './numbers.ts';
import { sparkline } from './sparkline.ts';

type Windows = Pick<PainSignalListItem, 'growth' | 'mentionsLastWindow' | 'mentionsPrevWindow' | 'volume'>;

/** How a signal moves, by arrow and word together, since neither an arrow nor a colour is read by everybody. */
export function showGrowth(signal: Windows): string {
  if (isNew(signal)) return '✦ new this week';
  if (isBack(signal)) return '▲ back after a quiet week';
  if (isQuiet(signal)) return '▬ quiet';
  if (hasGoneQuiet(signal)) return '▼ gone quiet';
  return ARROWS[directionOf(signal.growth)](showPercent(Math.abs(signal.growth)));
}

/** The two weeks side by side, or null when the service does not know them. */
export function showWindows({ mentionsLastWindow: last, mentionsPrevWindow: previous }: Windows): string | null {
  if (last === null || previous === null) return null;
  if (isQuiet({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return QUIET;
  return `${sparkline([previous, last])} ${showCount(previous)} → ${showCount(last)} a week`;
}

/** The same for a sentence: `rising 140%`. */
export function sayGrowth(signal: Windows): string {
  if (isNew(signal)) return 'new this week';
  if (isBack(signal)) return 'back after a quiet week';
  if (isQuiet(signal)) return 'quiet';
  if (hasGoneQuiet(signal)) return 'gone quiet';
  const direction = directionOf(signal.growth);
  return direction === 'steady' ? 'steady' : `${direction} ${showPercent(Math.abs(signal.growth))}`;
}

/** Both windows in words, or null when the service does not know them. */
export function sayWindows({ mentionsLastWindow: last, mentionsPrevWindow: previous }: Windows): string | null {
  if (last === null || previous === null) return null;
  if (isQuiet({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return QUIET;
  return `${plural(last, 'mention')} in the last 7 days, ${showCount(previous)} in the 7 before`;
}

/** Whether a percentage says how it moves: none leads from nothing or to nothing. */
export const isMeasured = (signal: Windows): boolean =>
  !isFromNothing(signal) && !isQuiet(signal) && !hasGoneQuiet(signal);

/** All that was ever said of it was said this week. */
export function isNew(signal: Windows): boolean {
  return isFromNothing(signal) && signal.volume <= (signal.mentionsLastWindow ?? 0);
}

/** Older than a week, but silent in the one before. */
export function isBack(signal: Windows): boolean {
  return isFromNothing(signal) && !isNew(signal);
}

const QUIET = 'no mention in the last 14 days';

/** Nobody spoke of it in either week. */
const isQuiet = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: Omit<Windows, 'growth' | 'volume'>) =>
  last === 0 && previous === 0;

/** Spoken of in the week before, and not since. */
const hasGoneQuiet = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: Windows) =>
  last === 0 && previous !== null && previous > 0;

/** Fewer posts come and go by chance. */
const FADED_FROM = 5;
const FADED_BY = -0.5;

/** Much quieter than in the week before. */
export const hasFaded = ({ growth, mentionsPrevWindow: before }: Windows): boolean =>
  growth <= FADED_BY && (before ?? 0) >= FADED_FROM;

/** How many posts fewer there are than in the week before. */
export const lossOf = ({ mentionsPrevWindow: before, mentionsLastWindow: now }: Omit<Windows, 'growth' | 'volume'>) =>
  (before ?? 0) - (now ?? 0);

/** No percentage leads from nothing to something. */
function isFromNothing({ mentionsLastWindow: last, mentionsPrevWindow: previous }: Windows): boolean {
  return previous === 0 && last !== null && last > 0;
}

type Direction = 'rising' | 'falling' | 'steady';

const ARROWS: Record<Direction, (percent: string) => string> = {
  rising: (percent) => `▲ rising +${percent}`,
  falling: (percent) => `▼ falling −${percent}`,
  steady: () => '▬ steady',
};

export function directionOf(growth: number): Direction {
  const percent = Math.round(growth * 100);
  if (percent === 0) return 'steady';
  return percent > 0 ? 'rising' : 'falling';
}
