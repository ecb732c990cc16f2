import { z } from 'zod';
import { blockId, boundedText, link } from './composition-objects.ts';

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
const border = { border: z.union([z.literal(0), z.literal(1)]).optional() };
const id = boundedText(255);

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), ...style });
const address = z.strictObject({
  type: z.literal('link'),
  url: link,
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  ...style,
});

const inline = z.discriminatedUnion('type', [
  text,
  address,
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), ...style }),
  z.strictObject({ type: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i), ...style }),
  z.strictObject({ type: z.literal('channel'), channel_id: id, ...style }),
  z.strictObject({ type: z.literal('team'), team_id: id, ...style }),
  z.strictObject({ type: z.literal('user'), user_id: id, ...style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: id, ...style }),
  z.strictObject({
    type: z.literal('emoji'),
    name: boundedText(100),
    unicode: z.string().optional(),
    url: link.optional(),
    ...style,
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().int(),
    format: boundedText(255),
    url: link.optional(),
    fallback: z.string().optional(),
    ...style,
  }),
]);

const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inline) });

export const richText = z.strictObject({
  type: z.literal('rich_text'),
  ...blockId,
  elements: z.array(
    z.discriminatedUnion('type', [
      section,
      z.strictObject({ type: z.literal('rich_text_quote'), ...border, elements: z.array(inline) }),
      z.strictObject({
        type: z.literal('rich_text_preformatted'),
        ...border,
        language: z.string().optional(),
        elements: z.array(z.discriminatedUnion('type', [text, address])),
      }),
      z.strictObject({
        type: z.literal('rich_text_list'),
        ...border,
        style: z.enum(['bullet', 'ordered']),
        indent: z.number().int().min(0).max(8).optional(),
        offset: z.number().int().min(0).optional(),
        elements: z.array(section),
      }),
    ]),
  ),
});
