import type { Timeline } from '@pain-signals/contract';
import { type DayCount, dailyCounts, sumOf, WEEK } from './charts/days.ts';
import { formatDay } from './dates.ts';
import { formatCount } from './numbers.ts';
import { sparkline } from './sparkline.ts';

/** More marks than this break the line on a phone. */
const MAX_MARKS = 45;

const lastDays = (timeline: Timeline, days: number) => dailyCounts(timeline).slice(-days);

const isDaily = (counts: readonly DayCount[]) => counts.length <= MAX_MARKS;

/** What one mark of the line counts. */
export const sparklineUnit = (timeline: Timeline, days: number): 'day' | 'week' =>
  isDaily(lastDays(timeline, days)) ? 'day' : 'week';

/** Mentions as a line of text: a mark a day, or a mark a week where the days are too many. */
export function dailySparkline(timeline: Timeline, days: number): string {
  const counts = lastDays(timeline, days);
  if (sumOf(counts) === 0) return 'Nobody mentioned it.';
  if (isDaily(counts)) return formatMarks(counts, '', 'on');
  return formatMarks(weeksOf(counts), 'a mark a week, ', 'in the week from');
}

/** Whole weeks by their first days, the last one ending with the last day. */
function weeksOf(counts: readonly DayCount[]): DayCount[] {
  const rest = counts.length % WEEK;
  return Array.from({ length: Math.floor(counts.length / WEEK) }, (_, at) => {
    const week = counts.slice(rest + at * WEEK, rest + (at + 1) * WEEK);
    return { date: week[0]?.date ?? '', count: sumOf(week) };
  });
}

function formatMarks(marks: readonly DayCount[], unit: string, when: string): string {
  const line = sparkline(marks.map(({ count }) => count));
  const peak = marks.reduce((best, mark) => (mark.count > best.count ? mark : best));
  return `${line}  ${unit}peak ${formatCount(peak.count)} ${when} ${formatDay(peak.date)}`;
}
