import { z } from 'zod';
import {
  actions,
  context,
  contextActions,
  divider,
  header,
  imageBlock,
  imageElement,
  input,
  markdown,
  section,
} from './blocks.ts';
import { anyText, block, boundedText, link, listOf, plainText, richText, typed } from './composition-objects.ts';
import { dataTable, dataVisualization, table } from './data-blocks.ts';

/** A step of an agent's work. Only in a plan can it be pending. */
const taskCard = block('task_card', {
  task_id: boundedText(255),
  title: boundedText(256),
  status: z.enum(['in_progress', 'complete', 'error']),
  details: richText.optional(),
  output: richText.optional(),
  sources: listOf(typed('url', { url: link, text: boundedText(256) }), 50).optional(),
});

// Slack's docs and servers differ on what is allowed inside; these are allowed by both.
const child = z.discriminatedUnion('type', [actions, context, divider, header, imageBlock, section, table]);

const container = block('container', {
  title: plainText(150).optional(),
  rich_text_title: richText.optional(),
  subtitle: anyText(150).optional(),
  child_blocks: listOf(child, 10),
  width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
  icon: imageElement.optional(),
  is_collapsible: z.boolean().optional(),
  default_collapsed: z.boolean().optional(),
  has_header_divider: z.boolean().optional(),
})
  .refine(({ title, rich_text_title }) => title !== undefined || rich_text_title !== undefined, {
    error: 'must define either `title` or `rich_text_title`',
    path: ['type'],
  })
  .refine(({ default_collapsed, is_collapsible }) => default_collapsed !== true || is_collapsible === true, {
    error: '`default_collapsed` needs `is_collapsible`',
    path: ['default_collapsed'],
  });

const everywhere = [section, divider, header, imageBlock, context, actions, richText] as const;

// https://docs.slack.dev/reference/block-kit/blocks: which block is allowed where, and how many
export const messageBlocks = z
  .array(
    z.discriminatedUnion('type', [
      ...everywhere,
      contextActions,
      markdown,
      table,
      dataTable,
      dataVisualization,
      container,
      taskCard,
    ]),
  )
  .max(50);

/** Of a modal or the Home. */
export const viewBlocks = z.array(z.discriminatedUnion('type', [...everywhere, input])).max(100);
