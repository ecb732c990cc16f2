import { daysThisWeek } from '@pain-signals/contract';
import { describeDay, formatCount, plural } from '../../kit/format.ts';
import { formatTrendLine } from '../../kit/signal-text.ts';
import type {
  ComparedTimeline,
  ComparisonDescription,
  PlotHeading,
  SignalFigures,
  TimelineDescription,
} from './chart-description.ts';
import { quotedTopic, trendSentence } from './chart-text.ts';
import {
  chartedDays,
  type DayCount,
  dailyCounts,
  describeDateRange,
  everyDay,
  monthAndDay,
  sumOf,
  WEEK,
  weeklyMeans,
} from './days.ts';

export interface TimelinePlot extends PlotHeading {
  kind: 'timeline';
  days: DayCount[];
  means: (number | null)[];
  /** In how many of the last days this week lies. */
  thisWeek: number;
}

/** The card around the picture names the signal. */
function titleOf(days: readonly DayCount[]): string {
  if (days.length === 0) return 'Mentions per day';
  return isInPart(days)
    ? `Mentions per day since ${monthAndDay(days[0]?.date ?? '')}`
    : `Mentions per day, last ${plural(days.length, 'day')}`;
}

/** Whether they are those in which this week lies: the first in part. */
export const isInPart = (days: readonly DayCount[]): boolean => days.length === chartedDays(WEEK);

export function plotTimeline({ timeline, countedAt, isSample }: TimelineDescription): TimelinePlot {
  const days = dailyCounts(timeline);
  const thisWeek = daysThisWeek(countedAt);
  // A line of two means says nothing.
  const means = isInPart(days) ? days.map(() => null) : weeklyMeans(days);
  return { kind: 'timeline', title: titleOf(days), isSample, days, means, thisWeek };
}

export function captionTimeline({ signal }: TimelineDescription, { days }: TimelinePlot) {
  const topic = quotedTopic(signal.topic);
  return {
    title: `Mentions per day: ${topic}`,
    finding: formatTrendLine(signal),
    altText: `${trendSentence(signal)} Mentions per day (UTC) of ${topic}, ${describeDays(days)}`,
  };
}

/** Span, sum and peak of daily counts, as the end of a sentence. Of a week the days: their sum isn't that of the trend. */
function describeDays(days: readonly DayCount[]): string {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return 'no daily data.';
  const isWeek = days.length <= chartedDays(WEEK);
  const sum = `${formatCount(sumOf(days))} in ${plural(days.length, 'day')}`;
  const counts = isWeek ? days.map(({ count }) => formatCount(count)).join(', ') : sum;
  const inPart = isInPart(days) ? ` (${monthAndDay(first.date)} is partly last week)` : '';
  const span = `${describeDateRange(first.date, last.date)}: ${counts}${inPart}`;
  const most = days.reduce((top, { count }) => Math.max(top, count), 0);
  if (most === 0) return `${span}.`;
  const peaks = days.filter(({ count }) => count === most);
  const on = peaks.length === 1 ? ` on ${peaks.map(({ date }) => describeDay(date)).join(', ')}` : '';
  return `${span}${isWeek ? ';' : ','} peak ${formatCount(most)}${on}.`;
}

export interface ComparedLine {
  /** One value for each date; null where it is not known. */
  values: (number | null)[];
}

export interface ComparisonPlot extends PlotHeading {
  kind: 'comparison';
  dates: string[];
  lines: readonly [ComparedLine, ComparedLine];
}

export function plotComparison({ signals: [first, second], isSample }: ComparisonDescription): ComparisonPlot {
  const timelines = [dailyCounts(first.timeline), dailyCounts(second.timeline)] as const;
  const dates = everyDay(timelines.flatMap((days) => days.map(({ date }) => date)));
  const valuesOf = dates.length > WEEK ? weeklyMeans : countsOf;
  const lineOf = (days: readonly DayCount[]): ComparedLine => {
    const values = valuesOf(days);
    const byDate = new Map(days.map(({ date }, at) => [date, values[at] ?? null]));
    return {
      values: dates.map((date) => byDate.get(date) ?? null),
    };
  };
  return {
    kind: 'comparison',
    title: dates.length > WEEK ? 'Mentions per day, 7-day average' : 'Mentions per day',
    isSample,
    dates,
    lines: [lineOf(timelines[0]), lineOf(timelines[1])],
  };
}

const countsOf = (days: readonly DayCount[]) => days.map(({ count }) => count);

/** This week's mentions of both; empty when the service doesn't know them. */
function findingOf(
  { mentionsLastWindow: first }: SignalFigures,
  { mentionsLastWindow: second }: SignalFigures,
): string {
  if (first === null || second === null) return '';
  if (first === second) return `Both have ${plural(first, 'mention')} this week`;
  return `Mentions this week: A ${formatCount(first)}, B ${formatCount(second)}`;
}

export function captionComparison({ signals: [first, second] }: ComparisonDescription) {
  const finding = findingOf(first.signal, second.signal);
  const [one, other] = [quotedTopic(first.signal.topic), quotedTopic(second.signal.topic)];
  const lead = finding === '' ? '' : `${finding}. `;
  return {
    title: `${one} and ${other}`,
    finding,
    altText: `${lead}${describeCompared('A', one, first)} ${describeCompared('B', other, second)}`,
  };
}

const describeCompared = (place: string, topic: string, { signal, timeline }: ComparedTimeline): string =>
  `${place}: ${topic}. ${trendSentence(signal)} Mentions per day (UTC), ${describeDays(dailyCounts(timeline))}`;
