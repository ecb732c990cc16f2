import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';

/** A picture of nothing: what it shows is tested where charts are drawn. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

/** Has real words for every chart, and draws none: starting the thread that draws takes longer than most tests. */
export function createBlankCharts(): ChartRenderer {
  return {
    renderChart: async (description) => ({ ...planChart(description).caption, png: PNG }),
    stop: async () => undefined,
  };
}
