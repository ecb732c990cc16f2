import { z } from 'zod';
import { block, link, typed } from './composition-objects.ts';

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

const section = typed('rich_text_section', { elements: z.array(z.discriminatedUnion('type', [text, address])) });

export const richText = block('rich_text', { elements: z.array(section) });
