import type { PainSignalListItem } from '@pain-signals/contract';
import { formatCount, formatRatioAsPercent, plural } from './numbers.ts';
import { sparkline } from './sparkline.ts';

type GrowthFigures = Pick<PainSignalListItem, 'growth' | 'mentionsLastWindow' | 'mentionsPrevWindow' | 'volume'>;

/** How a signal moves, by arrow and word together, since neither an arrow nor a colour is read by everybody. */
export function formatGrowth(signal: GrowthFigures): string {
  if (isNewThisWeek(signal)) return '✦ new this week';
  if (isBackThisWeek(signal)) return '▲ back after a quiet week';
  if (hasNoRecentMentions(signal)) return '▬ quiet';
  if (hasGoneQuiet(signal)) return '▼ gone quiet';
  return GROWTH_ARROWS[growthDirection(signal.growth)](formatRatioAsPercent(Math.abs(signal.growth)));
}

/** The two weeks side by side, or null when the service does not know them. */
export function formatWeeklyMentions({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: GrowthFigures): string | null {
  if (last === null || previous === null) return null;
  if (hasNoRecentMentions({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return NO_RECENT_MENTIONS;
  return `${sparkline([previous, last])} ${formatCount(previous)} → ${formatCount(last)} a week`;
}

/** The same for a sentence: `rising 140%`. */
export function describeGrowth(signal: GrowthFigures): string {
  if (isNewThisWeek(signal)) return 'new this week';
  if (isBackThisWeek(signal)) return 'back after a quiet week';
  if (hasNoRecentMentions(signal)) return 'quiet';
  if (hasGoneQuiet(signal)) return 'gone quiet';
  const direction = growthDirection(signal.growth);
  return direction === 'steady' ? 'steady' : `${direction} ${formatRatioAsPercent(Math.abs(signal.growth))}`;
}

/** Both windows in words, or null when the service does not know them. */
export function describeWeeklyMentions({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: GrowthFigures): string | null {
  if (last === null || previous === null) return null;
  if (hasNoRecentMentions({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return NO_RECENT_MENTIONS;
  return `${plural(last, 'mention')} in the last 7 days, ${formatCount(previous)} in the 7 before`;
}

/** Whether a percentage says how it moves: none leads from nothing or to nothing. */
export const hasGrowthRate = (signal: GrowthFigures): boolean =>
  !isFromZero(signal) && !hasNoRecentMentions(signal) && !hasGoneQuiet(signal);

/** All that was ever said of it was said this week. */
export function isNewThisWeek(signal: GrowthFigures): boolean {
  return isFromZero(signal) && signal.volume <= (signal.mentionsLastWindow ?? 0);
}

/** Older than a week, but silent in the one before. */
export function isBackThisWeek(signal: GrowthFigures): boolean {
  return isFromZero(signal) && !isNewThisWeek(signal);
}

const NO_RECENT_MENTIONS = 'no mention in the last 14 days';

/** Nobody spoke of it in either week. */
const hasNoRecentMentions = ({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: Omit<GrowthFigures, 'growth' | 'volume'>) => last === 0 && previous === 0;

/** Spoken of in the week before, and not since. */
const hasGoneQuiet = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: GrowthFigures) =>
  last === 0 && previous !== null && previous > 0;

/** Fewer posts come and go by chance. */
const FADED_MIN_MENTIONS = 5;
const FADED_MAX_GROWTH = -0.5;

/** Much quieter than in the week before. */
export const hasFaded = ({ growth, mentionsPrevWindow: before }: GrowthFigures): boolean =>
  growth <= FADED_MAX_GROWTH && (before ?? 0) >= FADED_MIN_MENTIONS;

/** How many posts fewer there are than in the week before. */
export const mentionLoss = ({
  mentionsPrevWindow: before,
  mentionsLastWindow: now,
}: Omit<GrowthFigures, 'growth' | 'volume'>) => (before ?? 0) - (now ?? 0);

/** No percentage leads from nothing to something. */
function isFromZero({ mentionsLastWindow: last, mentionsPrevWindow: previous }: GrowthFigures): boolean {
  return previous === 0 && last !== null && last > 0;
}

type GrowthDirection = 'rising' | 'falling' | 'steady';

const GROWTH_ARROWS: Record<GrowthDirection, (percent: string) => string> = {
  rising: (percent) => `▲ rising +${percent}`,
  falling: (percent) => `▼ falling −${percent}`,
  steady: () => '▬ steady',
};

export function growthDirection(growth: number): GrowthDirection {
  const percent = Math.round(growth * 100);
  if (percent === 0) return 'steady';
  return percent > 0 ? 'rising' : 'falling';
}
