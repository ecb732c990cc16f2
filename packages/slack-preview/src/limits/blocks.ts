import { z } from 'zod';
import {
  anyText,
  block,
  boundedText,
  exactlyOne,
  link,
  listOf,
  mrkdwn,
  plainText,
  richText,
  typed,
} from './composition-objects.ts';
import { dataTable, dataVisualization, table } from './data-blocks.ts';
import {
  button,
  checkboxes,
  feedbackButtons,
  overflow,
  plainTextInput,
  radioButtons,
  selects,
  timepicker,
} from './elements.ts';

// Slack's servers fetch the picture, so a private address shows nothing.
const UNREACHABLE =
  /^(localhost|.*\.local|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[.*\])$/;

const imageUrl = boundedText(3_000).refine(isReachable, 'downloading image failed');

const slackFile = z
  .strictObject({ id: boundedText(255).optional(), url: boundedText(3_000).optional() })
  .refine(...exactlyOne('id', 'url'));

const picture = {
  alt_text: boundedText(2_000),
  image_url: imageUrl.optional(),
  slack_file: slackFile.optional(),
};

const imageElement = typed('image', picture).refine(...exactlyOne('image_url', 'slack_file'));

const imageBlock = block('image', {
  title: plainText(2_000).optional(),
  ...picture,
}).refine(...exactlyOne('image_url', 'slack_file'));

function isReachable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !UNREACHABLE.test(url.hostname);
}

const chosen = [checkboxes, radioButtons, timepicker, ...selects] as const;
const pressable = [button, overflow, ...chosen] as const;

const section = block('section', {
  text: anyText().optional(),
  fields: listOf(anyText(2_000), 10).optional(),
  accessory: z.discriminatedUnion('type', [imageElement, ...pressable]).optional(),
  expand: z.boolean().optional(),
}).refine(({ text, fields }) => text !== undefined || fields !== undefined, {
  error: 'must define either `text` or `fields`',
  path: ['type'],
});

const divider = block('divider', {});

const header = block('header', { text: plainText(150), level: z.number().int().min(1).max(4).optional() });

const context = block('context', {
  elements: listOf(z.discriminatedUnion('type', [imageElement, plainText(), mrkdwn()]), 10),
});

const actions = block('actions', {
  elements: listOf(z.discriminatedUnion('type', pressable), 25),
});

const contextActions = block('context_actions', {
  elements: listOf(feedbackButtons, 5),
});

const markdown = block('markdown', { text: boundedText(12_000) });

const input = block('input', {
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [plainTextInput, ...chosen]),
});

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
