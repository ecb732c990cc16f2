import { z } from 'zod';

export const boundedText = (longest: number) => z.string().min(1).max(longest);

// Without a limit of its own a text object holds 3,000 characters.
// https://docs.slack.dev/reference/block-kit/composition-objects/text-object
const MAX_TEXT_LENGTH = 3_000;

export const plainText = (longest = MAX_TEXT_LENGTH) =>
  z.strictObject({ type: z.literal('plain_text'), text: boundedText(longest), emoji: z.boolean().optional() });

export const mrkdwn = (longest = MAX_TEXT_LENGTH) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: boundedText(longest), verbatim: z.boolean().optional() });

export const anyText = (longest = MAX_TEXT_LENGTH) =>
  z.discriminatedUnion('type', [plainText(longest), mrkdwn(longest)]);

const identifier = boundedText(255);
export const blockId = { block_id: identifier.optional() };
export const actionId = { action_id: identifier.optional() };

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'slack:']);

/** An address a person can be sent to. */
export const link = z
  .string()
  .min(1)
  .max(3_000)
  .refine((address) => LINK_PROTOCOLS.has(URL.parse(address)?.protocol ?? ''), 'must be a valid URL');
