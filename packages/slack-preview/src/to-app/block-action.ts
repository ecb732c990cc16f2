import { findPerson, type Person } from '../workspace/directory.ts';
import type { Message, View } from '../workspace/message.ts';
import { messagePayload, viewPayload } from '../workspace/payloads.ts';
import type { State } from '../workspace/state.ts';
import type { Delivery, Press } from '../workspace/workspace.ts';
import { interactionForm, type Send } from './deliver.ts';
import { stateValues } from './element-state.ts';
import { channelPayloadName, interactionEnvelope } from './envelope.ts';
import { describeAction, findPressed } from './pressed-action.ts';

export interface PreviewContext {
  readonly state: State;
  readonly send: Send;
  readonly publicUrl: () => string;
}

/** Tells the app that a person pressed or chose something. Throws when there is nothing such to press. */
export async function sendBlockAction(press: Press, person: Person, place: PreviewContext): Promise<Delivery> {
  const { state, send } = place;
  const surface = findSurface(press, state);
  const pressed = findPressed(surface.blocks, press);
  const at = (state.now() / 1_000).toFixed(6);
  const action = describeAction(pressed, press, at);
  const payload = 'ts' in surface ? inMessage(surface, press, person, place) : inView(surface, press, person, place);
  return send(
    interactionForm({ type: 'block_actions', ...interactionEnvelope(person), ...payload, actions: [action] }),
    'form',
  );
}

/** Who can press it: of a message only one person sees, and of a view, that person. */
export function findPresser(press: Press, state: State, otherwise: string): Person | undefined {
  const surface = findSurface(press, state);
  const owner = 'ts' in surface ? surface.ephemeralFor : surface.userId;
  return findPerson(press.userId ?? owner ?? otherwise);
}

function findSurface({ message, viewId }: Press, state: State): Message | View {
  const current =
    message === undefined ? state.views.find(viewId ?? '') : state.messages.find(message.channelId, message.ts);
  if (current === undefined) throw new Error('The message or view to press in is not there any more.');
  return current;
}

function inMessage(
  message: Message,
  press: Press,
  person: Person,
  { state, publicUrl }: PreviewContext,
): Record<string, unknown> {
  const channel = state.channels.find(message.channelId);
  const isEphemeral = message.ephemeralFor !== undefined;
  const { threadTs } = message;
  const target = {
    userId: person.id,
    channelId: message.channelId,
    originalTs: message.ts,
    ...(threadTs !== undefined && { threadTs }),
  };
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channelId,
      is_ephemeral: isEphemeral,
      ...(threadTs !== undefined && { thread_ts: threadTs }),
    },
    ...(channel !== undefined && { channel: { id: channel.id, name: channelPayloadName(channel) } }),
    // Slack keeps no copy of what only one person sees, so it cannot send it back.
    ...(!isEphemeral && { message: messagePayload(message) }),
    state: { values: stateValues(message.blocks, press.values ?? {}) },
    response_url: `${publicUrl()}/response/${state.responseUrls.issue(target)}`,
    trigger_id: state.triggers.issue(target),
  };
}

function inView(view: View, press: Press, person: Person, { state }: PreviewContext): Record<string, unknown> {
  const values = stateValues(view.blocks, press.values ?? {});
  return {
    container: { type: 'view', view_id: view.id },
    view: viewPayload(view, values),
    trigger_id: state.triggers.issue({ userId: person.id, viewId: view.id }),
  };
}
