import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../src/index.ts';
import { isVisible, showMessage } from '../../src/page/messages.ts';
import { assignIds } from '../../src/workspace/ids.ts';
import type { Block, Message } from '../../src/workspace/message.ts';
import { BLOCK_RULES } from '../limits/rules/blocks.ts';
import { CARD_RULES } from '../limits/rules/card-blocks.ts';
import { DATA_RULES } from '../limits/rules/data-blocks.ts';
import { ELEMENT_RULES } from '../limits/rules/elements.ts';
import { MENU_RULES } from '../limits/rules/menus.ts';
import { expectSafeHtml, viewerOf } from '../support/safe-html.ts';

const ada = viewerOf('U0ADALOVEL');
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)> ' javascript:alert(1) <!channel>`;

const message = (more: Partial<Message>): Message => ({
  ts: '1795262400.000001',
  channelId: 'C0DEVPAIN1',
  user: 'U0PAINSIGNL',
  text: 'text',
  blocks: [],
  ...more,
});
const show = (more: Partial<Message>) => showMessage(message(more), ada, 0).markup;
const showBlocks = (blocks: readonly unknown[]) => show({ blocks: assignIds(blocks) });
const plain = (text: string) => ({ type: 'plain_text', text });

describe('a message', () => {
  it('says who wrote it and when, and that an app did', () => {
    const markup = show({});
    expect(markup).toContain('<b>Pain Signals</b><span class="badge">APP</span>');
    expect(markup).toMatch(/<time datetime="2026-11-21T12:00:00.000Z" title="[^"]*">1:00\sPM<\/time>/);
  });

  it('shows a date in a table in the time zone of who reads it', () => {
    const date = { type: 'date', timestamp: 1_795_262_400, format: '{date_short} at {time}', fallback: 'x' };
    const cell = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [date] }] };
    expect(showBlocks([{ type: 'table', rows: [[cell]] }])).toMatch(/Nov 21, 2026 at 1:00\sPM/);
  });

  it('shows its blocks, and its text when it has none', () => {
    expect(show({ text: '*bold*' })).toContain('<b>bold</b>');
    expect(show({ text: 'not shown', blocks: [{ type: 'divider' }] })).not.toContain('not shown');
  });

  it('tells who alone sees it', () => {
    const ephemeral = message({ ephemeralFor: 'U0ADALOVEL' });
    expect(showMessage(ephemeral, ada, 0).markup).toContain('Only visible to you');
    expect(isVisible(ephemeral, ada)).toBe(true);
    expect(isVisible(ephemeral, viewerOf('U0GRACEHOP'))).toBe(false);
  });

  it('gives its buttons all that a press needs', () => {
    const element = {
      type: 'button',
      action_id: 'go',
      text: plain('Go'),
      value: 's"1',
      style: 'primary',
      accessibility_label: 'Go there',
    };
    const markup = showBlocks([{ type: 'actions', block_id: 'b', elements: [element] }]);
    expect(markup).toContain(
      '<button type="button" class="button primary" aria-label="Go there" data-value="s&quot;1" data-action="go" data-block="b" data-type="button">Go</button>',
    );
  });

  it('draws a red box for a block that it cannot draw', () => {
    expect(showBlocks([{ type: 'carousel', elements: [] }])).toContain(
      '<div class="unknown-block" role="note">This page cannot draw “carousel”',
    );
  });

  it('loads no picture from elsewhere', () => {
    const markup = showBlocks([
      { type: 'image', image_url: 'https://pain.example/c.png', alt_text: 'rising from 3 to 12' },
    ]);
    expect(markup).toContain('role="img" aria-label="rising from 3 to 12"');
    expect(markup).not.toMatch(/src=|url\(/);
  });

  it('asks before a press where the app wants that', () => {
    const confirm = { title: plain('Sure?'), text: plain('It goes.'), confirm: plain('Yes'), deny: plain('No') };
    const markup = showBlocks([{ type: 'actions', elements: [{ type: 'button', text: plain('Delete'), confirm }] }]);
    expect(markup).toContain(
      'data-confirm-title="Sure?" data-confirm-text="It goes." data-confirm-yes="Yes" data-confirm-no="No"',
    );
  });

  it.each(
    [...BLOCK_RULES, ...CARD_RULES, ...ELEMENT_RULES, ...MENU_RULES, ...DATA_RULES].map(({ rule, accepted }) => [
      rule,
      accepted,
    ]),
  )('is harmless with hostile words in every place: %s', (_rule, accepted) => {
    const { blocks } = accepted as { blocks: Block[] };
    expectSafeHtml(showBlocks(blocks.map((block) => poisoned(block))));
  });

  it('of any blocks that Slack takes is harmless', () => {
    const words = fc.oneof(fc.string({ minLength: 1 }), fc.constant(HOSTILE));
    const text = fc.record({ type: fc.constantFrom('mrkdwn', 'plain_text'), text: words });
    const section = fc.record({
      type: fc.constant('section'),
      text,
      fields: fc.array(text, { minLength: 1, maxLength: 10 }),
    });
    const context = fc.record({
      type: fc.constant('context'),
      elements: fc.array(text, { minLength: 1, maxLength: 10 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(section, context), { minLength: 1, maxLength: 5 }), (blocks) => {
        fc.pre(validateMessage({ text: 'x', blocks }) === null);
        expectSafeHtml(showBlocks(blocks));
      }),
    );
  });
});

/** Hostile words in every string that is not what chooses the form. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ['type', 'style'].includes(key) ? value : HOSTILE;
  if (Array.isArray(value)) return value.map((each) => poisoned(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]));
}
