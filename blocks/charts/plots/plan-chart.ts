import { createHash } from 'node:crypto';
import { SAMPLE_MARK } from '@pain-signals/contract';
import { escapePlainText, truncate } from '../../kit/text.ts';
import type { Caption, ChartDescription } from './chart-description.ts';
import { captionHistory, type HistoryPlot, plotHistory } from './history-plot.ts';
import {
  type ComparisonPlot,
  captionComparison,
  captionTimeline,
  plotComparison,
  plotTimeline,
  type TimelinePlot,
} from './mentions-plot.ts';
import { captionSources, plotSources, type SourcesPlot } from './sources-plot.ts';
import { captionSummary, plotSummary, type SummaryPlot } from './summary-plot.ts';

/** Everything a picture shows: equal plots make equal pictures. */
export type ChartPlot = TimelinePlot | HistoryPlot | SourcesPlot | ComparisonPlot | SummaryPlot;

export interface ChartPlan {
  plot: ChartPlot;
  caption: Caption;
}

/** Part of every content hash. Raise it when drawing changes. */
const DESIGN = 5;
const ALT_TEXT = 2_000;
const TITLE = 200;

export function planChart(description: ChartDescription): ChartPlan {
  const { plot, words } = plotAndWords(description);
  const sample = description.isSample ? `${SAMPLE_MARK}. ` : '';
  const altText = truncate(`${sample}${words.altText}`, ALT_TEXT);
  const contentHash = createHash('sha256')
    .update(JSON.stringify([DESIGN, plot, altText]))
    .digest('hex');
  const caption = {
    title: escapePlainText(words.title, TITLE),
    finding: words.finding,
    altText,
    fileName: `pain-signals-${plot.kind}-${contentHash.slice(0, 8)}.png`,
    contentHash,
  };
  return { plot, caption };
}

function plotAndWords(description: ChartDescription): {
  plot: ChartPlot;
  words: Pick<Caption, 'title' | 'finding' | 'altText'>;
} {
  switch (description.kind) {
    case 'timeline': {
      const plot = plotTimeline(description);
      return { plot, words: captionTimeline(description, plot) };
    }
    case 'history': {
      const plot = plotHistory(description);
      return { plot, words: captionHistory(description, plot) };
    }
    case 'sources':
      return { plot: plotSources(description), words: captionSources(description) };
    case 'comparison': {
      const plot = plotComparison(description);
      return { plot, words: captionComparison(description) };
    }
    case 'summary':
      return { plot: plotSummary(description), words: captionSummary(description) };
  }
}
