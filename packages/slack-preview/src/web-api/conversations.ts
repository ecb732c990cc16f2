import { z } from 'zod';
import { BOT, type Channel, directChannelId, isOrganisation, PEOPLE, type Team } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { checkArguments, type Method } from './method.ts';
import { channelPayload } from './payloads.ts';

const byChannel = z.object({ channel: z.string().min(1) });

/** The channel a call names, as far as the app can see it: a private one without the app does not exist for it. */
export function visibleChannel(state: State, idOrName: string): Channel {
  const isPerson = PEOPLE.some(({ id }) => id === idOrName);
  const channel = state.channels.find(isPerson ? directChannelId(idOrName) : idOrName);
  if (channel === undefined) throw new SlackApiError('channel_not_found');
  if (channel.kind === 'private' && !channel.memberIds.includes(BOT.id)) throw new SlackApiError('channel_not_found');
  return channel;
}

/** The channel to post to. Rejects archived channels and those the app is not in. */
export function writableChannel(state: State, idOrName: string): Channel {
  const channel = visibleChannel(state, idOrName);
  if (channel.isArchived) throw new SlackApiError('is_archived');
  if (!channel.memberIds.includes(BOT.id)) throw new SlackApiError('not_in_channel');
  return channel;
}

export const conversationsInfo: Method = (given, { state }) => ({
  channel: channelPayload(visibleChannel(state, checkArguments(byChannel, given).channel)),
});

/** The token of an organisation sees many workspaces, so each list says of which one. */
function checkTeam(caller: Team | null, teamId: string | undefined): void {
  if (caller !== null && isOrganisation(caller) && teamId === undefined) throw new SlackApiError('missing_argument');
}

export const conversationsList: Method = (given, { state, caller }) => {
  const { team_id: teamId, exclude_archived: excluded } = checkArguments(
    z.object({ team_id: z.string().optional(), exclude_archived: z.stringbool().default(false) }),
    given,
  );
  checkTeam(caller, teamId);
  const listed = state.channels.all.filter(({ kind, isArchived }) => kind === 'public' && !(excluded && isArchived));
  return { channels: listed.map(channelPayload), response_metadata: { next_cursor: '' } };
};

const memberships = z.object({
  user: z.string().min(1),
  types: z.string().default('public_channel'),
  team_id: z.string().optional(),
});

/** Private channels of that person only where the app is in them. */
export const usersConversations: Method = (given, { state, caller }) => {
  const { user, types, team_id: teamId } = checkArguments(memberships, given);
  checkTeam(caller, teamId);
  const kinds = types.split(',').map((type) => type.replace('_channel', ''));
  const listed = state.channels.all.filter(
    ({ kind, memberIds }) =>
      kinds.includes(kind) && memberIds.includes(user) && (kind === 'public' || memberIds.includes(BOT.id)),
  );
  return { channels: listed.map(channelPayload), response_metadata: { next_cursor: '' } };
};

export const conversationsMembers: Method = (given, { state }) => ({
  members: [...visibleChannel(state, checkArguments(byChannel, given).channel).memberIds],
  response_metadata: { next_cursor: '' },
});

export const conversationsOpen: Method = (given, { state }) => {
  const { users } = checkArguments(z.object({ users: z.string().min(1) }), given);
  if (users.includes(',')) throw new SlackApiError('method_not_supported_for_channel_type');
  const channel = PEOPLE.some(({ id }) => id === users) ? state.channels.find(directChannelId(users)) : undefined;
  if (channel === undefined) throw new SlackApiError('user_not_found');
  return { channel: { id: channel.id } };
};

const status = z.object({ channel_id: z.string().min(1), thread_ts: z.string().min(1), status: z.string().max(300) });

export const setStatus: Method = (given, { state }) => {
  const call = checkArguments(status, given);
  state.conversations.setStatus(visibleChannel(state, call.channel_id).id, call.status);
  return {};
};

// https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts
const suggestedPrompts = z.object({
  channel_id: z.string().min(1),
  prompts: z
    .array(z.object({ title: z.string().min(1), message: z.string().min(1) }))
    .min(1)
    .max(4),
});

export const setSuggestedPrompts: Method = (given, { state }) => {
  const call = checkArguments(suggestedPrompts, given);
  state.conversations.setPrompts(visibleChannel(state, call.channel_id).id, call.prompts);
  return {};
};
