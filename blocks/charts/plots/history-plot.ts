import type { History } from '@pain-signals/contract';
import { describeDay, formatCount, formatScore, plural } from '../../kit/format.ts';
import { OWNERS_LABEL } from '../../kit/signal-text.ts';
import type { HistoryDescription, PlotHeading } from './chart-description.ts';
import { quotedTopic } from './chart-text.ts';
import { dayNumber, describeDateRange } from './days.ts';

/** One figure of a signal, night by night. */
export interface HistoryRow {
  name: string;
  values: number[];
  /** Where its scale ends; it begins at 0. */
  max: number;
  from: string;
  to: string;
}

export interface HistoryPlot extends PlotHeading {
  kind: 'history';
  /** `YYYY-MM-DD`, oldest first, one for each value of a row. */
  dates: string[];
  rows: HistoryRow[];
}

export function plotHistory({ history, isSample }: HistoryDescription): HistoryPlot {
  const points = history.points.toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date)).slice(-366);
  const rows = points.length === 0 ? [] : rowsOf(points);
  const dates = points.map(({ date }) => date);
  return {
    kind: 'history',
    title: 'Score history',
    isSample,
    dates,
    rows,
  };
}

function rowsOf(points: History['points']): HistoryRow[] {
  const row = (name: string, values: number[], max: number, show: (value: number) => string) => {
    return { name, values, max, from: show(values.at(0) ?? 0), to: show(values.at(-1) ?? 0) };
  };
  const volumes = points.map(({ volume }) => volume);
  const owners = points.map(({ ownerCount }) => ownerCount);
  return [
    row(
      'Score',
      points.map(({ score }) => score),
      100,
      formatScore,
    ),
    row('Total mentions', volumes, largest(volumes), formatCount),
    row(OWNERS_LABEL, owners, largest(owners), formatCount),
  ];
}

function findingOf([score]: HistoryRow[], dates: readonly string[]): string {
  const first = dates[0];
  if (score === undefined || first === undefined) return '';
  if (dates.length === 1) return `Score ${score.to}, first day of tracking`;
  if (score.from === score.to) return `Score steady at ${score.to} since ${describeDay(first)}`;
  const direction = (score.values.at(-1) ?? 0) > (score.values[0] ?? 0) ? '▲ Score up' : '▼ Score down';
  return `${direction} from ${score.from} to ${score.to} since ${describeDay(first)}`;
}

export function captionHistory({ topic, history }: HistoryDescription, { dates, rows }: HistoryPlot) {
  const title = `History of ${quotedTopic(topic)}`;
  const [first, last] = [dates.at(0), dates.at(-1)];
  if (first === undefined || last === undefined) {
    return {
      title,
      finding: '',
      altText: `${title}: no data yet, tracked since ${describeDay(history.trackingStartedAt)}.`,
    };
  }
  const finding = findingOf(rows, dates);
  const figures = rows.map(({ name, from, to }) => `${name.toLowerCase()} ${from === to ? to : `${from} to ${to}`}`);
  const span = `${describeDateRange(first, last)}, ${plural(dates.length, 'day')}`;
  return { title, finding, altText: `${finding.replace(/[▲▼] /, '')}. ${title}, ${span}: ${figures.join('; ')}.` };
}

const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 1);
