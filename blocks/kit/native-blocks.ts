import type {
  Block,
  ContainerBlock,
  ContextActionsBlock,
  DataTableBlock,
  RichTextBlock,
  RichTextElement,
  TableBlock,
} from '@slack/types';
import type { ActionId } from './buttons.ts';
import { type CardBlock, plainText } from './elements.ts';
import { BLOCK_LIMITS } from './limits.ts';
import { escapePlainText, truncate, unescapeMrkdwn } from './text.ts';

/** Slack's newer blocks. Which surfaces take them is partly undocumented, so each comes with a fallback. */
export type NativeKind = 'chart' | 'table' | 'container' | 'feedback';
export type NativeBlock = DataVisualizationBlock | DataTableBlock | TableBlock | ContainerBlock | ContextActionsBlock;

export interface NativePart {
  type: 'native';
  kind: NativeKind;
  blocks: readonly (NativeBlock | CardBlock)[];
  /** Shown where Slack refuses the block. */
  instead: readonly CardBlock[];
}

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block; not in Slack's typings yet. */
export interface DataVisualizationBlock extends Block {
  type: 'data_visualization';
  title: string;
  chart: {
    type: 'line' | 'bar';
    series: { name: string; data: { label: string; value: number }[] }[];
    axis_config: { categories: string[]; y_label?: string };
  };
}

export interface ChartLine {
  name: string;
  values: readonly number[];
}

interface ChartParts {
  title: string;
  categories: readonly string[];
  lines: readonly ChartLine[];
  type?: 'line' | 'bar';
}

/** Lines or bars over the same categories; null when there is nothing to draw. Slack takes 20 points, so earlier ones are left out. */
export function nativeChart(
  { title, categories, lines, type = 'line' }: ChartParts,
  instead: readonly CardBlock[],
): NativePart | null {
  const labels = categories
    .slice(-BLOCK_LIMITS.chartPoints)
    .map((label) => escapePlainText(label, BLOCK_LIMITS.chartLabel) || '?');
  if (labels.length === 0 || new Set(labels).size < labels.length) return null;
  const names = lines.map(({ name }) => escapePlainText(name, BLOCK_LIMITS.chartLabel) || 'Signal');
  const series = lines.map(({ values }, at) => ({
    // Slack wants each name once.
    name: names.indexOf(names[at] ?? '') === at ? (names[at] ?? '') : `${truncate(names[at] ?? '', 16)} (${at + 1})`,
    data: labels.map((label, point) => ({ label, value: values[values.length - labels.length + point] ?? 0 })),
  }));
  const block: DataVisualizationBlock = {
    type: 'data_visualization',
    title: escapePlainText(title, BLOCK_LIMITS.chartTitle) || 'Mentions',
    chart: { type, series, axis_config: { categories: labels } },
  };
  return { type: 'native', kind: 'chart', blocks: [block], instead };
}

/** A number sorts as one; a link shows its text; mrkdwn of our own keeps its bold words, its code and its dates, which are in the reader's zone. */
export type Cell = string | { value: number; text: string } | { url: string; text: string } | { mrkdwn: string };

function cellOf(cell: Cell): DataTableBlock['rows'][number][number] {
  if (typeof cell === 'string') return { type: 'raw_text', text: escapePlainText(cell, BLOCK_LIMITS.tableCell) || '–' };
  if ('value' in cell) return { type: 'raw_number', ...cell };
  if ('mrkdwn' in cell) return richCell(richParts(cell.mrkdwn));
  const link = {
    type: 'link' as const,
    url: cell.url,
    text: escapePlainText(cell.text, BLOCK_LIMITS.tableCell) || '–',
  };
  return richCell([link]);
}

const richCell = (elements: RichTextElement[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});

const MARKS = /<!date\^(\d+)\^([^|^>]+)\|([^>]*)>|\*([^*]+)\*|`([^`]+)`/g;

function richParts(mrkdwn: string): RichTextElement[] {
  const parts: RichTextElement[] = [];
  let end = 0;
  const plain = (text: string) => text !== '' && parts.push({ type: 'text', text: unescapeMrkdwn(text) });
  for (const found of mrkdwn.matchAll(MARKS)) {
    const [all, timestamp, format = '', fallback = '', bold, code] = found;
    plain(mrkdwn.slice(end, found.index));
    if (timestamp !== undefined) parts.push({ type: 'date', timestamp: Number(timestamp), format, fallback });
    else if (bold !== undefined) parts.push({ type: 'text', text: unescapeMrkdwn(bold), style: { bold: true } });
    else if (code !== undefined) parts.push({ type: 'text', text: unescapeMrkdwn(code), style: { code: true } });
    end = found.index + all.length;
  }
  plain(mrkdwn.slice(end));
  return parts;
}

interface TableParts {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A table that people can sort, and what comes with it. The first row is its head. */
export function dataTable(
  { caption, head, rows, below = [] }: TableParts & { below?: readonly CardBlock[] },
  instead: readonly CardBlock[],
): NativePart {
  const block: DataTableBlock = {
    type: 'data_table',
    caption: escapePlainText(caption, 150),
    rows: [head, ...rows.slice(0, BLOCK_LIMITS.tableRows)].map((row) => row.map(cellOf)),
    page_size: Math.min(Math.max(rows.length, 1), BLOCK_LIMITS.tableRows),
  };
  return { type: 'native', kind: 'table', blocks: [block, ...below], instead };
}

/** A small table whose rows stay in their order. */
export function plainTable(rows: readonly (readonly Cell[])[], instead: readonly CardBlock[]): NativePart {
  const columns = rows[0]?.length ?? 0;
  const block: TableBlock = {
    type: 'table',
    rows: rows.map((row) => row.map(cellOf)),
    column_settings: Array.from({ length: columns }, () => ({ is_wrapped: true })),
  };
  return { type: 'native', kind: 'table', blocks: [block], instead };
}

/** Blocks behind a heading that opens them. What doesn't fit inside follows below. */
export function folded(title: string, children: readonly CardBlock[]): (NativePart | CardBlock)[] {
  if (children.length === 0) return [];
  const inside = children.slice(0, BLOCK_LIMITS.foldedBlocks);
  const block: ContainerBlock = {
    type: 'container',
    title: plainText(truncate(title, BLOCK_LIMITS.foldedTitle)),
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: inside as ContainerBlock['child_blocks'],
  };
  return [
    { type: 'native', kind: 'container', blocks: [block], instead: inside },
    ...children.slice(BLOCK_LIMITS.foldedBlocks),
  ];
}

/** Thumbs up and down. The values come back with the press; null when one is too long. */
export function feedbackButtons(
  action: ActionId,
  values: { positive: string | null; negative: string | null },
  {
    negative: says = 'Not useful',
    instead = [],
  }: {
    negative?: string;
    /** Shown where Slack takes no thumbs. */
    instead?: readonly (CardBlock | null)[];
  } = {},
): NativePart | null {
  const { positive, negative } = values;
  if (positive === null || negative === null) return null;
  const block: ContextActionsBlock = {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: action,
        positive_button: { text: plainText('Useful'), value: positive, accessibility_label: 'This is useful' },
        negative_button: { text: plainText(says), value: negative, accessibility_label: 'This is not useful' },
      },
    ],
  };
  return { type: 'native', kind: 'feedback', blocks: [block], instead: instead.filter((each) => each !== null) };
}
