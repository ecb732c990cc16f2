import type { EChartsOption, LineSeriesOption } from 'echarts';
import type { ComparedLine, ComparisonPlot } from '../plots/mentions-plot.ts';
import {
  composeDrawing,
  countAxis,
  countScale,
  type Drawing,
  dayAxis,
  drawEmptyState,
  drawHeading,
  plotArea,
} from './frame.ts';
import { box, dot, type Graphic, horizontalLine, label, type Stroke } from './graphics.ts';
import { COLOUR, MARGIN, type Measure, TYPE } from './theme.ts';

/** Two lines are told apart by dash and end mark as well as by colour. */
const STYLES = [
  { stroke: { colour: COLOUR.blue, width: 6 }, mark: 'circle' },
  { stroke: { colour: COLOUR.orange, width: 6, dash: [16, 10] }, mark: 'rect' },
] as const satisfies readonly { stroke: Stroke; mark: string }[];

const LEGEND_LINE = 52;
const LEGEND_ENTRY = 200;
const SAMPLE_WIDTH = 72;
const MARK_SIZE = 20;
const GAP = 28;

export function drawComparison(plot: ComparisonPlot, measure: Measure): Drawing {
  const heading = drawHeading(plot, measure);
  const key = plot.lines.flatMap((_, at) => drawLegendEntry(at, heading.bottom + LEGEND_LINE / 2));
  const top = heading.bottom + LEGEND_LINE + 28;
  const values = plot.lines.flatMap((line) => line.values);
  const graphics = [...heading.graphics, ...key];
  if (values.every((value) => value === null || value === 0)) {
    return composeDrawing([...graphics, ...drawEmptyState('No mentions of either', top)], {});
  }
  const scale = countScale(values);
  const option: EChartsOption = {
    grid: plotArea(top, scale, measure),
    xAxis: dayAxis(plot.dates),
    yAxis: countAxis(scale),
    series: plot.lines.map(lineOf),
  };
  return composeDrawing(graphics, option);
}

/** Side by side; the card says who is A and B. */
function drawLegendEntry(at: number, y: number): Graphic[] {
  const { stroke, mark } = STYLES[at] ?? STYLES[0];
  const x = MARGIN + at * LEGEND_ENTRY;
  return [
    horizontalLine({ x, y, width: SAMPLE_WIDTH }, stroke),
    drawMark(mark, { x: x + SAMPLE_WIDTH, y }, stroke.colour),
    label('AB'.charAt(at), { x: x + SAMPLE_WIDTH + GAP, y, style: TYPE.strong }),
  ];
}

function drawMark(mark: 'circle' | 'rect', { x, y }: { x: number; y: number }, colour: string): Graphic {
  if (mark === 'circle') return dot({ x, y }, MARK_SIZE / 2, colour);
  return box({ x: x - MARK_SIZE / 2, y: y - MARK_SIZE / 2, width: MARK_SIZE, height: MARK_SIZE }, colour);
}

function lineOf({ values }: ComparedLine, at: number): LineSeriesOption {
  const { stroke, mark } = STYLES[at] ?? STYLES[0];
  const end = values.findLastIndex((value) => value !== null);
  return {
    type: 'line',
    clip: false,
    data: values.map((value, day) => ({ value: [day, value], symbol: day === end ? mark : 'none' })),
    symbolSize: MARK_SIZE,
    showAllSymbol: true,
    smooth: 0.3,
    smoothMonotone: 'x',
    itemStyle: { color: stroke.colour },
    lineStyle: {
      color: stroke.colour,
      width: stroke.width,
      join: 'round',
      type: 'dash' in stroke ? [...stroke.dash] : 'solid',
    },
  };
}
