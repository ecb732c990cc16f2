import { z } from 'zod';
import { type Entity, entity } from '../limits/work-object.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { checkArguments, type Method, parseJson } from './method.ts';

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
