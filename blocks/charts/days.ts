import type { Timeline } from '@pain-signals/contract';

export interface DayCount {
  /** `YYYY-MM-DD`. */
  date: string;
  count: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const LONGEST = 365;
export const WEEK = 7;

/** One count for every day from the first to the last, at most a year; a service need not send the days without a mention. */
export function dailyCounts({ buckets }: Pick<Timeline, 'buckets'>): DayCount[] {
  const counts = new Map<string, number>();
  for (const { date, count } of buckets) counts.set(date, (counts.get(date) ?? 0) + count);
  return everyDay([...counts.keys()]).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

/** The days from the first to the last of some, at most a year. */
export function everyDay(dates: readonly string[]): string[] {
  const days = dates.map(dayNumber).sort((one, other) => one - other);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.min(last - first + 1, LONGEST);
  return Array.from({ length }, (_, at) => dateOf(last - length + 1 + at));
}

/** The mean of a day and the six before it; null for the first six. */
export function weeklyMeans(days: readonly DayCount[]): (number | null)[] {
  return days.map((_, at) => (at < WEEK - 1 ? null : sumOf(days.slice(at - WEEK + 1, at + 1)) / WEEK));
}

/** Sums of seven days each, oldest first, the last one ending today; a shorter rest comes first. */
export function weeklySums(days: readonly DayCount[]): number[] {
  const rest = days.length % WEEK;
  const starts = Array.from({ length: Math.floor(days.length / WEEK) }, (_, at) => rest + at * WEEK);
  const sums = starts.map((start) => sumOf(days.slice(start, start + WEEK)));
  return rest === 0 ? sums : [sumOf(days.slice(0, rest)), ...sums];
}

export const sumOf = (days: readonly DayCount[]): number => days.reduce((sum, { count }) => sum + count, 0);

/** Days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(date) / DAY_MS);

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
