import { messagePayload } from '../web-api/payloads.ts';
import { isVisibleTo, type Person } from '../workspace/directory.ts';
import type { Message } from '../workspace/message.ts';
import type { Delivery } from '../workspace/workspace.ts';
import { channelPayloadName, interactionEnvelope, interactionForm, type PreviewContext } from './send.ts';

/** Notifies the app that a person chose its message shortcut. */
export async function sendShortcut(
  { message, callbackId, person }: { message: Message; callbackId: string; person: Person },
  { state, send, publicUrl }: PreviewContext,
): Promise<Delivery> {
  const channel = state.channels.find(message.channelId);
  const current = state.messages.find(message.channelId, message.ts);
  if (channel === undefined || current === undefined || !isVisibleTo(channel, person.id)) {
    throw new Error('The message is not there any more.');
  }
  const target = { userId: person.id, channelId: channel.id };
  const payload = {
    type: 'message_action',
    ...interactionEnvelope(person),
    callback_id: callbackId,
    action_ts: (state.now() / 1_000).toFixed(6),
    trigger_id: state.triggers.issue(target),
    response_url: `${publicUrl()}/response/${state.responseUrls.issue(target)}`,
    message_ts: current.ts,
    channel: { id: channel.id, name: channelPayloadName(channel) },
    message: messagePayload(current),
  };
  return send(interactionForm(payload), 'form');
}
