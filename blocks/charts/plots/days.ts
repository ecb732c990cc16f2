import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import { DAY_MS, dateOfDay } from '@pain-signals/domain';
import { describeDay, plural } from '../../kit/format.ts';

export interface DayCount {
  /** `YYYY-MM-DD`. */
  date: string;
  count: number;
}

const LONGEST = 365;
export const WEEK = 7;

/** The days of a chart over so many. A week of figures ends when they were counted, so it lies in eight days, the first in part. */
export const chartedDays = (days: number): number => (days === WEEK ? WEEK + 1 : days);

/** One count for every day from the first to the last, at most a year; a service need not send the days without a mention. */
export function dailyCounts({ buckets }: Pick<Timeline, 'buckets'>): DayCount[] {
  const counts = new Map<string, number>();
  for (const { date, count } of buckets) counts.set(date, (counts.get(date) ?? 0) + count);
  return everyDay([...counts.keys()]).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

const SHORT_SPAN = 30;

/** A span longer than thirty days from its signal's first mention on: before that there may have been no posts to mention it. */
export function sinceFirstMention(
  timeline: Timeline,
  { firstSeenAt }: Pick<PainSignalDetail, 'firstSeenAt'>,
): Timeline {
  const days = dailyCounts(timeline);
  const first = days.findIndex(({ count }) => count > 0);
  const isOlder = dayNumber(firstSeenAt.slice(0, 10)) < dayNumber(days[0]?.date ?? '');
  if (first < 1 || days.length <= SHORT_SPAN || isOlder) return timeline;
  return { ...timeline, buckets: days.slice(Math.min(first, days.length - SHORT_SPAN)) };
}

/** The days from the first to the last of some, at most a year. */
export function everyDay(dates: readonly string[]): string[] {
  const days = dates.map(dayNumber).sort((one, other) => one - other);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.min(last - first + 1, LONGEST);
  return Array.from({ length }, (_, at) => dateOfDay(last - length + 1 + at));
}

/** The mean of a day and the six before it; null for the first six. */
export function weeklyMeans(days: readonly DayCount[]): (number | null)[] {
  return days.map((_, at) => (at < WEEK - 1 ? null : sumOf(days.slice(at - WEEK + 1, at + 1)) / WEEK));
}

/** None is a week: the week of a signal's figures ends when they were counted, so that whole days have another sum. */
const STEPS = [1, 2, 5, 10, 30];

export interface Spans {
  step: number;
  /** Days of the first span, which is shorter where they can't be divided. */
  firstDays: number;
  spans: Span[];
}

interface Span extends DayCount {
  /** Its last day. */
  until: string;
}

/** Sums of equal spans by their days, at most so many; the last one ends today. */
export function spansOf(days: readonly DayCount[], most: number): Spans {
  const step = STEPS.find((each) => days.length / each <= most) ?? 30;
  const firstDays = days.length % step || step;
  const spans = Array.from({ length: Math.ceil(days.length / step) }, (_, at) => {
    const end = firstDays + at * step;
    const span = days.slice(Math.max(0, end - step), end);
    return { date: span[0]?.date ?? '', until: span.at(-1)?.date ?? '', count: sumOf(span) };
  });
  return { step, firstDays, spans };
}

/** `Mentions per 5 days (UTC)`, `Mentions per 5 days (UTC; first: 3 days)` */
export function perSpan({ step, firstDays }: Spans): string {
  const first = firstDays === step ? '' : `; first: ${plural(firstDays, 'day')}`;
  return `Mentions per ${step === 1 ? 'day' : `${step} days`} (UTC${first})`;
}

export const sumOf = (days: readonly DayCount[]): number => days.reduce((sum, { count }) => sum + count, 0);

/** Days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(date) / DAY_MS);

const dayForm = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const yearForm = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** `Dec 21, 2025 to Mar 20, 2026`, and of one day its date. */
export const describeDateRange = (first: string, last: string): string =>
  first === last ? describeDay(first) : `${describeDay(first)} to ${describeDay(last)}`;

/** `Nov 21` */
export const monthAndDay = (date: string): string => dayForm.format(new Date(date));

/** The dates of an axis, in their order. The last one has its year, and the first where it is another. */
export function dateLabels(dates: readonly string[]): string[] {
  const [first, last] = [dates.at(0), dates.at(-1)];
  const isOneYear = first?.slice(0, 4) === last?.slice(0, 4);
  return dates.map((date, at) => {
    const withYear = at === dates.length - 1 || (at === 0 && !isOneYear);
    return (withYear ? yearForm : dayForm).format(new Date(date));
  });
}

/** As {@link dateLabels}, without a year where all are of one: for axes with little room. */
export function axisLabels(dates: readonly string[]): string[] {
  const isOneYear = dates.at(0)?.slice(0, 4) === dates.at(-1)?.slice(0, 4);
  return isOneYear ? dates.map(monthAndDay) : dateLabels(dates);
}

/** `Oct 30–Nov 3`, `Nov 24–28`: the days of each span, with years as {@link axisLabels} has them. */
export function spanLabels(spans: readonly Span[]): string[] {
  const ends = axisLabels(spans.map(({ until }) => until));
  return spans.map(({ date, until }, at) => {
    const end = ends[at] ?? '';
    if (date === until) return end;
    return `${monthAndDay(date)}–${date.slice(0, 7) === until.slice(0, 7) ? end.replace(/^\D+/, '') : end}`;
  });
}

/** Which of so many days are labelled: both ends, and the middle where there is room between them. */
export function labelledDays(length: number): number[] {
  if (length < 2) return length === 1 ? [0] : [];
  return hasWideDays(length) ? [0, length - 1] : [0, Math.floor((length - 1) / 2), length - 1];
}

/** At most so many, evenly spread, with the first and the last, which headings name. */
export function thinOut<T>(values: readonly T[], most: number): T[] {
  if (values.length <= most) return [...values];
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => values[Math.round(at * step)] as T);
}

/** So few that a date finds room under its own day. */
export const hasWideDays = (length: number): boolean => length < 5;
