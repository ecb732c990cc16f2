import { z } from 'zod';
import { type ViewRequest, validateView, viewSchema } from '../limits/view.ts';
import { findPerson } from '../workspace/directory.ts';
import { assignIds } from '../workspace/ids.ts';
import type { View } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { ViewContent } from '../workspace/views.ts';
import { rejectFiles } from './content.ts';
import { checkArguments, type Method } from './method.ts';
import { viewPayload } from './payloads.ts';

const trigger = z.object({ trigger_id: z.string().min(1), view: z.unknown() });

const showModal =
  (how: 'open' | 'push'): Method =>
  (given, { state }) => {
    const call = checkArguments(trigger, given);
    const content = viewContent(call.view, 'modal');
    const { userId } = state.triggers.exchange(call.trigger_id);
    return { view: viewPayload(state.views[how](userId, content)) };
  };

export const viewsOpen = showModal('open');
export const viewsPush = showModal('push');

export const viewsUpdate: Method = (given, { state }) => {
  const call = checkArguments(z.object({ view_id: z.string(), view: z.unknown() }), given);
  const view = state.views.find(call.view_id);
  if (view === undefined) throw new SlackApiError('not_found');
  return { view: viewPayload(state.views.update(view, viewContent(call.view, view.type))) };
};

export const viewsPublish: Method = (given, { state }) => {
  const call = checkArguments(z.object({ user_id: z.string().min(1), view: z.unknown() }), given);
  if (findPerson(call.user_id) === undefined) throw new SlackApiError('user_not_found');
  return { view: viewPayload(state.views.publish(call.user_id, viewContent(call.view, 'home'))) };
};

/** A view as the app sends it, checked against Slack's limits. */
export function viewContent(view: unknown, type: View['type']): ViewContent {
  const refusal = validateView(view);
  if (refusal !== null) throw new SlackApiError(refusal.error, { messages: refusal.messages });
  const request = viewSchema.parse(view);
  if (request.type !== type) {
    throw new SlackApiError('invalid_arguments', {
      messages: [`unsupported type: ${request.type} [json-pointer:/view/type]`],
    });
  }
  rejectFiles(request.blocks);
  return contentOf(request);
}

function contentOf(request: ViewRequest): ViewContent {
  const isModal = request.type === 'modal';
  return {
    type: request.type,
    ...(isModal && { title: request.title }),
    ...(isModal && request.submit !== undefined && { submit: request.submit }),
    ...(isModal && request.close !== undefined && { close: request.close }),
    blocks: assignIds(request.blocks),
    callbackId: request.callback_id ?? '',
    privateMetadata: request.private_metadata ?? '',
  };
}
