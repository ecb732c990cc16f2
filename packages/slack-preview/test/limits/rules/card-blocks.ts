import { blockRule, plain, type Rule, times } from './rule.ts';

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
    'rich text with dates in seconds',
    rich([{ type: 'date', timestamp: 1_774_008_000, format: '{date_short}', fallback: '2026-03-20' }]),
    rich([{ type: 'date', timestamp: 1_774_008_000.5, format: '{date_short}' }]),
    'must provide an int',
    '/elements/0/elements/0/timestamp',
  ),
];

function rich(elements: readonly object[]): object {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
