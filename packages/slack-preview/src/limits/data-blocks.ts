import { z } from 'zod';
import { block, boundedText, listOf, richText, typed } from './composition-objects.ts';

const rawText = typed('raw_text', { text: z.string().min(1) });
const rawNumber = typed('raw_number', { value: z.number(), text: z.string().min(1) });
const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText]);
const row = listOf(cell, 20);

function isRectangular(rows: readonly (readonly unknown[])[]): boolean {
  return rows.every((each) => each.length === rows[0]?.length);
}

export const table = block('table', {
  rows: listOf(row, 100).refine(isRectangular, 'all rows must have the same number of cells'),
  column_settings: z
    .array(
      z
        .strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: z.boolean().optional() })
        .nullable(),
    )
    .max(20)
    .optional(),
});

export const dataTable = block('data_table', {
  caption: boundedText(3_000),
  // The first row is the header.
  rows: z.array(row).min(2).max(101).refine(isRectangular, 'all rows must have the same number of cells'),
  page_size: z.number().int().min(1).max(100).optional(),
  row_header_column_index: z.number().int().min(0).max(19).optional(),
}).refine(({ rows }) => rows[0]?.every((each) => each.type !== 'rich_text'), {
  error: 'unsupported type: rich_text',
  path: ['rows', 0],
});

const label = boundedText(20);

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const pie = typed('pie', { segments: listOf(z.strictObject({ label, value: z.number().gt(0) }), 6) });

const series = z.strictObject({
  name: label,
  data: listOf(z.strictObject({ label, value: z.number() }), 20),
});

const plot = <Type extends string>(type: Type) =>
  typed(type, {
    series: listOf(series, 6).refine((all) => areDistinct(all.map(({ name }) => name)), 'series names must be unique'),
    axis_config: z.strictObject({
      categories: listOf(label, 20).refine(areDistinct, 'categories must be unique'),
      x_label: boundedText(50).optional(),
      y_label: boundedText(50).optional(),
    }),
  }).refine((chart) => chart.series.every(({ data }) => covers(data, chart.axis_config.categories)), {
    error: 'every series must have one data point for every category',
    path: ['series'],
  });

function covers(data: readonly { label: string }[], categories: readonly string[]): boolean {
  const labels = new Set(data.map((point) => point.label));
  return data.length === categories.length && categories.every((category) => labels.has(category));
}

/** Slack's own charts. Up to six series: the smallest limit that its docs and servers agree on. */
export const dataVisualization = block('data_visualization', {
  title: boundedText(50),
  chart: z.discriminatedUnion('type', [pie, plot('line'), plot('bar'), plot('area')]),
});
