import { DAYS, type SummaryPlot, type SummaryRow } from '../plots/summary-plot.ts';
import { composeDrawing, type Drawing, drawEmptyState, drawHeading } from './frame.ts';
import { type Graphic, horizontalLine, label } from './graphics.ts';
import { type SparkLine, sparkLines } from './spark-lines.ts';
import { COLOUR, fitOnTwoLines, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

const HEADER = 56;
const LINE = 42;
const ROW_PADDING = 16;
const TALLEST_ROW = 110;
const BOTTOM = 28;
const GAP = 28;
const RANK_GAP = 20;
const PEN = { width: 5, dot: 16 };
const SPARK = { width: 300, height: 44 };
const MENTIONS = `${DAYS} days`;
/** What the lines are. */
const LINES = 'Each line: 7-day average, own scale';

/** The left edge of the topics, and the right edges of all columns. */
interface Columns {
  topicStart: number;
  topic: number;
  days: number;
  mentions: number;
}

/** A row, where it stands, and its topic on one line or two. */
interface RowPosition {
  row: SummaryRow;
  lines: string[];
  top: number;
  height: number;
}

/** A row for each signal: its place in the list, topic, and thirty days, which its list doesn't show. The picture grows with its rows. */
export function drawSummary(plot: SummaryPlot, measure: Measure): Drawing {
  const heading = drawHeading(plot, measure);
  if (plot.rows.length === 0) {
    return composeDrawing([...heading.graphics, ...drawEmptyState('Nothing on this list', heading.bottom + 24)], {});
  }
  const columns = columnsOf(plot.rows, measure);
  const { places, height } = placeRows(plot.rows, heading.bottom + HEADER, columns, measure);
  const header = drawHeader(plot.dates, heading.bottom + HEADER / 2, columns);
  const rows = places.flatMap((place) => drawRow(place, columns));
  return composeDrawing([...heading.graphics, ...header, ...rows], sparkLines(linesOf(places, columns), PEN), height);
}

function columnsOf(rows: readonly SummaryRow[], measure: Measure): Columns {
  const mentions = SIZE.width - MARGIN;
  const widest = Math.max(measure(MENTIONS, TYPE.plain), ...rows.map((row) => measure(row.mentions, TYPE.strong)));
  const days = mentions - widest - GAP;
  const widestRank = Math.max(...rows.map(({ rank }) => measure(rank, TYPE.plain)));
  const topicStart = MARGIN + (widestRank === 0 ? 0 : widestRank + RANK_GAP);
  return { mentions, days, topic: days - SPARK.width - GAP, topicStart };
}

function placeRows(rows: readonly SummaryRow[], top: number, columns: Columns, measure: Measure) {
  const room = { width: columns.topic - columns.topicStart, style: TYPE.plain, measure };
  const topics = rows.map(({ topic }) => fitOnTwoLines(topic, room));
  const least = LINE * Math.max(...topics.map((lines) => lines.length)) + ROW_PADDING;
  const height = Math.max(SIZE.height, top + least * rows.length + BOTTOM);
  const rowHeight = Math.min(TALLEST_ROW, (height - BOTTOM - top) / rows.length);
  const places = rows.map((row, at): RowPosition => {
    return { row, lines: topics[at] ?? [], top: top + rowHeight * at, height: rowHeight };
  });
  return { places, height };
}

function drawHeader([first = '', last = '']: readonly string[], y: number, { days, mentions }: Columns): Graphic[] {
  const place = { y, colour: COLOUR.soft };
  return [
    ...(last === '' ? [] : [label(LINES, { ...place, x: MARGIN })]),
    label(first, { ...place, x: days - SPARK.width }),
    label(last, { ...place, x: days, align: 'right' }),
    label(MENTIONS, { ...place, x: mentions, align: 'right' }),
  ];
}

function drawRow({ row, lines, top, height }: RowPosition, columns: Columns): Graphic[] {
  const { topicStart, days, mentions } = columns;
  const y = top + height / 2;
  const first = y - (LINE * (lines.length - 1)) / 2;
  const unknown = label('–', { x: days - SPARK.width / 2, y, colour: COLOUR.soft, align: 'center' });
  return [
    horizontalLine({ x: MARGIN, y: top, width: SIZE.width - 2 * MARGIN }, { colour: COLOUR.rule, width: 2 }),
    label(row.rank, { x: MARGIN, y: first, colour: COLOUR.soft }),
    ...lines.map((line, at) => label(line, { x: topicStart, y: first + LINE * at })),
    ...(row.means.length === 0 ? [unknown] : []),
    label(row.mentions, { x: mentions, y, style: TYPE.strong, align: 'right' }),
  ];
}

function linesOf(places: readonly RowPosition[], { days }: Columns): SparkLine[] {
  const left = days - SPARK.width;
  return places.map(({ row: { means }, top, height }) => ({
    box: { ...SPARK, left, top: top + (height - SPARK.height) / 2 },
    points: means.map((mean, at) => [at, mean]),
    // A line of zeros lies on the ground.
    max: Math.max(...means, 0) || 1,
  }));
}
