import { z } from 'zod';
import { anyText, block, boundedText, exactlyOne, listOf, mrkdwn, plainText, typed } from './composition-objects.ts';
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

export const imageElement = typed('image', picture).refine(...exactlyOne('image_url', 'slack_file'));

export const imageBlock = block('image', {
  title: plainText(2_000).optional(),
  ...picture,
}).refine(...exactlyOne('image_url', 'slack_file'));

function isReachable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !UNREACHABLE.test(url.hostname);
}

const chosen = [checkboxes, radioButtons, timepicker, ...selects] as const;
const pressable = [button, overflow, ...chosen] as const;

export const section = block('section', {
  text: anyText().optional(),
  fields: listOf(anyText(2_000), 10).optional(),
  accessory: z.discriminatedUnion('type', [imageElement, ...pressable]).optional(),
  expand: z.boolean().optional(),
}).refine(({ text, fields }) => text !== undefined || fields !== undefined, {
  error: 'must define either `text` or `fields`',
  path: ['type'],
});

export const divider = block('divider', {});

export const header = block('header', { text: plainText(150), level: z.number().int().min(1).max(4).optional() });

export const context = block('context', {
  elements: listOf(z.discriminatedUnion('type', [imageElement, plainText(), mrkdwn()]), 10),
});

export const actions = block('actions', {
  elements: listOf(z.discriminatedUnion('type', pressable), 25),
});

export const contextActions = block('context_actions', {
  elements: listOf(feedbackButtons, 5),
});

export const markdown = block('markdown', { text: boundedText(12_000) });

export const input = block('input', {
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [plainTextInput, ...chosen]),
});
