import { messagePayload } from '../web-api/payloads.ts';
import { applyResponse } from '../web-api/response-url.ts';
import { APP, type Channel, isOrganisation, isVisibleTo, type Person, SLACKBOT } from '../workspace/directory.ts';
import { escapeTypedText } from '../workspace/escape-text.ts';
import type { ResponseTarget } from '../workspace/interactivity.ts';
import type { Message } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import type { Delivery } from '../workspace/workspace.ts';
import {
  channelPayloadName,
  currentTs,
  issueResponseUrl,
  LEGACY_TOKEN,
  type PreviewContext,
  sendInteraction,
} from './send.ts';

export interface CommandRun {
  readonly person: Person;
  readonly channel: Channel;
  readonly command: string;
  /** As typed. */
  readonly text: string;
}

/** Sends a slash command to the app and shows its immediate response, or how it failed. */
export async function sendCommand(run: CommandRun, place: PreviewContext): Promise<Delivery> {
  const { state, send } = place;
  const { person, channel, command } = run;
  if (!APP.commands.some((known) => known === command)) {
    postAsSlackbot(state, run, `${command} is not a valid command here. Try one of: ${APP.commands.join(', ')}.`);
    return { status: 0, body: '', failure: 'unknown_command' };
  }
  const target = { userId: person.id, channelId: channel.id };
  const form = new URLSearchParams({
    token: LEGACY_TOKEN,
    team_id: person.team.id,
    team_domain: person.team.domain,
    channel_id: channel.id,
    channel_name: channelPayloadName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text: escapeTypedText(run.text, state.channels.all, { isNamed: true }),
    api_app_id: APP.id,
    ...(person.team.enterpriseId !== null && { enterprise_id: person.team.enterpriseId }),
    is_enterprise_install: String(isOrganisation(state.installs.installedAt(person.team) ?? person.team)),
    response_url: issueResponseUrl(place, target),
    trigger_id: state.triggers.issue(target),
  });
  const delivery = await send(form.toString(), 'form');
  const failure = delivery.failure ?? showAcknowledgement(state, target, delivery.body);
  if (failure === undefined) return delivery;
  postAsSlackbot(state, run, `${command} failed with the error "${failure}"`);
  return { ...delivery, failure };
}

/** A notice that only the person sees, from Slack itself. */
export function postAsSlackbot(state: State, to: { person: Person; channel: Channel }, text: string): void {
  const notice = { channelId: to.channel.id, user: SLACKBOT.id, text, blocks: [], ephemeralFor: to.person.id };
  state.messages.add(notice);
}

function showAcknowledgement(state: State, target: ResponseTarget, body: string): string | undefined {
  if (body.trim() === '') return undefined;
  try {
    applyResponse(state, target, parseAcknowledgement(body));
    return undefined;
  } catch (error) {
    if (error instanceof SlackApiError) return error.code;
    throw error;
  }
}

function parseAcknowledgement(body: string): Record<string, unknown> {
  if (!body.trimStart().startsWith('{')) return { text: body };
  try {
    return JSON.parse(body);
  } catch {
    throw new SlackApiError('invalid_command_response');
  }
}

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
