import { z } from 'zod';
import { viewPayload } from '../web-api/payloads.ts';
import { viewContent } from '../web-api/views.ts';
import type { Person } from '../workspace/directory.ts';
import type { View } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import type { Delivery, InputValues } from '../workspace/workspace.ts';
import { inputErrors, stateValues } from './input-values.ts';
import { issueResponseUrl, type PreviewContext, sendInteraction } from './send.ts';

/** Sends a filled-in modal to the app and does what it answers: close, show errors, or show another view. */
export async function sendViewSubmission(
  view: View,
  values: InputValues,
  person: Person,
  place: PreviewContext,
): Promise<Delivery> {
  const { state, send } = place;
  const answers = stateValues(view.blocks, values);
  const errors = inputErrors(view.blocks, answers);
  // Slack's client keeps an incomplete modal open; the app is not notified.
  if (Object.keys(errors).length > 0) return { status: 0, body: '', errors };
  const delivery = await sendInteraction(send, person, {
    type: 'view_submission',
    trigger_id: state.triggers.issue({ userId: person.id, viewId: view.id }),
    view: viewPayload(view, answers),
    response_urls: responseUrls(view, answers, person, place),
  });
  return delivery.failure === undefined ? applyResponseAction(view, delivery, state) : delivery;
}

const responseAction = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('clear') }),
  z.object({ response_action: z.enum(['update', 'push']), view: z.unknown() }),
]);

function applyResponseAction(view: View, delivery: Delivery, { views }: State): Delivery {
  try {
    const action = parseResponseAction(delivery.body);
    if (action === null) views.close(view.userId, false);
    else if (action.response_action === 'clear') views.close(view.userId, true);
    else if (action.response_action === 'errors') return { ...delivery, errors: action.errors };
    else if (action.response_action === 'push') views.push(view.userId, viewContent(action.view, 'modal'));
    else views.update(view, viewContent(action.view, 'modal'));
    return delivery;
  } catch (error) {
    if (error instanceof SlackApiError) return { ...delivery, failure: error.message };
    throw error;
  }
}

function parseResponseAction(body: string): z.infer<typeof responseAction> | null {
  if (body.trim() === '') return null;
  try {
    const given: unknown = JSON.parse(body);
    const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0;
    return isEmpty ? null : responseAction.parse(given);
  } catch {
    throw new SlackApiError('invalid_view_response');
  }
}

/** A menu with `response_url_enabled` gives the app an address to answer in the conversation chosen there. */
function responseUrls(
  view: View,
  answers: ReturnType<typeof stateValues>,
  person: Person,
  place: PreviewContext,
): Record<string, string>[] {
  return view.blocks.flatMap((block) => {
    const element = z.object({ action_id: z.string(), response_url_enabled: z.literal(true) }).safeParse(block.element);
    if (!element.success) return [];
    const { action_id } = element.data;
    const chosen = z
      .object({ selected_conversation: z.string() })
      .safeParse(answers[block.block_id ?? '']?.[action_id]);
    const channelId = chosen.data?.selected_conversation;
    if (channelId === undefined) return [];
    const response_url = issueResponseUrl(place, { userId: person.id, channelId });
    return [{ block_id: block.block_id ?? '', action_id, channel_id: channelId, response_url }];
  });
}
