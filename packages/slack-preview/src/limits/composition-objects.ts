import { z } from 'zod';
import type { Fields } from './json.ts';

export const boundedText = (longest: number) => z.string().min(1).max(longest);

export const identifier = boundedText(255);

/** From one to `longest` entries. */
export const listOf = <Entry extends z.ZodType>(entry: Entry, longest: number) => z.array(entry).min(1).max(longest);

/** An object that Slack recognizes by its `type`. */
export const typed = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** A block, which may have an id. */
export const block = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  typed(type, { block_id: identifier.optional(), ...shape });

/** An interactive element, which may have an id. */
export const element = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  typed(type, { action_id: identifier.optional(), ...shape });

// Without a limit of its own a text object holds 3,000 characters.
// https://docs.slack.dev/reference/block-kit/composition-objects/text-object
const MAX_TEXT_LENGTH = 3_000;

export const plainText = (longest = MAX_TEXT_LENGTH) =>
  typed('plain_text', { text: boundedText(longest), emoji: z.boolean().optional() });

export const mrkdwn = (longest = MAX_TEXT_LENGTH) =>
  typed('mrkdwn', { text: boundedText(longest), verbatim: z.boolean().optional() });

export const anyText = (longest = MAX_TEXT_LENGTH) =>
  z.discriminatedUnion('type', [plainText(longest), mrkdwn(longest)]);

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'slack:']);

/** An address a person can be sent to. */
export const link = z
  .string()
  .min(1)
  .max(3_000)
  .refine((address) => LINK_PROTOCOLS.has(URL.parse(address)?.protocol ?? ''), 'must be a valid URL');

const described = { value: boundedText(75).optional(), description: plainText(75).optional() };

/** An entry of a menu. */
export const menuOption = z.strictObject({ text: plainText(75), ...described });
/** A box to tick or a radio button, whose text may be formatted. */
export const checkOption = z.strictObject({
  text: anyText(75),
  value: boundedText(75).optional(),
  description: anyText(75).optional(),
});
/** An entry of an overflow menu, which may lead somewhere. */
export const overflowOption = z.strictObject({ text: plainText(75), ...described, url: link.optional() });

export const confirm = {
  confirm: z
    .strictObject({
      title: plainText(100),
      text: anyText(300),
      confirm: plainText(30),
      deny: plainText(30),
      style: z.enum(['primary', 'danger']).optional(),
    })
    .optional(),
};

export const placeholder = { placeholder: plainText(150).optional() };
export const focus = { focus_on_load: z.boolean().optional() };

interface Choices {
  options?: readonly unknown[] | undefined;
  initial_option?: unknown;
  initial_options?: readonly unknown[] | undefined;
}

/** A refinement: exactly one of two fields is set. */
export const exactlyOne = (one: string, other: string) =>
  [
    (given: Fields) => (given[one] === undefined) !== (given[other] === undefined),
    `must define either \`${one}\` or \`${other}\``,
  ] as const;

/** A refinement: what is chosen initially equals one of the options exactly. */
export const initialIsOffered = (field: 'initial_option' | 'initial_options') =>
  [
    (menu: Choices) => offersAll(menu, [menu[field]].flat()),
    { error: 'must exactly match one of the provided options', path: [field] as PropertyKey[] },
  ] as const;

function offersAll(menu: Choices, chosen: readonly unknown[]): boolean {
  const texts = new Set(menu.options?.map((option) => canonical(option)));
  return chosen.every((option) => option === undefined || texts.has(canonical(option)));
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const style = {
  style: z
    .strictObject({
      bold: z.boolean().optional(),
      code: z.boolean().optional(),
      italic: z.boolean().optional(),
      strike: z.boolean().optional(),
      underline: z.boolean().optional(),
    })
    .optional(),
};
const text = typed('text', { text: z.string().min(1), ...style });
const address = typed('link', { url: link, text: z.string().optional(), unsafe: z.boolean().optional(), ...style });

const date = typed('date', {
  timestamp: z.number().int(),
  format: z.string().min(1),
  url: link.optional(),
  fallback: z.string().optional(),
  ...style,
});

const section = typed('rich_text_section', { elements: z.array(z.discriminatedUnion('type', [text, address, date])) });

export const richText = block('rich_text', { elements: z.array(section) });
