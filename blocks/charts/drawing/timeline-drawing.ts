import type { BarSeriesOption, EChartsOption, LineSeriesOption } from 'echarts';
import { plural } from '../../kit/format.ts';
import { monthAndDay } from '../plots/days.ts';
import { isInPart, type TimelinePlot } from '../plots/mentions-plot.ts';
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
import { box, type Graphic, horizontalLine, label, type Stroke } from './graphics.ts';
import { COLOUR, fitTextToWidth, MARGIN, type Measure, SIZE, TYPE } from './theme.ts';

/** What a mark of the plot stands for. */
export interface LegendEntry {
  mark: { bar: string } | { band: string } | { line: Stroke };
  words: string;
}

const MARK = { width: 44, gap: 14 };
const ENTRY_GAP = 44;

/** The marks side by side around the height `y`, each with its words. */
function drawLegend(entries: readonly LegendEntry[], y: number, measure: Measure): Graphic[] {
  let x = MARGIN;
  return entries.flatMap(({ mark, words }) => {
    const textX = x + MARK.width + MARK.gap;
    const fitting = fitTextToWidth(words, { width: SIZE.width - MARGIN - textX, style: TYPE.plain, measure });
    const drawn = [...drawMark(mark, x, y), label(fitting, { x: textX, y, colour: COLOUR.soft })];
    x = textX + measure(fitting, TYPE.plain) + ENTRY_GAP;
    return drawn;
  });
}

function drawMark(mark: LegendEntry['mark'], x: number, y: number): Graphic[] {
  if ('line' in mark) return [horizontalLine({ x, y, width: MARK.width }, mark.line)];
  if ('band' in mark) return [box({ x, y: y - 17, width: MARK.width, height: 34, radius: 4 }, mark.band)];
  const heights = [18, 32, 24];
  return heights.map((height, at) => box({ x: x + at * 15, y: y + 16 - height, width: 11, height }, mark.bar));
}

const LEGEND_HEIGHT = 56;
const MEAN = { colour: COLOUR.ink, width: 6 };
const WIDEST_BAR = 64;

export function drawTimeline(plot: TimelinePlot, measure: Measure): Drawing {
  const heading = drawHeading(plot, measure);
  if (plot.days.every(({ count }) => count === 0)) {
    const words = plot.days.length === 0 ? 'No days to show yet' : `No mentions in ${plural(plot.days.length, 'day')}`;
    return composeDrawing([...heading.graphics, ...drawEmptyState(words, heading.bottom + 24)], {});
  }
  const key = drawLegend(legendEntries(plot), heading.bottom + LEGEND_HEIGHT / 2, measure);
  const scale = countScale(plot.days.map(({ count }) => count));
  const area = plotArea(heading.bottom + LEGEND_HEIGHT + 24, scale, measure);
  const option: EChartsOption = {
    grid: area,
    xAxis: dayAxis(plot.days.map(({ date }) => date)),
    yAxis: countAxis(scale),
    series: [bars(plot, area.width), meanLine(plot)],
  };
  return composeDrawing([...heading.graphics, ...key], option);
}

/** Bars of the days; those in which this week lies in another colour on a ground of their own, unless there are no others. */
function bars({ days, thisWeek }: TimelinePlot, width: number): BarSeriesOption {
  const weekStart = isInPart(days) ? 1 : days.length > thisWeek ? days.length - thisWeek : days.length;
  return {
    type: 'bar',
    barWidth: Math.min(WIDEST_BAR, Math.max(1, (width / days.length) * 0.72)),
    data: days.map(({ count }, at) => ({
      value: [at, count],
      itemStyle: { color: at < weekStart ? COLOUR.paleBlue : COLOUR.paleOrange },
    })),
    markArea: {
      silent: true,
      itemStyle: { color: COLOUR.wash },
      data: [[{ xAxis: weekStart - 0.5 }, { xAxis: days.length - 0.5 }]],
    },
  };
}

function meanLine({ means }: TimelinePlot): LineSeriesOption {
  return {
    type: 'line',
    data: means.map((mean, at) => [at, mean]),
    showSymbol: false,
    smooth: 0.3,
    smoothMonotone: 'x',
    lineStyle: { color: MEAN.colour, width: MEAN.width, cap: 'round', join: 'round' },
  };
}

/** Only of marks that are there. */
function legendEntries({ days, thisWeek }: TimelinePlot): LegendEntry[] {
  const daily = { mark: { bar: COLOUR.paleBlue }, words: 'per day (UTC)' };
  if (isInPart(days)) {
    const inPart = `${monthAndDay(days[0]?.date ?? '')}, partly last week`;
    return [
      { mark: { bar: COLOUR.paleOrange }, words: 'per day (UTC)' },
      { mark: { bar: COLOUR.paleBlue }, words: inPart },
    ];
  }
  if (days.length <= thisWeek) return [daily];
  return [
    daily,
    { mark: { line: MEAN }, words: '7-day average' },
    { mark: { bar: COLOUR.paleOrange }, words: `since ${monthAndDay(days.at(-thisWeek)?.date ?? '')}` },
  ];
}
