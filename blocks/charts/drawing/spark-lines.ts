import type { EChartsOption } from 'echarts';
import { COLOUR } from './theme.ts';

/** A line without axes in a box of its own, on a ground that begins at 0, with a dot at its end. */
export interface SparkLine {
  box: { left: number; top: number; width: number; height: number };
  points: (readonly [x: number, y: number])[];
  /** Where the scale of y ends. */
  max: number;
}

interface Pen {
  width: number;
  dot: number;
}

/** Several of them in one picture. */
export function sparkLines(lines: readonly SparkLine[], { width, dot }: Pen): EChartsOption {
  return {
    grid: lines.map(({ box }) => box),
    xAxis: lines.map(({ points }, gridIndex) => ({ gridIndex, show: false, type: 'value', ...extentOf(points) })),
    yAxis: lines.map(({ max }, gridIndex) => ({ gridIndex, show: false, type: 'value', min: 0, max })),
    series: lines.map(({ points }, at) => ({
      type: 'line',
      xAxisIndex: at,
      yAxisIndex: at,
      clip: false,
      data: points.map((value, index) => ({
        value: [...value],
        symbol: index === points.length - 1 ? 'circle' : 'none',
      })),
      symbolSize: dot,
      showAllSymbol: true,
      itemStyle: { color: COLOUR.blue },
      lineStyle: { color: COLOUR.blue, width, cap: 'round', join: 'round' },
      areaStyle: { color: COLOUR.blueWash, opacity: 1 },
    })),
  };
}

/** A single point stands in the middle. */
function extentOf(points: SparkLine['points']): { min: number; max: number } {
  const [min, max] = [points.at(0)?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return min === max ? { min: min - 1, max: max + 1 } : { min, max };
}
