import { viewPayload } from '../web-api/payloads.ts';
import {
  APP,
  BOT,
  type Channel,
  directChannelId,
  findPerson,
  isOrganisation,
  type Person,
  TEAM,
  type Team,
} from '../workspace/directory.ts';
import { unescapeSlack } from '../workspace/escape-text.ts';
import { newId } from '../workspace/ids.ts';
import type { Message } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import type { StepRun } from '../workspace/workflow-steps.ts';
import type { Delivery } from '../workspace/workspace.ts';
import { postAsSlackbot } from './command.ts';
import { currentTs, LEGACY_TOKEN, type Send } from './send.ts';

/** Notifies the app that a person opened its Home or its direct messages. */
export function sendHomeOpenedEvent(
  person: Person,
  state: State,
  send: Send,
  tab: 'home' | 'messages' = 'home',
): Promise<Delivery> {
  const view = tab === 'home' ? state.views.home(person.id) : null;
  const event = {
    type: 'app_home_opened',
    user: person.id,
    channel: directChannelId(person.id),
    tab,
    event_ts: String(state.now() / 1_000),
    ...(view !== null && { view: viewPayload(view) }),
  };
  return sendEvent(event, state, send);
}

/** Notifies the app of a message that mentions it or is a direct message to it, and of no others. */
export async function sendMessageEvent(message: Message, channel: Channel, state: State, send: Send): Promise<void> {
  await sendLinkEvent({ channel, userId: message.user, text: message.text, message }, state, send);
  const isDirect = channel.kind === 'direct';
  const isMention = message.text.includes(`<@${BOT.id}>`);
  if (!isDirect && !isMention) return;
  if (!isDirect && !channel.memberIds.includes(BOT.id)) return explainNotInChannel(message, channel, state);
  const event = {
    type: isDirect ? 'message' : 'app_mention',
    ...(isDirect && { channel_type: 'im' }),
    user: message.user,
    text: message.text,
    ts: message.ts,
    event_ts: message.ts,
    channel: channel.id,
    team: TEAM.id,
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
  };
  await sendEvent(event, state, send);
}

/** An app gets no events from a channel it is not in: Slack shows the person how to invite it. */
function explainNotInChannel(message: Message, channel: Channel, state: State): void {
  const person = findPerson(message.user);
  const text = `You mentioned *@${APP.name}*, but it’s not in this channel. Add it with \`/invite @${BOT.name}\`, then ask again.`;
  if (person !== undefined) postAsSlackbot(state, { person, channel }, text);
}

interface LinkedMessage {
  readonly channel: Channel;
  readonly userId: string;
  readonly text: string;
  /** None while it is still being written. */
  readonly message?: Message;
}

const LINK = /\bhttps?:\/\/[^\s<>|]+[^\s<>|.,;:!?)]/g;

/** Sends link_shared, as if every domain were registered. */
export async function sendLinkEvent(
  { channel, userId, text, message }: LinkedMessage,
  state: State,
  send: Send,
): Promise<Delivery> {
  const urls = [...new Set(unescapeSlack(text).match(LINK) ?? [])];
  if (urls.length === 0) return { status: 0, body: '' };
  const unfurlId = message === undefined ? state.conversations.beginUnfurl(channel.id) : `${channel.id}-${message.ts}`;
  const event = {
    type: 'link_shared',
    user: userId,
    // Where it will be posted, Slack doesn't say.
    channel: message === undefined ? 'COMPOSER' : channel.id,
    message_ts: message?.ts ?? unfurlId,
    ...(message?.threadTs !== undefined && { thread_ts: message.threadTs }),
    unfurl_id: unfurlId,
    source: message === undefined ? 'composer' : 'conversations_history',
    is_bot_user_member: channel.memberIds.includes(BOT.id),
    links: urls.map((url) => ({ url, domain: new URL(url).hostname })),
    event_ts: currentTs(state),
  };
  return sendEvent(event, state, send);
}

/** Asks the app for the details of a Work Object that somebody opens. */
export function sendDetailsEvent(
  { message, pasted, person }: { message: Message; pasted: string; person: Person },
  state: State,
  send: Send,
): Promise<Delivery> {
  const { channelId, ts, threadTs, entities = {} } = message;
  const entity = entities[pasted];
  if (entity === undefined) throw new Error(`There is no Work Object of ${pasted} here.`);
  const { url, external_ref } = entity;
  state.conversations.openDetails({ userId: person.id, channelId, ts, url });
  const event = {
    type: 'entity_details_requested',
    user: person.id,
    user_locale: person.locale,
    trigger_id: state.triggers.issue({ userId: person.id, channelId, entityUrl: url }),
    ...{
      external_ref,
      entity_url: url,
      app_unfurl_url: pasted,
      link: { url: pasted, domain: new URL(pasted).hostname },
    },
    ...{ channel: channelId, message_ts: ts, ...(threadTs !== undefined && { thread_ts: threadTs }) },
    event_ts: currentTs(state),
  };
  return sendEvent(event, state, send);
}

/** Notifies the app that a workflow reached one of its steps; empty inputs are not sent. */
export function sendStepEvent(
  { id, token, step }: StepRun,
  inputs: Readonly<Record<string, string | number>>,
  state: State,
  send: Send,
): Promise<Delivery> {
  const parameters = (described: StepRun['step']['inputs']) =>
    Object.entries(described).map(([name, parameter]) => ({ name, is_required: false, ...parameter }));
  const event = {
    type: 'function_executed',
    function: {
      ...{ id: newId('Fn'), callback_id: step.callbackId, title: step.title, description: step.description },
      ...{ type: 'app', app_id: APP.id, date_created: 0, date_updated: 0, date_deleted: 0 },
      input_parameters: parameters(step.inputs),
      output_parameters: parameters(step.outputs),
    },
    inputs,
    function_execution_id: id,
    workflow_execution_id: newId('Wx'),
    event_ts: currentTs(state),
    bot_access_token: token,
  };
  return sendEvent(event, state, send);
}

/** Notifies the app of its removal, by either of two events, which arrive in any order. */
export function sendRemovalEvent(
  type: 'app_uninstalled' | 'tokens_revoked',
  team: Team,
  { state, send, at = state.now() }: { state: State; send: Send; at?: number | undefined },
): Promise<Delivery> {
  const event = type === 'tokens_revoked' ? { type, tokens: { oauth: [], bot: [BOT.id] } } : { type };
  return sendEvent(event, state, send, { team, at });
}

function sendEvent(
  event: Record<string, unknown>,
  state: State,
  send: Send,
  { team, at }: { team: Team; at: number } = { team: TEAM, at: state.now() },
): Promise<Delivery> {
  return send(
    JSON.stringify({
      token: LEGACY_TOKEN,
      team_id: team.id,
      context_team_id: team.id,
      enterprise_id: team.enterpriseId,
      api_app_id: APP.id,
      type: 'event_callback',
      event_id: newId('Ev'),
      event_time: Math.floor(at / 1_000),
      authorizations: [
        {
          ...{ team_id: isOrganisation(team) ? null : team.id, enterprise_id: team.enterpriseId },
          ...{ user_id: BOT.id, is_bot: true, is_enterprise_install: isOrganisation(team) },
        },
      ],
      is_ext_shared_channel: state.channels.find(String(event.channel))?.isShared ?? false,
      event,
    }),
    'json',
  );
}
