import { z } from 'zod';
import {
  boundedText,
  checkOption,
  confirm,
  element,
  focus,
  identifier,
  initialIsOffered,
  link,
  listOf,
  menuOption,
  overflowOption,
  placeholder,
  plainText,
} from './composition-objects.ts';

const label = { accessibility_label: boundedText(75).optional() };
const value = { value: boundedText(2_000).optional() };
const style = { style: z.enum(['primary', 'danger']).optional() };

export const button = element('button', {
  ...confirm,
  ...label,
  ...value,
  ...style,
  text: plainText(75),
  url: link.optional(),
});

const opinion = z.strictObject({ text: plainText(75), value: boundedText(2_000), ...label });

export const feedbackButtons = element('feedback_buttons', { positive_button: opinion, negative_button: opinion });

export const plainTextInput = element('plain_text_input', {
  ...focus,
  ...placeholder,
  initial_value: z.string().max(3_000).optional(),
  multiline: z.boolean().optional(),
  min_length: z.number().int().min(0).max(3_000).optional(),
  max_length: z.number().int().min(1).max(3_000).optional(),
}).refine((input) => (input.min_length ?? 0) <= (input.max_length ?? 3_000), {
  error: '`min_length` must not be greater than `max_length`',
  path: ['min_length'],
});

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export const timepicker = element('timepicker', {
  ...confirm,
  ...focus,
  ...placeholder,
  initial_time: z.string().regex(TIME_OF_DAY, 'must be in the format HH:mm').optional(),
  timezone: z.string().refine(isTimeZone, 'must be a valid IANA timezone').optional(),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const select = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  element(type, { ...confirm, ...focus, ...placeholder, ...shape });
const maxSelected = { max_selected_items: z.number().int().min(1).optional() };
const options = { options: listOf(menuOption, 100) };

export const selects = [
  select('static_select', { ...options, initial_option: menuOption.optional() }).refine(
    ...initialIsOffered('initial_option'),
  ),
  select('external_select', {
    min_query_length: z.number().int().min(0).optional(),
    initial_option: menuOption.optional(),
  }),
  select('conversations_select', {
    response_url_enabled: z.boolean().optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: z
      .strictObject({
        include: z
          .array(z.enum(['im', 'mpim', 'private', 'public']))
          .min(1)
          .optional(),
        exclude_external_shared_channels: z.boolean().optional(),
        exclude_bot_users: z.boolean().optional(),
      })
      .optional(),
    initial_conversation: identifier.optional(),
  }),
  select('multi_static_select', {
    ...maxSelected,
    ...options,
    initial_options: listOf(menuOption, 100).optional(),
  }).refine(...initialIsOffered('initial_options')),
  select('multi_users_select', { ...maxSelected, initial_users: z.array(identifier).min(1).optional() }),
] as const;

export const overflow = element('overflow', { ...confirm, options: z.array(overflowOption).min(2).max(5) });

const checks = { ...confirm, ...focus, options: listOf(checkOption, 10) };

export const checkboxes = element('checkboxes', {
  ...checks,
  initial_options: listOf(checkOption, 10).optional(),
}).refine(...initialIsOffered('initial_options'));

export const radioButtons = element('radio_buttons', { ...checks, initial_option: checkOption.optional() }).refine(
  ...initialIsOffered('initial_option'),
);
