import { z } from 'zod';
import { block, boundedText, link, typed } from './composition-objects.ts';

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

const text = typed('text', { text: z.string().min(1), ...style });
const address = typed('link', { url: link, text: z.string().optional(), unsafe: z.boolean().optional(), ...style });

const inline = z.discriminatedUnion('type', [
  text,
  address,
  typed('broadcast', { range: z.enum(['here', 'channel', 'everyone']), ...style }),
  typed('color', { value: z.string().regex(/^#[0-9a-f]{6}$/i), ...style }),
  typed('channel', { channel_id: id, ...style }),
  typed('team', { team_id: id, ...style }),
  typed('user', { user_id: id, ...style }),
  typed('usergroup', { usergroup_id: id, ...style }),
  typed('emoji', { name: boundedText(100), unicode: z.string().optional(), url: link.optional(), ...style }),
  typed('date', {
    timestamp: z.number().int(),
    format: boundedText(255),
    url: link.optional(),
    fallback: z.string().optional(),
    ...style,
  }),
]);

const section = typed('rich_text_section', { elements: z.array(inline) });

export const richText = block('rich_text', {
  elements: z.array(
    z.discriminatedUnion('type', [
      section,
      typed('rich_text_quote', { ...border, elements: z.array(inline) }),
      typed('rich_text_preformatted', {
        ...border,
        language: z.string().optional(),
        elements: z.array(z.discriminatedUnion('type', [text, address])),
      }),
      typed('rich_text_list', {
        ...border,
        style: z.enum(['bullet', 'ordered']),
        indent: z.number().int().min(0).max(8).optional(),
        offset: z.number().int().min(0).optional(),
        elements: z.array(section),
      }),
    ]),
  ),
});
