import { z } from 'zod';
import {
  boundedText,
  checkOption,
  confirm,
  element,
  exactlyOne,
  focus,
  identifier,
  initialIsOffered,
  link,
  listOf,
  menuOption,
  menuSource,
  overflowOption,
  placeholder,
  plainText,
} from './composition-objects.ts';
import { richText } from './rich-text.ts';

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

export const workflowButton = element('workflow_button', {
  ...confirm,
  ...label,
  ...style,
  text: plainText(75),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: link,
      customizable_input_parameters: z.array(z.strictObject({ name: boundedText(255), value: z.string() })).optional(),
    }),
  }),
});

const opinion = z.strictObject({ text: plainText(75), value: boundedText(2_000), ...label });

export const feedbackButtons = element('feedback_buttons', { positive_button: opinion, negative_button: opinion });

export const iconButton = element('icon_button', {
  ...confirm,
  ...label,
  ...value,
  icon: boundedText(255),
  text: plainText(75),
  visible_to_user_ids: z.array(boundedText(255)).optional(),
});

const field = {
  ...focus,
  ...placeholder,
  dispatch_action_config: z
    .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
    .optional(),
};
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const lines = z.number().int().min(1).max(100).optional();

const plainTextInput = element('plain_text_input', {
  ...field,
  initial_value: z.string().max(3_000).optional(),
  multiline: z.boolean().optional(),
  min_length: z.number().int().min(0).max(3_000).optional(),
  max_length: z.number().int().min(1).max(3_000).optional(),
}).refine((input) => (input.min_length ?? 0) <= (input.max_length ?? 3_000), {
  error: '`min_length` must not be greater than `max_length`',
  path: ['min_length'],
});

const numberInput = element('number_input', {
  ...field,
  is_decimal_allowed: z.boolean(),
  initial_value: decimal.optional(),
  min_value: decimal.optional(),
  max_value: decimal.optional(),
}).refine((input) => Number(input.min_value ?? '-Infinity') <= Number(input.max_value ?? 'Infinity'), {
  error: '`min_value` must not be greater than `max_value`',
  path: ['min_value'],
});

/** What a person types into; only in views. */
export const typedInputs = [
  plainTextInput,
  numberInput,
  element('email_text_input', { ...field, initial_value: z.string().optional() }),
  element('url_text_input', { ...field, initial_value: z.string().optional() }),
  element('file_input', {
    filetypes: z.array(boundedText(20)).min(1).optional(),
    max_files: z.number().int().min(1).max(10).optional(),
  }),
] as const;

export const richTextInput = element('rich_text_input', {
  ...field,
  initial_value: richText.optional(),
  min_lines: lines,
  max_lines: lines,
});

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export const datepicker = element('datepicker', {
  ...confirm,
  ...focus,
  ...placeholder,
  initial_date: z.string().regex(DAY, 'must be in the format YYYY-MM-DD').optional(),
});

export const datetimepicker = element('datetimepicker', {
  ...confirm,
  ...focus,
  // Ten digits: seconds since 1970.
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
});

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
const multiSelect = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  select(type, { max_selected_items: z.number().int().min(1).optional(), ...shape });

const id = identifier.optional();
const ids = z.array(identifier).min(1).optional();
const initialOption = { initial_option: menuOption.optional() };
const initialOptions = { initial_options: listOf(menuOption, 100).optional() };
const external = { min_query_length: z.number().int().min(0).optional() };
const respondable = { response_url_enabled: z.boolean().optional() };
const conversations = {
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
};

export const selects = [
  select('static_select', { ...menuSource, ...initialOption })
    .refine(...exactlyOne('options', 'option_groups'))
    .refine(...initialIsOffered('initial_option')),
  select('external_select', { ...external, ...initialOption }),
  select('users_select', { initial_user: id }),
  select('conversations_select', { ...respondable, ...conversations, initial_conversation: id }),
  select('channels_select', { ...respondable, initial_channel: id }),
] as const;

export const multiSelects = [
  multiSelect('multi_static_select', { ...menuSource, ...initialOptions })
    .refine(...exactlyOne('options', 'option_groups'))
    .refine(...initialIsOffered('initial_options')),
  multiSelect('multi_external_select', { ...external, ...initialOptions }),
  multiSelect('multi_users_select', { initial_users: ids }),
  multiSelect('multi_conversations_select', { ...conversations, initial_conversations: ids }),
  multiSelect('multi_channels_select', { initial_channels: ids }),
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
