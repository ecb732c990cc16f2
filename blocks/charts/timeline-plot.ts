import { formatDay } from '../dates.ts';
import { formatCount, plural } from '../numbers.ts';
import type { TimelineDescription } from './chart.ts';
import { formatDateRange } from './date-labels.ts';
import { type DayCount, dailyCounts, sumOf, weeklyMeans, weeklySums } from './days.ts';
import { describeGrowthAndMentions, drawableGrowth, drawableTopic, quotedTopic, weeklyMentionsText } from './moves.ts';

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
  const windows = weeklyMentionsText(signal) ?? `${plural(sumOf(days), 'mention')} in ${plural(days.length, 'day')}`;
  const finding = `${drawableGrowth(signal)}  ·  ${windows}`;
  return { kind: 'timeline', title: drawableTopic(signal.topic), finding, isSample, days, means: weeklyMeans(days) };
}

export function captionTimeline({ signal }: TimelineDescription, { days }: TimelinePlot) {
  const topic = quotedTopic(signal.topic);
  return {
    title: `Mentions a day: ${topic}`,
    altText: `${describeGrowthAndMentions(signal)} Mentions a day of ${topic}, ${describeDays(days)}`,
  };
}

/** Span, sum, peak and weeks of daily counts, as the end of a sentence. */
export function describeDays(days: readonly DayCount[]): string {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return 'no day of which is known.';
  const span = `${formatDateRange(first.date, last.date)}: ${formatCount(sumOf(days))} in ${plural(days.length, 'day')}`;
  const peak = days.reduce((most, day) => (day.count > most.count ? day : most), first);
  if (peak.count === 0) return `${span}.`;
  const weeks = weeklySums(days).map(formatCount).join(', ');
  return `${span}, most on ${formatDay(peak.date)} (${formatCount(peak.count)}). Week by week, oldest first: ${weeks}.`;
}
