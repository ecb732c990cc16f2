import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockKitError, validateMessage, validateView } from '../../src/index.ts';
import { BLOCK_RULES } from './rules/blocks.ts';
import { CARD_RULES } from './rules/card-blocks.ts';
import { DATA_RULES } from './rules/data-blocks.ts';
import { ELEMENT_RULES } from './rules/elements.ts';
import { MENU_RULES } from './rules/menus.ts';
import { marked, type Surface } from './rules/rule.ts';
import { SURFACE_RULES } from './rules/surfaces.ts';

const RULES = [...SURFACE_RULES, ...BLOCK_RULES, ...CARD_RULES, ...ELEMENT_RULES, ...MENU_RULES, ...DATA_RULES];

function validate(surface: Surface, given: unknown): BlockKitError | null {
  if (surface === 'modal' || surface === 'home') return validateView(given);
  return validateMessage(given as object, { isEphemeral: surface === 'ephemeral' });
}

describe('Slack’s rules', () => {
  it.each(RULES)('$rule', ({ surface, accepted, refused, error, message }) => {
    expect(validate(surface, accepted)).toBeNull();
    expect(validate(surface, refused)).toEqual({ error, messages: message === undefined ? [] : [message] });
  });

  it('each has a name of its own', () => {
    expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
  });

  it('name every fault of a message at once', () => {
    const blocks = [{ type: 'section', text: marked('') }, { type: 'header' }];
    expect(validateMessage({ text: 'x', blocks })?.messages).toEqual([
      'must be more than 0 characters [json-pointer:/blocks/0/text/text]',
      'missing required field: text [json-pointer:/blocks/1]',
    ]);
  });
});

describe('whatever an app sends', () => {
  it('a text is taken exactly when its length is within the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), (length) => {
        const blocks = [{ type: 'section', text: marked('x'.repeat(length)) }];
        expect(validateMessage({ text: 'x', blocks }) === null).toBe(length >= 1 && length <= 3_000);
      }),
    );
  });

  it('is judged without falling over, and each message points into it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), blockLike())), (blocks) => {
        const fault = validateMessage({ text: 'x', blocks });
        for (const message of fault?.messages ?? []) expect(resolves({ blocks }, message)).toBe(true);
      }),
    );
  });

  it('as a view is judged without falling over', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (view) => {
        expect(validateView(view)?.error).toBe('invalid_arguments');
      }),
    );
  });
});

/** Objects that look like blocks, so that the rules are met below the surface. */
function blockLike(): fc.Arbitrary<unknown> {
  const text = fc.record({ type: fc.constantFrom('mrkdwn', 'plain_text', 'html'), text: fc.jsonValue() });
  return fc.record(
    {
      type: fc.constantFrom('section', 'header', 'context', 'actions', 'image', 'table', 'rich_text'),
      text: fc.oneof(text, fc.jsonValue()),
      elements: fc.array(fc.oneof(text, fc.jsonValue())),
      fields: fc.array(text),
      rows: fc.array(fc.array(fc.jsonValue())),
      'a/b~c': fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );
}

function resolves(root: unknown, message: string): boolean {
  const [, pointer] = /\[json-pointer:(.*)\]$/.exec(message) ?? [];
  if (pointer === undefined) return false;
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const parents = steps.slice(0, -1);
  // Of what is missing, the pointer names the place where it should be.
  const parent = parents.reduce<unknown>((value, step) => (Object(value) as Record<string, unknown>)[step], root);
  return typeof parent === 'object' && parent !== null;
}
