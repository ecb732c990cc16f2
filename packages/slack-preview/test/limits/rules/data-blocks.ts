import { blockRule, long, plain, type Rule, times } from './rule.ts';

const cell = (text: string) => ({ type: 'raw_text', text });
const rows = (count: number, columns = 1, text = 'x') => times(count, () => times(columns, () => cell(text)));
const table = (more: object) => ({ type: 'table', rows: rows(2), ...more });
const data = (more: object) => ({ type: 'data_table', caption: 'Signals', rows: rows(2), ...more });
const chart = (chart: object, title = 'Mentions') => ({ type: 'data_visualization', title, chart });
const point = (label: string, value = 1) => ({ label, value });
const labels = (count: number) => times(count, (index) => `w${index}`);
const line = (series: number, points: number, more: object = {}) => ({
  type: 'line',
  series: times(series, (index) => ({ name: `s${index}`, data: labels(points).map((label) => point(label)) })),
  axis_config: { categories: labels(points) },
  ...more,
});
const pie = (segments: readonly object[]) => chart({ type: 'pie', segments });

export const DATA_RULES: readonly Rule[] = [
  blockRule(
    'table up to 100 rows',
    table({ rows: rows(100) }),
    table({ rows: rows(101) }),
    'no more than 100 items allowed',
    '/rows',
  ),
  blockRule(
    'table up to 20 columns',
    table({ rows: rows(1, 20) }),
    table({ rows: rows(1, 21) }),
    'no more than 20 items allowed',
    '/rows/0',
  ),
  blockRule(
    'table rows are equally long',
    table({}),
    table({ rows: [[cell('a')], [cell('a'), cell('b')]] }),
    'all rows must have the same number of cells',
    '/rows',
  ),
  blockRule(
    'table cells are not empty',
    table({}),
    table({ rows: rows(1, 1, '') }),
    'must be more than 0 characters',
    '/rows/0/0/text',
  ),
  blockRule(
    'table cells of known kinds',
    table({}),
    table({ rows: [[plain('x')]] }),
    'unsupported type: plain_text',
    '/rows/0/0/type',
  ),
  blockRule(
    'up to 20 column settings',
    table({ column_settings: times(20, () => ({ align: 'left' })) }),
    table({ column_settings: times(21, () => ({ align: 'left' })) }),
    'no more than 20 items allowed',
    '/column_settings',
  ),
  blockRule(
    'data table needs a caption',
    data({}),
    { type: 'data_table', rows: rows(2) },
    'missing required field: caption',
  ),
  blockRule(
    'data table has a header and a row',
    data({}),
    data({ rows: rows(1) }),
    'must provide at least 2 items',
    '/rows',
  ),
  blockRule(
    'data table up to 101 rows',
    data({ rows: rows(101) }),
    data({ rows: rows(102) }),
    'no more than 101 items allowed',
    '/rows',
  ),
  blockRule(
    'data table header without rich text',
    data({}),
    data({ rows: [[{ type: 'rich_text', elements: [] }], [cell('x')]] }),
    'unsupported type: rich_text',
    '/rows/0',
  ),
  blockRule(
    'pages up to 100 rows',
    data({ page_size: 100 }),
    data({ page_size: 101 }),
    'must be less than or equal to 100',
    '/page_size',
  ),

  blockRule(
    'chart title up to 50',
    chart(line(1, 2), long(50)),
    chart(line(1, 2), long(51)),
    'must be less than 51 characters',
    '/title',
  ),
  blockRule(
    'chart of a known kind',
    chart(line(1, 2)),
    chart({ ...line(1, 2), type: 'radar' }),
    'unsupported type: radar',
    '/chart/type',
  ),
  blockRule('up to 6 series', chart(line(6, 2)), chart(line(7, 2)), 'no more than 6 items allowed', '/chart/series'),
  blockRule(
    'up to 20 points',
    chart(line(1, 20)),
    chart(line(1, 21, { axis_config: { categories: labels(20) } })),
    'no more than 20 items allowed',
    '/chart/series/0/data',
  ),
  blockRule(
    'series names are unique',
    chart(line(2, 2)),
    chart(line(0, 2, { series: times(2, () => ({ name: 'same', data: labels(2).map((label) => point(label)) })) })),
    'series names must be unique',
    '/chart/series',
  ),
  blockRule(
    'a point for every category',
    chart(line(1, 3)),
    chart({ ...line(1, 2), axis_config: { categories: labels(3) } }),
    'every series must have one data point for every category',
    '/chart/series',
  ),
  blockRule(
    'axis labels up to 50',
    chart(line(1, 1, { axis_config: { categories: labels(1), x_label: long(50) } })),
    chart(line(1, 1, { axis_config: { categories: labels(1), x_label: long(51) } })),
    'must be less than 51 characters',
    '/chart/axis_config/x_label',
  ),
  blockRule(
    'pie up to 6 segments',
    pie(times(6, (index) => point(`s${index}`))),
    pie(times(7, (index) => point(`s${index}`))),
    'no more than 6 items allowed',
    '/chart/segments',
  ),
  blockRule(
    'pie segments up to 20 characters',
    pie([point(long(20))]),
    pie([point(long(21))]),
    'must be less than 21 characters',
    '/chart/segments/0/label',
  ),
];
