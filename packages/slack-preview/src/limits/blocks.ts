import { z } from 'zod';
import { button, feedbackButtons, iconButton, workflowButton } from './buttons.ts';
import { imageElement } from './images.ts';
import { richTextInput, typedInputs } from './inputs.ts';
import { checkboxes, multiSelects, overflow, radioButtons, selects } from './menus.ts';
import { datepicker, datetimepicker, timepicker } from './pickers.ts';
import { anyText, blockId, boundedText, mrkdwn, plainText } from './text.ts';

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
