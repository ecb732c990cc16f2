import { z } from 'zod';
import {
  actionId,
  boundedText,
  checkOption,
  confirm,
  focus,
  hasOneSource,
  menuOption,
  menuSource,
  NOT_AN_OPTION,
  ONE_SOURCE,
  offersAll,
  overflowOption,
  placeholder,
} from './composition-objects.ts';

const menu = { ...actionId, ...confirm, ...focus, ...placeholder };
const several = { max_selected_items: z.number().int().min(1).optional() };
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
const id = boundedText(255);

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menu, ...menuSource, initial_option: menuOption.optional() })
  .refine(hasOneSource, ONE_SOURCE)
  .refine((each) => offersAll(each, [each.initial_option]), { error: NOT_AN_OPTION, path: ['initial_option'] });

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menu,
    ...several,
    ...menuSource,
    initial_options: z.array(menuOption).min(1).max(100).optional(),
  })
  .refine(hasOneSource, ONE_SOURCE)
  .refine((each) => offersAll(each, each.initial_options ?? []), { error: NOT_AN_OPTION, path: ['initial_options'] });

export const selects = [
  staticSelect,
  z.strictObject({
    type: z.literal('external_select'),
    ...menu,
    ...external,
    initial_option: menuOption.optional(),
  }),
  z.strictObject({ type: z.literal('users_select'), ...menu, initial_user: id.optional() }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...menu,
    ...respondable,
    ...conversations,
    initial_conversation: id.optional(),
  }),
  z.strictObject({ type: z.literal('channels_select'), ...menu, ...respondable, initial_channel: id.optional() }),
] as const;

export const multiSelects = [
  multiStaticSelect,
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...menu,
    ...several,
    ...external,
    initial_options: z.array(menuOption).min(1).max(100).optional(),
  }),
  z.strictObject({
    type: z.literal('multi_users_select'),
    ...menu,
    ...several,
    initial_users: z.array(id).min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...menu,
    ...several,
    ...conversations,
    initial_conversations: z.array(id).min(1).optional(),
  }),
  z.strictObject({
    type: z.literal('multi_channels_select'),
    ...menu,
    ...several,
    initial_channels: z.array(id).min(1).optional(),
  }),
] as const;

export const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...actionId,
  ...confirm,
  options: z.array(overflowOption).min(2).max(5),
});

export const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...actionId,
    ...confirm,
    ...focus,
    options: z.array(checkOption).min(1).max(10),
    initial_options: z.array(checkOption).min(1).max(10).optional(),
  })
  .refine((each) => offersAll(each, each.initial_options ?? []), { error: NOT_AN_OPTION, path: ['initial_options'] });

export const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...actionId,
    ...confirm,
    ...focus,
    options: z.array(checkOption).min(1).max(10),
    initial_option: checkOption.optional(),
  })
  .refine((each) => offersAll(each, [each.initial_option]), { error: NOT_AN_OPTION, path: ['initial_option'] });
