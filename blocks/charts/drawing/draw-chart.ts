import type { ChartPlot } from '../plots/plan-chart.ts';
import { drawComparison } from './comparison-drawing.ts';
import type { Drawing } from './frame.ts';
import { drawHistory } from './history-drawing.ts';
import { drawSources } from './sources-drawing.ts';
import { drawSummary } from './summary-drawing.ts';
import type { Measure } from './theme.ts';
import { drawTimeline } from './timeline-drawing.ts';

export function drawChart(plot: ChartPlot, measure: Measure): Drawing {
  switch (plot.kind) {
    case 'timeline':
      return drawTimeline(plot, measure);
    case 'history':
      return drawHistory(plot, measure);
    case 'sources':
      return drawSources(plot, measure);
    case 'comparison':
      return drawComparison(plot, measure);
    case 'summary':
      return drawSummary(plot, measure);
  }
}
