import { z } from 'zod';
import { APP, BOT, findPerson, isOrganisation, TEAM } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import { chatDelete, chatGetPermalink, chatPostEphemeral, chatPostMessage, chatUnfurl, chatUpdate } from './chat.ts';
import {
  conversationsInfo,
  conversationsJoin,
  conversationsList,
  conversationsOpen,
  setStatus,
  setSuggestedPrompts,
} from './conversations.ts';
import { filesCompleteUploadExternal, filesDelete, filesGetUploadURLExternal, filesInfo } from './files.ts';
import { completeError, completeSuccess } from './functions.ts';
import { checkArguments, type Method } from './method.ts';
import { authRevoke, oauthAccess } from './oauth.ts';
import { userPayload } from './payloads.ts';
import { viewsOpen, viewsPublish, viewsPush, viewsUpdate } from './views.ts';

const authTest: Method = (_given, { publicUrl, caller }) => ({
  url: `${publicUrl()}/`,
  team: (caller ?? TEAM).name,
  user: BOT.name,
  team_id: (caller ?? TEAM).id,
  user_id: BOT.id,
  bot_id: APP.botId,
  is_enterprise_install: caller !== null && isOrganisation(caller),
});

const usersInfo: Method = (given, { state }) => {
  const { user } = checkArguments(z.object({ user: z.string().min(1) }), given);
  const person = findPerson(user);
  if (person === undefined) throw new SlackApiError('user_not_found');
  return { user: userPayload(person, state.now()) };
};

export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['api.test', (given) => ({ args: given })],
  ['assistant.threads.setStatus', setStatus],
  ['assistant.threads.setSuggestedPrompts', setSuggestedPrompts],
  ['auth.revoke', authRevoke],
  ['auth.test', authTest],
  ['chat.delete', chatDelete],
  ['chat.getPermalink', chatGetPermalink],
  ['chat.postEphemeral', chatPostEphemeral],
  ['chat.postMessage', chatPostMessage],
  ['chat.unfurl', chatUnfurl],
  ['chat.update', chatUpdate],
  ['conversations.info', conversationsInfo],
  ['conversations.join', conversationsJoin],
  ['conversations.list', conversationsList],
  ['conversations.open', conversationsOpen],
  ['files.completeUploadExternal', filesCompleteUploadExternal],
  ['files.delete', filesDelete],
  ['files.getUploadURLExternal', filesGetUploadURLExternal],
  ['files.info', filesInfo],
  ['functions.completeError', completeError],
  ['functions.completeSuccess', completeSuccess],
  ['oauth.v2.access', oauthAccess],
  ['users.info', usersInfo],
  ['views.open', viewsOpen],
  ['views.publish', viewsPublish],
  ['views.push', viewsPush],
  ['views.update', viewsUpdate],
]);

/** The scopes an admin can withhold, by method. */
export const SCOPES: ReadonlyMap<string, string> = new Map([
  ['conversations.open', 'im:write'],
  ['files.completeUploadExternal', 'files:write'],
  ['files.delete', 'files:write'],
  ['files.getUploadURLExternal', 'files:write'],
  ['files.info', 'files:read'],
  ['users.info', 'users:read'],
]);
