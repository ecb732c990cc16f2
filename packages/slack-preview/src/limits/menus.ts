import { z } from 'zod';
import {
  checkOption,
  confirm,
  element,
  exactlyOne,
  focus,
  identifier,
  initialIsOffered,
  listOf,
  menuOption,
  menuSource,
  overflowOption,
  placeholder,
} from './composition-objects.ts';

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
