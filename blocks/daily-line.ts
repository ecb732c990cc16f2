import type { Timeline } from '@pain-signals/contract';
import { dailyCounts, weeklySums } from './charts/days.ts';
import { showDate } from './dates.ts';
import { showCount } from './numbers.ts';
import { sparkline } from './sparkline.ts';

/** More marks than this break the line on a phone. */
const MOST_MARKS = 45;

/** Mentions as a line of text: a mark a day, or a mark a week where the days are too many. */
export function showDailyLine(timeline: Timeline, days: number): string {
  const counts = dailyCounts(timeline).slice(-days);
  const peak = counts.reduce((best, day) => (day.count > best.count ? day : best), { date: '', count: 0 });
  if (peak.count === 0) return 'Nobody mentioned it.';
  const isShort = counts.length <= MOST_MARKS;
  const line = sparkline(isShort ? counts.map(({ count }) => count) : weeklySums(counts));
  const marks = isShort ? '' : 'a mark a week, ';
  return `${line}  ${marks}peak ${showCount(peak.count)} on ${showDate(`${peak.date}T12:00:00Z`, 'day')}`;
}
