import { z } from 'zod';
import { BOT, findPerson } from '../workspace/directory.ts';
import { unescapeSlack } from '../workspace/escape-text.ts';
import { isStreaming, type Message } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { checkContent, contentFields } from './content.ts';
import { visibleChannel, writableChannel } from './conversations.ts';
import { checkArguments, type Method } from './method.ts';
import { messagePayload } from './payloads.ts';
import { parseEntities } from './work-objects.ts';

// https://docs.slack.dev/reference/methods/chat.postMessage#truncating: longer text is cut, not refused
export const MAX_TEXT_LENGTH = 40_000;

const channel = z.string().min(1);
const ts = z.string().regex(/^\d+\.\d{6}$/);

export const chatPostMessage: Method = (given, { state }) => {
  const call = checkArguments(z.object({ channel, thread_ts: ts.optional(), ...contentFields }), given);
  const { id } = writableChannel(state, call.channel);
  const { text, blocks } = checkContent(call, { isEphemeral: false, state });
  const threadTs = call.thread_ts === undefined ? undefined : threadOf(state, id, call.thread_ts);
  state.traffic.countMessage(id);
  const message = state.messages.add({
    channelId: id,
    user: BOT.id,
    text: text.slice(0, MAX_TEXT_LENGTH),
    blocks,
    ...(threadTs !== undefined && { threadTs }),
  });
  return { channel: id, ts: message.ts, message: messagePayload(message) };
};

export const chatPostEphemeral: Method = (given, { state }) => {
  const call = checkArguments(
    z.object({ channel, user: z.string().min(1), thread_ts: ts.optional(), ...contentFields }),
    given,
  );
  const { id, memberIds } = writableChannel(state, call.channel);
  if (findPerson(call.user) === undefined) throw new SlackApiError('user_not_found');
  if (!memberIds.includes(call.user)) throw new SlackApiError('user_not_in_channel');
  const { text, blocks } = checkContent(call, { isEphemeral: true, state });
  const message = state.messages.add({
    channelId: id,
    user: BOT.id,
    text: text.slice(0, MAX_TEXT_LENGTH),
    blocks,
    ephemeralFor: call.user,
    ...(call.thread_ts !== undefined && { threadTs: call.thread_ts }),
  });
  return { message_ts: message.ts };
};

export const chatUpdate: Method = (given, { state }) => {
  const call = checkArguments(z.object({ channel, ts, ...contentFields }), given);
  const message = findOwnMessage(state, call.channel, call.ts, 'cant_update_message');
  if (message.isResponse) throw new SlackApiError('cant_update_message');
  if (isStreaming(message, state.now())) throw new SlackApiError('streaming_state_conflict');
  // Missing blocks keep the old ones; an empty list removes them.
  const { text, blocks } = checkContent(
    { ...call, text: call.text ?? message.text, blocks: call.blocks ?? message.blocks },
    { isEphemeral: false, state },
  );
  const changed = { text: text.slice(0, MAX_TEXT_LENGTH), blocks };
  const edited = state.messages.edit(message, changed) ?? message;
  return { channel: message.channelId, ts: message.ts, text: edited.text, message: messagePayload(edited) };
};

export const chatDelete: Method = (given, { state }) => {
  const call = checkArguments(z.object({ channel, ts }), given);
  const message = findOwnMessage(state, call.channel, call.ts, 'cant_delete_message');
  if (isStreaming(message, state.now())) throw new SlackApiError('cant_delete_message');
  state.messages.remove(message);
  return { channel: message.channelId, ts: message.ts };
};

export const chatGetPermalink: Method = (given, { state, publicUrl }) => {
  const call = checkArguments(z.object({ channel, message_ts: ts }), given);
  const { id } = visibleChannel(state, call.channel);
  const message = state.messages.find(id, call.message_ts);
  if (message === undefined || message.ephemeralFor !== undefined) throw new SlackApiError('message_not_found');
  return { channel: id, permalink: `${publicUrl()}/archives/${id}/p${message.ts.replace('.', '')}` };
};

/** The first message of a thread. */
export function threadOf(state: State, channelId: string, threadTs: string): string {
  const parent = state.messages.find(channelId, threadTs);
  if (parent === undefined) throw new SlackApiError('thread_not_found');
  if (parent.ephemeralFor !== undefined) throw new SlackApiError('cannot_reply_to_message');
  return parent.threadTs ?? parent.ts;
}

function findOwnMessage(state: State, channelName: string, messageTs: string, otherwise: string): Message {
  const message = state.messages.find(visibleChannel(state, channelName).id, messageTs);
  // Slack does not store ephemeral messages.
  if (message === undefined || message.ephemeralFor !== undefined) throw new SlackApiError('message_not_found');
  if (message.user !== BOT.id) throw new SlackApiError(otherwise);
  return message;
}

const unfurlCall = z.object({
  channel: z.string().optional(),
  ts: z.string().optional(),
  unfurl_id: z.string().optional(),
  source: z.enum(['composer', 'conversations_history']).optional(),
  unfurls: z.record(z.string(), z.object({ blocks: z.array(z.unknown()).min(1) })).optional(),
  metadata: z.unknown().optional(),
});

/** Adds unfurls below a posted message; for an unsent one they are only recorded. */
export const chatUnfurl: Method = (given, { state }) => {
  const { channel, ts, unfurl_id, source, unfurls, metadata } = checkArguments(unfurlCall, given);
  if (unfurls === undefined && metadata === undefined) throw new SlackApiError('missing_unfurls');
  const shown = Object.entries(unfurls ?? {}).map(
    ([url, { blocks }]) => [url, checkContent({ blocks }, { isEphemeral: false, state }).blocks] as const,
  );
  const entities = parseEntities(metadata, state);
  if (source === 'composer') {
    if (!state.conversations.isUnfurling(unfurl_id ?? '')) throw new SlackApiError('cannot_find_message');
    return {};
  }
  const place = unfurl_id === undefined ? { channel, ts } : parseUnfurlId(unfurl_id);
  const message = state.messages.find(visibleChannel(state, place.channel ?? '').id, place.ts ?? '');
  if (message === undefined) throw new SlackApiError('cannot_find_message');
  const urls = [...shown.map(([url]) => url), ...Object.keys(entities)];
  const isLinked = urls.every((url) => unescapeSlack(message.text).includes(unescapeSlack(url)));
  if (!isLinked) throw new SlackApiError('cannot_unfurl_url');
  state.messages.unfurl(message, { unfurls: Object.fromEntries(shown), entities });
  return {};
};

/** An unfurl id starts with its message's location. */
function parseUnfurlId(unfurlId: string): { channel?: string; ts?: string } {
  const [channel, ts] = unfurlId.split('-');
  return { ...(channel && { channel }), ...(ts && { ts }) };
}
