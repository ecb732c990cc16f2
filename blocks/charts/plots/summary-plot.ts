import { formatCount, formatScore } from '../../kit/format.ts';
import { describeTrend } from '../../kit/signal-text.ts';
import type { PlotHeading, SummaryDescription } from './chart-description.ts';
import { drawableTopic, quotedTopic } from './chart-text.ts';
import { dailyCounts, dateLabels, sumOf, WEEK, weeklyMeans } from './days.ts';

export interface SummaryRow {
  /** Empty where the list has no numbers. */
  rank: string;
  topic: string;
  /** Means of seven days, oldest first; empty when the days are not known. */
  means: number[];
  /** Mentions in these days; `–` when they are not known. */
  mentions: string;
}

export interface SummaryPlot extends PlotHeading {
  kind: 'summary';
  /** `Oct 25` and `Nov 23`, the ends of every line; none where no days are known. */
  dates: readonly string[];
  rows: SummaryRow[];
}

const MAX_ROWS = 10;
export const DAYS = 30;
/** The card has the list's own name. */
const TITLE = `Mentions, last ${DAYS} days`;

export function plotSummary({ firstRank, signals, isSample }: SummaryDescription): SummaryPlot {
  const rows = signals.slice(0, MAX_ROWS).map(({ signal, timeline }, at) => ({
    rank: rankOf(firstRank, at),
    topic: drawableTopic(signal.topic),
    means: timeline === null ? [] : recentMeans(timeline),
    mentions: timeline === null ? '–' : formatCount(sumOf(dailyCounts(timeline).slice(-DAYS))),
  }));
  return { kind: 'summary', title: TITLE, isSample, rows, dates: datesOf(signals) };
}

const rankOf = (firstRank: number | null, at: number): string => (firstRank === null ? '' : String(firstRank + at));

function datesOf(signals: SummaryDescription['signals']): string[] {
  const known = signals.find(({ timeline }) => timeline !== null)?.timeline;
  const days = known ? dailyCounts(known).slice(-DAYS) : [];
  const labels = dateLabels(days.map(({ date }) => date));
  const [first, last] = [labels.at(0), labels.at(-1)].map((label) => label?.replace(/, \d{4}$/, '') ?? '');
  return labels.length < 2 ? [] : [first ?? '', last ?? ''];
}

function recentMeans(timeline: Parameters<typeof dailyCounts>[0]): number[] {
  const days = dailyCounts(timeline).slice(1 - DAYS - WEEK);
  return weeklyMeans(days).filter((mean) => mean !== null);
}

export function captionSummary({ heading, total, firstRank, signals }: SummaryDescription) {
  if (signals.length === 0) return { title: heading, finding: '', altText: `${heading}: no signals.` };
  const shown = Math.min(signals.length, MAX_ROWS);
  const title = total > shown ? `${heading}, ${formatCount(shown)} of ${formatCount(total)}` : heading;
  const rows = signals.slice(0, MAX_ROWS).map(({ signal }, at) => {
    const rank = rankOf(firstRank, at);
    return `${rank === '' ? '' : `${rank}. `}${quotedTopic(signal.topic, 100)}, score ${formatScore(signal.score)}, ${describeTrend(signal)}.`;
  });
  const hasLines = signals.some(({ timeline }) => timeline !== null);
  const lines = hasLines ? ` Each line: mentions per day, 7-day average, last ${DAYS} days, on its own scale.` : '';
  return { title, finding: '', altText: `${title}: ${rows.join(' ')}${lines}` };
}
