import { DASHBOARD_LIMIT } from './limits.ts';
import type { PainSignalListItem } from './signal.ts';

export type GrowthFigures = Pick<PainSignalListItem, 'growth' | 'mentionsLastWindow' | 'mentionsPrevWindow' | 'volume'>;

/** Whether a percentage says how it moves: none leads from nothing or to nothing. */
export const hasGrowthRate = (signal: GrowthFigures): boolean =>
  !isFromZero(signal) && !hasNoRecentMentions(signal) && !hasGoneQuiet(signal);

export function isNewThisWeek(signal: GrowthFigures): boolean {
  return isFromZero(signal) && signal.volume <= (signal.mentionsLastWindow ?? 0);
}

/** Older than a week, but silent in the one before. */
export function isBackThisWeek(signal: GrowthFigures): boolean {
  return isFromZero(signal) && !isNewThisWeek(signal);
}

/** No mentions in either week. */
export const hasNoRecentMentions = ({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: Omit<GrowthFigures, 'growth' | 'volume'>) => last === 0 && previous === 0;

/** Mentions in the week before, none since. */
export const hasGoneQuiet = ({ mentionsLastWindow: last, mentionsPrevWindow: previous }: GrowthFigures) =>
  last === 0 && previous !== null && previous > 0;

/** A week with fewer mentions is no base of a percentage. */
export const MIN_TREND_MENTIONS = 3;
/** A change by so many mentions can be chance. */
const CHANCE = 2;

/** Nothing is called a trend then, in lists or in answers to "why". */
export const couldBeChance = ({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: Omit<GrowthFigures, 'growth' | 'volume'>): boolean =>
  last !== null &&
  previous !== null &&
  (Math.max(last, previous) < MIN_TREND_MENTIONS || (last !== previous && Math.abs(last - previous) <= CHANCE));

/** New and quiet say all there is to say; other changes by one or two mentions are no trend. */
export const movesTooLittle = (signal: GrowthFigures): boolean =>
  couldBeChance(signal) && !isNewThisWeek(signal) && !hasNoRecentMentions(signal);

/** What gets a ▲ or is new: only this is called growing. */
export const isGrowing = (signal: GrowthFigures): boolean =>
  growthDirection(signal.growth) === 'rising' && !movesTooLittle(signal);

/** The square of 3.29 standard deviations: a steady signal exceeds it once in 2,000 weeks, so one of a hundred in 20 weeks. */
const CERTAIN = 10.8;

/** Only the service knows the authors and judges by them. From mentions alone, a rise must be far clearer to be called significant. */
const risesForCertain = ({
  mentionsLastWindow: last,
  mentionsPrevWindow: previous,
}: Omit<GrowthFigures, 'growth' | 'volume'>): boolean =>
  last !== null && previous !== null && last > previous && (last - previous) ** 2 > CERTAIN * (last + previous);

/** A full dashboard list ends with its tenth: of these rows, those that came after it and rose for certain. */
export function risesBeyond<Row extends GrowthFigures & { id: string }>(
  listed: readonly (GrowthFigures & { id: string })[],
  rows: readonly Row[],
): Row[] {
  const slowest = listed[DASHBOARD_LIMIT.max - 1];
  if (slowest === undefined) return [];
  const known = new Set(listed.map(({ id }) => id));
  return rows.filter((row) => !known.has(row.id) && row.growth <= slowest.growth && risesForCertain(row));
}

/** By growth, with what could be chance behind what moves in that direction. */
export function compareGrowth(direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? -1 : 1;
  const moves = (signal: GrowthFigures) => Number(sign * signal.growth > 0 && !couldBeChance(signal));
  return (a: GrowthFigures, b: GrowthFigures): number => moves(b) - moves(a) || sign * (b.growth - a.growth);
}

/** Fewer posts come and go by chance. */
export const FADED_MIN_MENTIONS = 5;
export const FADED_MAX_GROWTH = -0.5;

/** Cooling off: much quieter than in the week before. The one meaning of it in lists, Home, digest and help. */
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

const NOON = 12;

/** In how many of a chart's last days (UTC) this week lies, to half a day. `until` is when the figures end. */
export const daysThisWeek = (until: string | null | undefined): number =>
  until && new Date(until).getUTCHours() < NOON ? 8 : 7;

export type GrowthDirection = 'rising' | 'falling' | 'steady';

export function growthDirection(growth: number): GrowthDirection {
  const percent = Math.round(growth * 100);
  if (percent === 0) return 'steady';
  return percent > 0 ? 'rising' : 'falling';
}
