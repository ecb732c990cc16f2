import { long, marked, modalRule, plain, type Rule, times } from './rule.ts';

const divider = { type: 'divider' };
const text = (length: number) => ({ type: 'section', text: marked(long(length)) });
const button = (more: object = {}) => ({ type: 'button', text: plain('Press'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const cells = (length: number) => ({ type: 'table', rows: [[{ type: 'raw_text', text: long(length) }]] });
const chart = { type: 'data_visualization', title: 'x', chart: { type: 'pie', segments: [{ label: 'a', value: 1 }] } };
const uploaded = { type: 'image', alt_text: 'x', slack_file: { id: 'F1' } };
const input = { type: 'input', label: plain('Label'), element: { type: 'plain_text_input' } };
const home = (blocks: readonly object[]) => ({ type: 'home', blocks });

interface Row {
  readonly rule: string;
  readonly accepted: object;
  readonly refused: object;
  readonly error: string;
  readonly message?: string;
}
const message = (row: Row): Rule => ({ surface: 'message', ...row });
const blocks = (
  rule: string,
  accepted: readonly object[],
  refused: readonly object[],
  words: string,
  error = 'invalid_blocks',
) =>
  message({
    rule,
    accepted: { text: 'x', blocks: accepted },
    refused: { text: 'x', blocks: refused },
    error,
    message: words,
  });
const tooLong = (rule: string, accepted: readonly object[], refused: readonly object[]) =>
  message({
    rule,
    accepted: { text: 'x', blocks: accepted },
    refused: { text: 'x', blocks: refused },
    error: 'msg_blocks_too_long',
  });

export const SURFACE_RULES: readonly Rule[] = [
  message({ rule: 'a message says something', accepted: { text: 'x' }, refused: { text: ' ' }, error: 'no_text' }),
  message({
    rule: 'blocks are a list',
    accepted: { text: 'x', blocks: [] },
    refused: { text: 'x', blocks: {} },
    error: 'invalid_blocks_format',
  }),
  message({
    rule: 'text is text',
    accepted: { text: 'x' },
    refused: { text: 1 },
    error: 'invalid_arguments',
    message: 'must provide a string [json-pointer:/text]',
  }),
  message({
    rule: 'no attachments',
    accepted: { text: 'x' },
    refused: { text: 'x', attachments: [] },
    error: 'invalid_attachments',
    message: 'this workspace draws blocks only: send the content as `blocks`',
  }),
  blocks(
    'up to 50 blocks',
    times(50, () => divider),
    times(51, () => divider),
    'no more than 50 items allowed [json-pointer:/blocks]',
  ),
  blocks(
    'block ids are unique',
    [
      { ...divider, block_id: 'a' },
      { ...divider, block_id: 'b' },
    ],
    times(2, () => ({ ...divider, block_id: 'a' })),
    '`block_id` "a" already exists [json-pointer:/blocks/1/block_id]',
  ),
  blocks(
    'action ids are unique in a block',
    [actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))],
    [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))],
    '`action_id` "a" already exists [json-pointer:/blocks/0/elements/1/action_id]',
  ),
  blocks('up to 2 charts', [chart, chart], [chart, chart, chart], 'too many data_visualization blocks'),
  blocks(
    'one table',
    [cells(1)],
    [cells(1), cells(1)],
    'only_one_table_allowed [json-pointer:/blocks/1]',
    'invalid_attachments',
  ),
  blocks(
    'cells hold up to 10000 characters',
    [cells(10_000)],
    [cells(10_001)],
    'tables hold more than 10000 characters [json-pointer:/blocks]',
  ),
  tooLong(
    'blocks together up to about 13200 characters',
    [text(3_000), text(3_000), text(3_000), text(2_900)],
    times(5, () => text(2_700)),
  ),
  tooLong(
    'many small blocks cost more than their text',
    times(40, () => text(250)),
    times(50, () => text(250)),
  ),
  tooLong(
    'markdown together up to 12000 characters',
    times(2, () => ({ type: 'markdown', text: long(6_000) })),
    times(2, () => ({ type: 'markdown', text: long(6_001) })),
  ),
  {
    rule: 'no uploaded file in an ephemeral message',
    surface: 'ephemeral',
    accepted: { text: 'x', blocks: [divider] },
    refused: { text: 'x', blocks: [uploaded] },
    error: 'invalid_blocks',
    message: 'invalid slack file [json-pointer:/blocks/0/slack_file]',
  },

  modalRule(
    'modal title up to 24',
    { title: plain(long(24)) },
    { title: plain(long(25)) },
    'must be less than 25 characters',
    '/title/text',
  ),
  modalRule(
    'submit up to 24',
    { submit: plain(long(24)) },
    { submit: plain(long(25)) },
    'must be less than 25 characters',
    '/submit/text',
  ),
  modalRule(
    'close up to 24',
    { close: plain(long(24)) },
    { close: plain(long(25)) },
    'must be less than 25 characters',
    '/close/text',
  ),
  modalRule('modal needs a title', {}, { title: undefined }, 'missing required field: title'),
  modalRule(
    'modal up to 100 blocks',
    { blocks: times(100, () => divider) },
    { blocks: times(101, () => divider) },
    'no more than 100 items allowed',
    '/blocks',
  ),
  modalRule(
    'private_metadata up to 3000',
    { private_metadata: long(3_000) },
    { private_metadata: long(3_001) },
    'must be less than 3001 characters',
    '/private_metadata',
  ),
  modalRule(
    'callback_id up to 255',
    { callback_id: long(255) },
    { callback_id: long(256) },
    'must be less than 256 characters',
    '/callback_id',
  ),
  modalRule(
    'inputs need a submit button',
    { blocks: [input] },
    { submit: undefined, blocks: [input] },
    'must define `submit` to use an `input` block in modals',
    '/blocks/0/input',
  ),
  modalRule('no chart in a modal', {}, { blocks: [chart] }, 'unsupported type: data_visualization', '/blocks/0/type'),
  modalRule('no table in a modal', {}, { blocks: [cells(1)] }, 'unsupported type: table', '/blocks/0/type'),
  modalRule(
    'input label up to 2000',
    { blocks: [{ ...input, label: plain(long(2_000)) }] },
    { blocks: [{ ...input, label: plain(long(2_001)) }] },
    'must be less than 2001 characters',
    '/blocks/0/label/text',
  ),
  modalRule(
    'input hint up to 2000',
    { blocks: [{ ...input, hint: plain(long(2_000)) }] },
    { blocks: [{ ...input, hint: plain(long(2_001)) }] },
    'must be less than 2001 characters',
    '/blocks/0/hint/text',
  ),
  modalRule(
    'one element has the focus',
    { blocks: focused(1) },
    { blocks: focused(2) },
    'only one element can have `focus_on_load`',
    '/blocks/1/element',
  ),
  {
    rule: 'a view up to 250 KB',
    surface: 'home',
    accepted: home([text(3_000)]),
    refused: { ...home([]), callback_id: long(250_000) },
    error: 'view_too_large',
  },
  {
    rule: 'home up to 100 blocks',
    surface: 'home',
    accepted: home(times(100, () => divider)),
    refused: home(times(101, () => divider)),
    error: 'invalid_arguments',
    message: 'no more than 100 items allowed [json-pointer:/view/blocks]',
  },
  {
    rule: 'no title on the home',
    surface: 'home',
    accepted: home([]),
    refused: { ...home([]), title: plain('x') },
    error: 'invalid_arguments',
    message: 'invalid additional property: title [json-pointer:/view]',
  },
  {
    rule: 'a view is a modal or the home',
    surface: 'modal',
    accepted: home([]),
    refused: { type: 'page', blocks: [] },
    error: 'invalid_arguments',
    message: 'unsupported type: page [json-pointer:/view/type]',
  },
];

function focused(count: number): object[] {
  return times(count, () => ({ ...input, element: { ...input.element, focus_on_load: true } }));
}
