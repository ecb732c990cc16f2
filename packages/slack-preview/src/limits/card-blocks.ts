import { z } from 'zod';
import { actions, context, divider, header, imageBlock, imageElement, section } from './blocks.ts';
import { anyText, blockId, mrkdwn, plainText } from './composition-objects.ts';
import { table } from './data-blocks.ts';
import { button } from './elements.ts';
import { richText } from './rich-text.ts';

export const card = z
  .strictObject({
    type: z.literal('card'),
    ...blockId,
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    slack_icon: z.strictObject({ type: z.literal('icon'), name: z.string().min(1) }).optional(),
    title: mrkdwn(150).optional(),
    subtitle: mrkdwn(150).optional(),
    body: mrkdwn(200).optional(),
    subtext: mrkdwn(200).optional(),
    actions: z.array(button).min(1).max(3).optional(),
  })
  .refine(
    ({ hero_image, title, actions, body }) => [hero_image, title, actions, body].some((part) => part !== undefined),
    {
      error: 'must define at least one of `hero_image`, `title`, `actions` or `body`',
      path: ['type'],
    },
  )
  .refine(
    (block) => block.icon === undefined || block.slack_icon === undefined,
    'must define `icon` or `slack_icon`, not both',
  );

export const carousel = z.strictObject({
  type: z.literal('carousel'),
  ...blockId,
  elements: z.array(card).min(1).max(10),
});

// Slack's docs and servers differ on what is allowed inside; these are allowed by both.
const child = z.discriminatedUnion('type', [actions, context, divider, header, imageBlock, section, table]);

export const container = z
  .strictObject({
    type: z.literal('container'),
    ...blockId,
    title: plainText(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(150).optional(),
    child_blocks: z.array(child).min(1).max(10),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine((block) => block.title !== undefined || block.rich_text_title !== undefined, {
    error: 'must define either `title` or `rich_text_title`',
    path: ['type'],
  })
  .refine((block) => block.default_collapsed !== true || block.is_collapsible === true, {
    error: '`default_collapsed` needs `is_collapsible`',
    path: ['default_collapsed'],
  });
