import { providerName } from '@pain-signals/contract';
import { formatCount, plural } from '../../kit/format.ts';
import { escapePlainText } from '../../kit/text.ts';
import type { PlotHeading, SourcesDescription } from './chart-description.ts';
import { drawableText, quotedTopic } from './chart-text.ts';

export interface SourceRow {
  name: string;
  mentions: number;
  percent: number;
}

export interface SourcesPlot extends PlotHeading {
  kind: 'sources';
  /** Most mentions first; what does not fit is one row at the end. */
  rows: SourceRow[];
}

const MAX_ROWS = 5;
const UNNAMED = 'Unnamed source';

export function plotSources({ stats, isSample }: SourcesDescription): SourcesPlot {
  const all = sourcesOf(stats).map((row) => ({ ...row, name: drawableText(providerName(row.name)) || UNNAMED }));
  const rows = all.length <= MAX_ROWS ? all : [...all.slice(0, MAX_ROWS - 1), othersOf(all.slice(MAX_ROWS - 1))];
  return {
    kind: 'sources',
    title: 'Mentions by source',
    isSample,
    rows,
  };
}

function sourcesOf({ sourceDistribution }: SourcesDescription['stats']): SourceRow[] {
  return sourceDistribution
    .map(({ provider, mentions, percent }) => ({ name: provider, mentions, percent }))
    .filter(({ mentions }) => mentions > 0)
    .sort((one, other) => other.mentions - one.mentions);
}

function othersOf(rows: readonly SourceRow[]): SourceRow {
  const mentions = rows.reduce((sum, row) => sum + row.mentions, 0);
  const percent = rows.reduce((sum, row) => sum + row.percent, 0);
  return { name: plural(rows.length, 'other'), mentions, percent };
}

function findingOf([first, ...others]: readonly SourceRow[], total: number): string {
  if (first === undefined) return '';
  if (others.length === 0)
    return total === 1 ? `1 mention, on ${first.name}` : `All ${plural(total, 'mention')} are on ${first.name}`;
  return `${formatCount(first.mentions)} of ${plural(total, 'mention')} (${first.percent}%) ${first.mentions === 1 ? 'is' : 'are'} on ${first.name}`;
}

export function captionSources({ topic, stats }: SourcesDescription) {
  const title = `Sources of ${quotedTopic(topic)}`;
  const sources = sourcesOf(stats).map(({ name, ...row }) => ({
    ...row,
    name: escapePlainText(providerName(name), 40) || UNNAMED,
  }));
  if (sources.length === 0) return { title, finding: '', altText: `${title}: no mentions yet.` };
  const named = sources
    .slice(0, 20)
    .map(({ name, mentions, percent }) => `${name} ${formatCount(mentions)} (${percent}%)`);
  const rest = sources.length > 20 ? `, and ${sources.length - 20} more` : '';
  const finding = findingOf(sources, stats.totalMentions);
  return { title, finding, altText: `${finding}. ${title}: ${named.join(', ')}${rest}.` };
}
