import { blockRule, long, marked, plain, type Rule, times } from './rule.ts';

const section = (more: object) => ({ type: 'section', ...more });
const header = (text: object) => ({ type: 'header', text });
const image = (more: object) => ({
  type: 'image',
  alt_text: 'a chart',
  image_url: 'https://pain.example/c.png',
  ...more,
});
const context = (elements: unknown) => ({ type: 'context', elements });
const actions = (elements: unknown) => ({ type: 'actions', elements });
const button = { type: 'button', text: plain('Press') };
const opinion = { text: plain('Good'), value: 'good' };
const feedback = { type: 'feedback_buttons', positive_button: opinion, negative_button: opinion };
const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

export const BLOCK_RULES: readonly Rule[] = [
  blockRule('only known blocks', { type: 'divider' }, { type: 'marquee' }, 'unsupported type: marquee', '/type'),
  blockRule('a block is an object', { type: 'divider' }, 'divider', 'must provide an object'),
  blockRule(
    'no unknown fields',
    { type: 'divider' },
    { type: 'divider', color: 'red' },
    'invalid additional property: color',
  ),
  blockRule(
    'block_id up to 255',
    { type: 'divider', block_id: long(255) },
    { type: 'divider', block_id: long(256) },
    'must be less than 256 characters',
    '/block_id',
  ),

  blockRule(
    'section text up to 3000',
    section({ text: marked(long(3_000)) }),
    section({ text: marked(long(3_001)) }),
    'must be less than 3001 characters',
    '/text/text',
  ),
  blockRule(
    'section text not empty',
    section({ text: marked('x') }),
    section({ text: marked('') }),
    'must be more than 0 characters',
    '/text/text',
  ),
  blockRule(
    'section needs text or fields',
    section({ fields: [marked('x')] }),
    section({}),
    'must define either `text` or `fields`',
    '/type',
  ),
  blockRule(
    'section text is a text object',
    section({ text: plain('x') }),
    section({ text: 'x' }),
    'must provide an object',
    '/text',
  ),
  blockRule(
    'text objects are plain_text or mrkdwn',
    section({ text: marked('x') }),
    section({ text: { type: 'html', text: 'x' } }),
    'unsupported type: html',
    '/text/type',
  ),
  blockRule(
    'at most 10 fields',
    section({ fields: times(10, () => marked('x')) }),
    section({ fields: times(11, () => marked('x')) }),
    'no more than 10 items allowed',
    '/fields',
  ),
  blockRule(
    'field up to 2000',
    section({ fields: [marked(long(2_000))] }),
    section({ fields: [marked(long(2_001))] }),
    'must be less than 2001 characters',
    '/fields/0/text',
  ),
  blockRule(
    'accessory of an allowed kind',
    section({ text: marked('x'), accessory: button }),
    section({ text: marked('x'), accessory: { type: 'plain_text_input' } }),
    'unsupported type: plain_text_input',
    '/accessory/type',
  ),

  blockRule('header is plain text', header(plain('x')), header(marked('x')), 'unsupported type: mrkdwn', '/text/type'),
  blockRule(
    'header up to 150',
    header(plain(long(150))),
    header(plain(long(151))),
    'must be less than 151 characters',
    '/text/text',
  ),
  blockRule('header needs text', header(plain('x')), { type: 'header' }, 'missing required field: text'),

  blockRule('image needs alt_text', image({}), without(image({}), 'alt_text'), 'missing required field: alt_text'),
  blockRule(
    'alt_text up to 2000',
    image({ alt_text: long(2_000) }),
    image({ alt_text: long(2_001) }),
    'must be less than 2001 characters',
    '/alt_text',
  ),
  blockRule(
    'image title up to 2000',
    image({ title: plain(long(2_000)) }),
    image({ title: plain(long(2_001)) }),
    'must be less than 2001 characters',
    '/title/text',
  ),
  blockRule(
    'image needs one picture',
    image({}),
    without(image({}), 'image_url'),
    'must define either `image_url` or `slack_file`',
  ),
  blockRule(
    'image has one picture only',
    image({}),
    image({ slack_file: { id: 'F1' } }),
    'must define either `image_url` or `slack_file`',
  ),
  blockRule(
    'image_url is reachable by Slack',
    image({}),
    image({ image_url: 'http://127.0.0.1:3000/c.png' }),
    'downloading image failed',
    '/image_url',
  ),
  blockRule(
    'image_url up to 3000',
    image({ image_url: `https://pain.example/${long(2_979)}` }),
    image({ image_url: `https://pain.example/${long(2_980)}` }),
    'must be less than 3001 characters',
    '/image_url',
  ),

  blockRule('context has elements', context([marked('x')]), context([]), 'must provide at least 1 items', '/elements'),
  blockRule(
    'context up to 10 elements',
    context(times(10, () => marked('x'))),
    context(times(11, () => marked('x'))),
    'no more than 10 items allowed',
    '/elements',
  ),
  blockRule(
    'context holds text and images',
    context([marked('x')]),
    context([button]),
    'unsupported type: button',
    '/elements/0/type',
  ),

  blockRule(
    'actions up to 25 elements',
    actions(times(25, () => button)),
    actions(times(26, () => button)),
    'no more than 25 items allowed',
    '/elements',
  ),
  blockRule('actions has elements', actions([button]), actions([]), 'must provide at least 1 items', '/elements'),
  blockRule(
    'actions holds things to press',
    actions([button]),
    actions([marked('x')]),
    'unsupported type: mrkdwn',
    '/elements/0/type',
  ),
  blockRule(
    'context_actions up to 5',
    { type: 'context_actions', elements: times(5, () => feedback) },
    { type: 'context_actions', elements: times(6, () => feedback) },
    'no more than 5 items allowed',
    '/elements',
  ),

  blockRule(
    'markdown up to 12000',
    { type: 'markdown', text: long(12_000) },
    { type: 'markdown', text: long(12_001) },
    'must be less than 12001 characters',
    '/text',
  ),
  blockRule(
    'no input in a message',
    { type: 'divider' },
    { type: 'input', label: plain('x'), element: { type: 'plain_text_input' } },
    'unsupported type: input',
    '/type',
  ),
  blockRule(
    'apps cannot post file blocks',
    { type: 'divider' },
    { type: 'file', source: 'remote', external_id: 'x' },
    'unsupported type: file',
    '/type',
  ),
];
