import { z } from 'zod';
import { boundedText, link } from '../limits/composition-objects.ts';
import type { Entity } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { checkArguments, type Method, parseJson } from './method.ts';

// https://docs.slack.dev/messaging/work-objects-implementation and /reference/methods/entity.presentDetails
const action = z.strictObject({
  text: boundedText(75),
  action_id: boundedText(255),
  value: boundedText(2_000).optional(),
  url: link.max(3_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: boundedText(75).optional(),
  processing_state: z.looseObject({}).optional(),
});

const FIELD_TYPES = ['string', 'integer', 'boolean', 'array'] as const;
const SLACK_TYPES = ['user', 'channel_id', 'timestamp', 'date', 'image', 'entity_ref', 'link', 'email'] as const;

const customField = z.looseObject({
  key: boundedText(255),
  label: boundedText(255),
  type: z.enum([...FIELD_TYPES, ...SLACK_TYPES.map((type) => `slack#/types/${type}` as const)]),
  value: z.union([z.string().min(1), z.number(), z.boolean(), z.array(z.unknown())]).optional(),
  link: link.optional(),
  long: z.boolean().optional(),
  tag_color: z.enum(['red', 'yellow', 'green', 'gray', 'blue']).optional(),
});

const entity = z
  .strictObject({
    entity_type: z.enum(['file', 'task', 'incident', 'content_item', 'item'].map((type) => `slack#/entities/${type}`)),
    url: link,
    external_ref: z.strictObject({ id: boundedText(255), type: z.string().optional() }),
    app_unfurl_url: link.optional(),
    entity_payload: z.strictObject({
      attributes: z.looseObject({
        title: z.looseObject({ text: z.string().min(1) }),
        display_type: z.string().optional(),
        product_name: z.string().optional(),
      }),
      fields: z.looseObject({}).optional(),
      custom_fields: z.array(customField).default([]),
      display_order: z.array(z.string()).optional(),
      actions: z
        .strictObject({
          primary_actions: z.array(action).max(2).optional(),
          overflow_actions: z.array(action).max(5).optional(),
        })
        .optional(),
      slack_file: z.looseObject({}).optional(),
    }),
  })
  .refine(({ entity_type: type, entity_payload: { fields } }) => !type.endsWith('/item') || fields === undefined);

/** The Work Objects of an unfurl, by the link they are for. */
export function parseEntities(metadata: unknown, { traffic }: State): Record<string, Entity> {
  if (metadata === undefined) return {};
  // Without the toggle in the app's settings Slack has no Work Objects for it.
  if (traffic.refusedMethods.has('entity.presentDetails')) throw new SlackApiError('feature_not_enabled');
  const parsed = z
    .looseObject({ entities: z.array(entity.refine((each) => each.app_unfurl_url !== undefined)) })
    .safeParse(metadata);
  if (!parsed.success) throw new SlackApiError('invalid_metadata', { messages: [z.prettifyError(parsed.error)] });
  return Object.fromEntries(parsed.data.entities.map((each) => [each.app_unfurl_url ?? each.url, each]));
}

const presentCall = z.object({
  trigger_id: z.string().min(1),
  metadata: z.unknown().optional(),
  error: z.unknown().optional(),
});
const ownError = z.looseObject({
  status: z.enum([
    'restricted',
    'internal_error',
    'not_found',
    'custom',
    'custom_partial_view',
    'timeout',
    'edit_error',
  ]),
});

/** Shows one person the details they opened, or why there are none. */
export const entityPresentDetails: Method = (given, { state }) => {
  const call = checkArguments(presentCall, given);
  const { userId, entityUrl } = exchange(call.trigger_id, state);
  if (call.error !== undefined) {
    const error = ownError.safeParse(typeof call.error === 'string' ? parseJson('error', call.error) : call.error);
    if (!error.success) throw new SlackApiError('invalid_arguments');
    state.conversations.showDetails(userId, { error: error.data.status });
    return {};
  }
  const shown = entity.safeParse(call.metadata);
  if (!shown.success) throw new SlackApiError('invalid_metadata', { messages: [z.prettifyError(shown.error)] });
  if (shown.data.url !== entityUrl) throw new SlackApiError('entity_metadata_does_not_match_trigger');
  state.conversations.showDetails(userId, { entity: shown.data });
  return {};
};

function exchange(triggerId: string, state: State) {
  try {
    return state.triggers.exchange(triggerId);
  } catch {
    throw new SlackApiError('invalid_trigger_id');
  }
}
