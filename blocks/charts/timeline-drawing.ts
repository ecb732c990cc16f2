import type { BarSeriesOption, EChartsOption, LineSeriesOption } from 'echarts';
import { plural } from '../numbers.ts';
import { countScale } from './count-scale.ts';
import { countAxis, dayAxis, plotArea } from './day-axes.ts';
import { WEEK } from './days.ts';
import { composeDrawing, type Drawing, drawEmptyState, drawHeading } from './frame.ts';
import { drawLegend, type LegendEntry } from './key.ts';
import { COLOUR, type Measure } from './theme.ts';
import type { TimelinePlot } from './timeline-plot.ts';

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

/** Bars of the days; those of the last week in another colour on a ground of their own, unless there are no others. */
function bars({ days }: TimelinePlot, width: number): BarSeriesOption {
  const lastWeek = days.length > WEEK ? days.length - WEEK : days.length;
  return {
    type: 'bar',
    barWidth: Math.min(WIDEST_BAR, Math.max(1, (width / days.length) * 0.72)),
    data: days.map(({ count }, at) => ({
      value: [at, count],
      itemStyle: { color: at < lastWeek ? COLOUR.paleBlue : COLOUR.paleOrange },
    })),
    markArea: {
      silent: true,
      itemStyle: { color: COLOUR.wash },
      data: [[{ xAxis: lastWeek - 0.5 }, { xAxis: days.length - 0.5 }]],
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
function legendEntries({ days }: TimelinePlot): LegendEntry[] {
  const daily = { mark: { bar: COLOUR.paleBlue }, words: 'mentions a day' };
  if (days.length <= WEEK) return [daily];
  return [
    daily,
    { mark: { line: MEAN }, words: '7-day mean' },
    { mark: { bar: COLOUR.paleOrange }, words: 'last 7 days' },
  ];
}
