import { dateLabels, dayNumber } from '../plots/days.ts';
import type { HistoryPlot, HistoryRow } from '../plots/history-plot.ts';
import { composeDrawing, type Drawing, drawEmptyState, drawHeading } from './frame.ts';
import { type Graphic, horizontalLine, label } from './graphics.ts';
import { type SparkLine, sparkLines } from './spark-lines.ts';
import { COLOUR, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

const DATES_HEIGHT = 92;
const ROW_GAP = 22;
const COLUMN_GAP = 28;
const PEN = { width: 6, dot: 18 };

interface Band {
  top: number;
  height: number;
}

/** A row for each figure, each on its own scale, over the same days: name, line, first and last value. */
export function drawHistory(plot: HistoryPlot, measure: Measure): Drawing {
  const heading = drawHeading(plot, measure);
  if (plot.rows.length === 0) {
    return composeDrawing([...heading.graphics, ...drawEmptyState('No score history yet', heading.bottom + 24)], {});
  }
  const top = heading.bottom + 28;
  const height = (SIZE.height - DATES_HEIGHT - top - ROW_GAP * (plot.rows.length - 1)) / plot.rows.length;
  const bands = plot.rows.map((_, at) => ({ top: top + at * (height + ROW_GAP), height }));
  const columns = columnsOf(plot.rows, measure);
  const rows = plot.rows.flatMap((row, at) => drawRow(row, bands[at] ?? { top, height }, columns));
  return composeDrawing(
    [...heading.graphics, ...rows, ...drawDates(plot.dates, columns)],
    sparkLines(linesOf(plot, bands, columns), PEN),
  );
}

interface Columns {
  left: number;
  right: number;
}

function columnsOf(rows: readonly HistoryRow[], measure: Measure): Columns {
  const names = Math.max(...rows.map(({ name }) => measure(name, TYPE.plain)));
  const values = Math.max(...rows.map((row) => measure(valuesOf(row), TYPE.strong)));
  return { left: MARGIN + names + COLUMN_GAP, right: SIZE.width - MARGIN - values - COLUMN_GAP };
}

const valuesOf = ({ from, to }: HistoryRow) => (from === to ? to : `${from} → ${to}`);

function drawRow(row: HistoryRow, { top, height }: Band, { left, right }: Columns): Graphic[] {
  const y = top + height / 2;
  return [
    label(row.name, { x: MARGIN, y, colour: COLOUR.soft }),
    label(valuesOf(row), { x: right + COLUMN_GAP, y, style: TYPE.strong }),
    horizontalLine({ x: left, y: top + height, width: right - left }, { colour: COLOUR.axis, width: 3 }),
  ];
}

function drawDates(dates: readonly string[], { left, right }: Columns): Graphic[] {
  const y = SIZE.height - DATES_HEIGHT + 36;
  const [first, last] = dateLabels([dates.at(0) ?? '', dates.at(-1) ?? '']);
  if (dates.length === 1)
    return [label(last ?? '', { x: (left + right) / 2, y, colour: COLOUR.soft, align: 'center' })];
  return [
    label(first ?? '', { x: left, y, colour: COLOUR.soft }),
    label(last ?? '', { x: right, y, colour: COLOUR.soft, align: 'right' }),
  ];
}

function linesOf({ rows, dates }: HistoryPlot, bands: readonly Band[], { left, right }: Columns): SparkLine[] {
  const days = dates.map(dayNumber);
  return bands.map(({ top, height }, at) => ({
    box: { left, top, width: right - left, height },
    points: (rows[at]?.values ?? []).map((value, night) => [days[night] ?? 0, value]),
    max: rows[at]?.max ?? 1,
  }));
}
