import { blockRule, long, marked, plain, type Rule, times } from './rule.ts';

const image = (more: object) => ({
  type: 'image',
  alt_text: 'a chart',
  image_url: 'https://pain.example/c.png',
  ...more,
});
const button = { type: 'button', text: plain('Press') };
const card = (more: object) => ({ type: 'card', title: marked('Title'), ...more });
const container = (more: object) => ({
  type: 'container',
  title: plain('Title'),
  child_blocks: [{ type: 'divider' }],
  ...more,
});
const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

export const CARD_RULES: readonly Rule[] = [
  blockRule(
    'card needs content',
    card({}),
    { type: 'card', subtitle: marked('x') },
    'must define at least one of `hero_image`, `title`, `actions` or `body`',
    '/type',
  ),
  blockRule(
    'card title up to 150',
    card({ title: marked(long(150)) }),
    card({ title: marked(long(151)) }),
    'must be less than 151 characters',
    '/title/text',
  ),
  blockRule(
    'card body up to 200',
    card({ body: marked(long(200)) }),
    card({ body: marked(long(201)) }),
    'must be less than 201 characters',
    '/body/text',
  ),
  blockRule(
    'card up to 3 buttons',
    card({ actions: times(3, () => button) }),
    card({ actions: times(4, () => button) }),
    'no more than 3 items allowed',
    '/actions',
  ),
  blockRule(
    'card has one icon',
    card({ slack_icon: { type: 'icon', name: 'bug' } }),
    card({ slack_icon: { type: 'icon', name: 'bug' }, icon: image({}) }),
    'must define `icon` or `slack_icon`, not both',
  ),
  blockRule(
    'carousel up to 10 cards',
    { type: 'carousel', elements: times(10, () => card({})) },
    { type: 'carousel', elements: times(11, () => card({})) },
    'no more than 10 items allowed',
    '/elements',
  ),
  blockRule(
    'container needs a title',
    container({}),
    without(container({}), 'title'),
    'must define either `title` or `rich_text_title`',
    '/type',
  ),
  blockRule(
    'container up to 10 children',
    container({ child_blocks: times(10, () => ({ type: 'divider' })) }),
    container({ child_blocks: times(11, () => ({ type: 'divider' })) }),
    'no more than 10 items allowed',
    '/child_blocks',
  ),
  blockRule(
    'container holds what Slack draws there',
    container({}),
    container({ child_blocks: [{ type: 'rich_text', elements: [] }] }),
    'unsupported type: rich_text',
    '/child_blocks/0/type',
  ),
  blockRule(
    'only a collapsible container starts collapsed',
    container({ is_collapsible: true, default_collapsed: true }),
    container({ default_collapsed: true }),
    '`default_collapsed` needs `is_collapsible`',
    '/default_collapsed',
  ),

  blockRule(
    'rich text of known parts',
    rich([{ type: 'text', text: 'x' }]),
    rich([{ type: 'blink', text: 'x' }]),
    'unsupported type: blink',
    '/elements/0/elements/0/type',
  ),
  blockRule(
    'rich text without unknown styles',
    rich([{ type: 'text', text: 'x', style: { bold: true } }]),
    rich([{ type: 'text', text: 'x', style: { blink: true } }]),
    'invalid additional property: blink',
    '/elements/0/elements/0/style',
  ),
  blockRule(
    'lists are bulleted or numbered',
    list('ordered'),
    list('roman'),
    'must be a valid enum value',
    '/elements/0/style',
  ),
];

function rich(elements: readonly object[]): object {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function list(style: string): object {
  return { type: 'rich_text', elements: [{ type: 'rich_text_list', style, elements: [] }] };
}
