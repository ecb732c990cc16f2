import { z } from 'zod';
import { anyText, blockId, boundedText, mrkdwn, plainText } from './composition-objects.ts';
import {
  button,
  datepicker,
  datetimepicker,
  feedbackButtons,
  iconButton,
  richTextInput,
  timepicker,
  typedInputs,
  workflowButton,
} from './elements.ts';
import { checkboxes, multiSelects, overflow, radioButtons, selects } from './menus.ts';

// Slack's servers fetch the picture, so a private address shows nothing.
const UNREACHABLE =
  /^(localhost|.*\.local|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[.*\])$/;

const imageUrl = boundedText(3_000).refine(isReachable, 'downloading image failed');

const slackFile = z
  .strictObject({ id: boundedText(255).optional(), url: boundedText(3_000).optional() })
  .refine((file) => (file.id === undefined) !== (file.url === undefined), 'must define either `id` or `url`');

const picture = { image_url: imageUrl.optional(), slack_file: slackFile.optional() };

function hasOnePicture(image: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}

const ONE_PICTURE = 'must define either `image_url` or `slack_file`';

export const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: boundedText(2_000), ...picture })
  .refine(hasOnePicture, ONE_PICTURE);

export const imageBlock = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    alt_text: boundedText(2_000),
    title: plainText(2_000).optional(),
    ...picture,
  })
  .refine(hasOnePicture, ONE_PICTURE);

function isReachable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !UNREACHABLE.test(url.hostname);
}

const pressable = [
  button,
  checkboxes,
  datepicker,
  overflow,
  radioButtons,
  timepicker,
  workflowButton,
  ...selects,
  ...multiSelects,
] as const;

export const section = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText().optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: z.discriminatedUnion('type', [imageElement, ...pressable]).optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, {
    error: 'must define either `text` or `fields`',
    path: ['type'],
  });

export const divider = z.strictObject({ type: z.literal('divider'), ...blockId });

export const header = z.strictObject({
  type: z.literal('header'),
  ...blockId,
  text: plainText(150),
  level: z.number().int().min(1).max(4).optional(),
});

export const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [imageElement, plainText(), mrkdwn()]))
    .min(1)
    .max(10),
});

export const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [...pressable, datetimepicker, richTextInput]))
    .min(1)
    .max(25),
});

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [feedbackButtons, iconButton]))
    .min(1)
    .max(5),
});

export const markdown = z.strictObject({ type: z.literal('markdown'), ...blockId, text: boundedText(12_000) });

export const input = z.strictObject({
  type: z.literal('input'),
  ...blockId,
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [
    ...typedInputs,
    richTextInput,
    checkboxes,
    radioButtons,
    datepicker,
    datetimepicker,
    timepicker,
    ...selects,
    ...multiSelects,
  ]),
});

export const alert = z.strictObject({
  type: z.literal('alert'),
  ...blockId,
  text: anyText(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});
