import { z } from 'zod';
import { menuOption } from '../limits/composition-objects.ts';
import { type Fields, isObject, walkObjects } from '../limits/json.ts';
import { messagePayload, viewPayload } from '../web-api/payloads.ts';
import { findPerson, type Person } from '../workspace/directory.ts';
import { isInteractive } from '../workspace/ids.ts';
import type { Block, Message, View } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import type { Delivery, Press, Search, Suggestion } from '../workspace/workspace.ts';
import { elementState, stateValues } from './input-values.ts';
import { channelPayloadName, currentTs, issueResponseUrl, type PreviewContext, sendInteraction } from './send.ts';

/** Notifies the app of a click or choice. Throws when the element does not exist. */
export async function sendBlockAction(press: Press, person: Person, place: PreviewContext): Promise<Delivery> {
  const { state, send } = place;
  const surface = findSurface(press, state);
  if (press.entity !== undefined && 'ts' in surface) return sendEntityAction(surface, press, person, place);
  const pressed = findPressed(surface.blocks, press);
  const action = describeAction(pressed, press, currentTs(state));
  const payload = 'ts' in surface ? inMessage(surface, press, person, place) : inView(surface, press, person, place);
  return sendInteraction(send, person, { type: 'block_actions', ...payload, actions: [action] });
}

/** A button of a Work Object, below the message or in the details beside it. */
function sendEntityAction(message: Message, press: Press, person: Person, place: PreviewContext): Promise<Delivery> {
  const { state, send } = place;
  const entity = press.isInDetails
    ? state.conversations.details(person.id)?.entity
    : message.entities?.[press.entity ?? ''];
  const { primary_actions: primary = [], overflow_actions: overflow = [] } = entity?.entity_payload.actions ?? {};
  const pressed = [...primary, ...overflow].find(({ action_id }) => action_id === press.actionId);
  if (entity === undefined || pressed === undefined) throw new Error('This button is not there any more.');
  const { container: _, message: _own, response_url, ...payload } = inMessage(message, press, person, place);
  const at = { message_ts: message.ts, channel_id: message.channelId, app_unfurl_url: press.entity };
  const container = press.isInDetails
    ? { type: 'entity_detail', entity_url: entity.url, external_ref: entity.external_ref, ...at }
    : { type: 'message_attachment', attachment_id: 1, is_ephemeral: false, is_app_unfurl: true, ...at };
  const { text, action_id, value } = pressed;
  const action = { type: 'button', action_id, value, text: { type: 'plain_text', text }, action_ts: currentTs(state) };
  return sendInteraction(send, person, {
    ...{ type: 'block_actions', ...payload, container, actions: [action] },
    ...(!press.isInDetails && { response_url }),
  });
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

function inMessage(message: Message, press: Press, person: Person, place: PreviewContext): Record<string, unknown> {
  const { state } = place;
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
    // Slack does not store ephemeral messages, so it cannot send them back.
    ...(!isEphemeral && { message: messagePayload(message) }),
    state: { values: stateValues(message.blocks, press.values ?? {}) },
    response_url: issueResponseUrl(place, target),
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

interface Pressed {
  readonly blockId: string;
  readonly element: Fields;
}

/** The element a person presses. Throws when there is none. */
function findPressed(blocks: readonly Block[], press: Press): Pressed {
  const all = blocks.flatMap((block) =>
    elementsOf(block).map((element) => ({ blockId: block.block_id ?? '', element })),
  );
  const found = all.find(({ blockId, element }) => matches(press, blockId, element));
  if (found !== undefined) return found;
  const offered = all.map(({ element }) => String(element.action_id)).join(', ');
  throw new Error(
    `There is nothing to press with the action id "${press.actionId}"; there is: ${offered || 'nothing'}.`,
  );
}

function elementsOf(block: Block): Fields[] {
  return walkObjects(block)
    .map(({ object }) => object)
    .filter(({ type }) => isInteractive(type));
}

function matches({ actionId, blockId, value }: Press, inBlock: string, element: Fields): boolean {
  const isPlace = element.action_id === actionId && (blockId === undefined || blockId === inBlock);
  return isPlace && (element.type !== 'button' || value === undefined || element.value === value);
}

/** The action of a payload: the element's fields, and what was chosen or typed. */
function describeAction({ blockId, element }: Pressed, press: Press, actionTs: string): Record<string, unknown> {
  const { type, action_id, text, value, style, url } = element;
  const common = { type, block_id: blockId, action_id, action_ts: actionTs };
  switch (type) {
    case 'button':
      return { ...common, text, ...withValue({ value, style, url }) };
    case 'feedback_buttons':
      return { ...common, ...withValue(chosenOpinion(element, press.value)) };
    case 'overflow':
      return { ...common, ...elementState({ ...element, type: 'static_select' }, press.selectedOption ?? null), type };
    default:
      return { ...common, ...elementState(element, press.selectedOptions ?? press.selectedOption ?? press.value) };
  }
}

function chosenOpinion(element: Fields, value: string | undefined): Record<string, unknown> {
  const { positive_button: positive, negative_button: negative } = element;
  const button = [positive, negative].filter(isObject).find((each) => each.value === value);
  return { text: button?.text, value };
}

function withValue(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const option = menuOption.required({ value: true });
const Options = z.object({ options: z.array(option).max(100) });

/**
 * Asks the app for the options of a search menu. Empty when it does not answer in time, or with something Slack does not take.
 * https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export async function sendBlockSuggestion(search: Search, { state, send }: PreviewContext): Promise<Suggestion[]> {
  const view = state.views.find(search.viewId);
  const person = findPerson(view?.userId ?? '');
  if (view === undefined || person === undefined) return [];
  const { blockId, actionId, value } = search;
  const { body } = await sendInteraction(send, person, {
    type: 'block_suggestion',
    action_id: actionId,
    block_id: blockId,
    value,
    container: { type: 'view', view_id: view.id },
    view: viewPayload(view),
  });
  const answer = Options.safeParse(parseJson(body)).data;
  return (answer?.options ?? []).map((each) => ({ value: each.value, text: each.text.text }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
