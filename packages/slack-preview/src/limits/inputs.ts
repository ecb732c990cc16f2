import { z } from 'zod';
import { focus, placeholder } from './options.ts';
import { richText } from './rich-text.ts';
import { actionId, boundedText } from './text.ts';

const field = {
  ...actionId,
  ...focus,
  ...placeholder,
  dispatch_action_config: z
    .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
    .optional(),
};
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const lines = z.number().int().min(1).max(100).optional();

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...field,
    initial_value: z.string().max(3_000).optional(),
    multiline: z.boolean().optional(),
    min_length: z.number().int().min(0).max(3_000).optional(),
    max_length: z.number().int().min(1).max(3_000).optional(),
  })
  .refine((input) => (input.min_length ?? 0) <= (input.max_length ?? 3_000), {
    error: '`min_length` must not be greater than `max_length`',
    path: ['min_length'],
  });

const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...field,
    is_decimal_allowed: z.boolean(),
    initial_value: decimal.optional(),
    min_value: decimal.optional(),
    max_value: decimal.optional(),
  })
  .refine((input) => Number(input.min_value ?? '-Infinity') <= Number(input.max_value ?? 'Infinity'), {
    error: '`min_value` must not be greater than `max_value`',
    path: ['min_value'],
  });

/** What a person types into; only in views. */
export const typedInputs = [
  plainTextInput,
  numberInput,
  z.strictObject({ type: z.literal('email_text_input'), ...field, initial_value: z.string().optional() }),
  z.strictObject({ type: z.literal('url_text_input'), ...field, initial_value: z.string().optional() }),
  z.strictObject({
    type: z.literal('file_input'),
    ...actionId,
    filetypes: z.array(boundedText(20)).min(1).optional(),
    max_files: z.number().int().min(1).max(10).optional(),
  }),
] as const;

export const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...field,
  initial_value: richText.optional(),
  min_lines: lines,
  max_lines: lines,
});
