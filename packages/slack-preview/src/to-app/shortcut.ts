import { messagePayload } from '../web-api/payloads.ts';
import { isVisibleTo, type Person } from '../workspace/directory.ts';
import type { Message } from '../workspace/message.ts';
import type { Delivery } from '../workspace/workspace.ts';
import { channelPayloadName, currentTs, issueResponseUrl, type PreviewContext, sendInteraction } from './send.ts';

/** Notifies the app that a person chose its message shortcut. */
export async function sendShortcut(
  { message, callbackId, person }: { message: Message; callbackId: string; person: Person },
  place: PreviewContext,
): Promise<Delivery> {
  const { state, send } = place;
  const channel = state.channels.find(message.channelId);
  const current = state.messages.find(message.channelId, message.ts);
  if (channel === undefined || current === undefined || !isVisibleTo(channel, person.id)) {
    throw new Error('The message is not there any more.');
  }
  const target = { userId: person.id, channelId: channel.id };
  return sendInteraction(send, person, {
    type: 'message_action',
    callback_id: callbackId,
    action_ts: currentTs(state),
    trigger_id: state.triggers.issue(target),
    response_url: issueResponseUrl(place, target),
    message_ts: current.ts,
    channel: { id: channel.id, name: channelPayloadName(channel) },
    message: messagePayload(current),
  });
}
