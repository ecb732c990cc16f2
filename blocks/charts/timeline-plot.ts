import { showDay } from '../dates.ts';
import { plural, showCount } from '../numbers.ts';
import type { TimelineDescription } from './chart.ts';
import { showSpan } from './date-labels.ts';
import { type DayCount, dailyCounts, sumOf, weeklyMeans, weeklySums } from './days.ts';
import { drawGrowth, drawTopic, drawWindows, quoteTopic, sayMoves } from './moves.ts';

/** What a timeline's picture shows. */
export interface TimelinePlot {
  kind: 'timeline';
  title: string;
  finding: string;
  isSample: boolean;
  days: DayCount[];
  means: (number | null)[];
}

export function plotTimeline({ signal, timeline, isSample }: TimelineDescription): TimelinePlot {
  const days = dailyCounts(timeline);
  const windows = drawWindows(signal) ?? `${plural(sumOf(days), 'mention')} in ${plural(days.length, 'day')}`;
  const finding = `${drawGrowth(signal)}  ·  ${windows}`;
  return { kind: 'timeline', title: drawTopic(signal.topic), finding, isSample, days, means: weeklyMeans(days) };
}

export function captionTimeline({ signal }: TimelineDescription, { days }: TimelinePlot) {
  const topic = quoteTopic(signal.topic);
  return {
    title: `Mentions a day: ${topic}`,
    altText: `${sayMoves(signal)} Mentions a day of ${topic}, ${sayDays(days)}`,
  };
}

/** Span, sum, peak and weeks of daily counts, as the end of a sentence. */
export function sayDays(days: readonly DayCount[]): string {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return 'no day of which is known.';
  const span = `${showSpan(first.date, last.date)}: ${showCount(sumOf(days))} in ${plural(days.length, 'day')}`;
  const peak = days.reduce((most, day) => (day.count > most.count ? day : most), first);
  if (peak.count === 0) return `${span}.`;
  const weeks = weeklySums(days).map(showCount).join(', ');
  return `${span}, most on ${showDay(peak.date)} (${showCount(peak.count)}). Week by week, oldest first: ${weeks}.`;
}
