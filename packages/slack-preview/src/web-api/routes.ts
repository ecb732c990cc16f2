import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { APP, BOT, findPerson, isOrganisation, TEAM, type Team } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { chatDelete, chatGetPermalink, chatPostEphemeral, chatPostMessage, chatUnfurl, chatUpdate } from './chat.ts';
import {
  conversationsInfo,
  conversationsList,
  conversationsMembers,
  conversationsOpen,
  setStatus,
  setSuggestedPrompts,
  usersConversations,
} from './conversations.ts';
import { filesCompleteUploadExternal, filesDelete, filesGetUploadURLExternal, uploadRoute } from './files.ts';
import { completeError, completeSuccess } from './functions.ts';
import {
  type Arguments,
  answerCall,
  checkArguments,
  decodeArguments,
  type Method,
  type MethodContext,
} from './method.ts';
import { authRevoke, oauthAccess } from './oauth.ts';
import { userPayload } from './payloads.ts';
import { applyResponse } from './response-url.ts';
import { chatAppendStream, chatStartStream, chatStopStream } from './streams.ts';
import { viewsOpen, viewsPublish, viewsPush, viewsUpdate } from './views.ts';
import { entityPresentDetails } from './work-objects.ts';

const authTest: Method = (_given, { publicUrl, caller }) => ({
  url: `${publicUrl()}/`,
  team: (caller ?? TEAM).name,
  user: BOT.name,
  team_id: (caller ?? TEAM).id,
  user_id: BOT.id,
  bot_id: APP.botId,
  is_enterprise_install: caller !== null && isOrganisation(caller),
});

const usersInfo: Method = (given) => {
  const { user } = checkArguments(z.object({ user: z.string().min(1) }), given);
  const person = findPerson(user);
  if (person === undefined) throw new SlackApiError('user_not_found');
  return { user: userPayload(person) };
};

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['assistant.threads.setStatus', setStatus],
  ['assistant.threads.setSuggestedPrompts', setSuggestedPrompts],
  ['auth.revoke', authRevoke],
  ['auth.test', authTest],
  ['chat.appendStream', chatAppendStream],
  ['chat.delete', chatDelete],
  ['chat.getPermalink', chatGetPermalink],
  ['chat.postEphemeral', chatPostEphemeral],
  ['chat.postMessage', chatPostMessage],
  ['chat.startStream', chatStartStream],
  ['chat.stopStream', chatStopStream],
  ['chat.unfurl', chatUnfurl],
  ['chat.update', chatUpdate],
  ['conversations.info', conversationsInfo],
  ['conversations.list', conversationsList],
  ['conversations.members', conversationsMembers],
  ['conversations.open', conversationsOpen],
  ['entity.presentDetails', entityPresentDetails],
  ['files.completeUploadExternal', filesCompleteUploadExternal],
  ['files.delete', filesDelete],
  ['files.getUploadURLExternal', filesGetUploadURLExternal],
  ['functions.completeError', completeError],
  ['functions.completeSuccess', completeSuccess],
  ['oauth.v2.access', oauthAccess],
  ['users.conversations', usersConversations],
  ['users.info', usersInfo],
  ['views.open', viewsOpen],
  ['views.publish', viewsPublish],
  ['views.push', viewsPush],
  ['views.update', viewsUpdate],
]);

/** The scopes an admin can withhold, by method. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['conversations.open', 'im:write'],
  ['files.completeUploadExternal', 'files:write'],
  ['files.delete', 'files:write'],
  ['files.getUploadURLExternal', 'files:write'],
  ['users.info', 'users:read'],
]);

export interface WebApiOptions extends MethodContext {
  readonly botToken: string;
}

/** Slack's side of the Web API and of response_urls. */
export async function webApiRoutes(server: FastifyInstance, options: WebApiOptions): Promise<void> {
  const { state } = options;
  await server.register(uploadRoute, { state });

  server.post<{ Params: { method: string } }>('/api/:method', (request, reply) => {
    const { method } = request.params;
    const given = parseArguments(request);
    const token = tokenOf(request, given.ok);
    const owner = ownerOf(token, options);
    const teamId = owner === null || owner === 'revoked' ? null : owner.id;
    return answerCall(state, { method, given: given.ok, request, reply, teamId }, () => {
      if (given.refusal !== null) throw given.refusal;
      const caller = method === 'oauth.v2.access' ? null : checkOwner(token, owner, state);
      const run = METHODS.get(method);
      if (run === undefined || state.traffic.refusedMethods.has(method)) throw new SlackApiError('unknown_method');
      checkScope(method, state);
      return { ok: true, ...run(given.ok, { ...options, caller }) };
    });
  });

  server.post<{ Params: { id: string } }>('/response/:id', (request, reply) => {
    const { id } = request.params;
    const given = parseArguments(request);
    return answerCall(state, { method: 'response_url', given: given.ok, request, reply }, () => {
      const target = state.responseUrls.find(id);
      if (given.refusal !== null) throw given.refusal;
      applyResponse(state, target, given.ok);
      state.responseUrls.countUse(id);
      return 'ok';
    });
  });
}

function parseArguments(request: FastifyRequest): { ok: Arguments; refusal: SlackApiError | null } {
  try {
    return { ok: decodeArguments(request.body), refusal: null };
  } catch (error) {
    if (error instanceof SlackApiError) return { ok: {}, refusal: error };
    throw error;
  }
}

function tokenOf(request: FastifyRequest, given: Arguments): string | undefined {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return header ?? (typeof given.token === 'string' ? given.token : undefined);
}

type Owner = Team | 'revoked' | null;

function ownerOf(token: string | undefined, { botToken, state }: WebApiOptions): Owner {
  if (token === undefined) return null;
  if (state.steps.isToken(token)) return TEAM;
  if (!isSameToken(token, botToken)) return state.installs.ownerOf(token);
  return state.installs.wasRevoked(TEAM.id) ? 'revoked' : TEAM;
}

function checkOwner(token: string | undefined, owner: Owner, { traffic }: State): Team {
  if (token === undefined) throw new SlackApiError('not_authed');
  if (traffic.tokenError !== null) throw new SlackApiError(traffic.tokenError);
  if (owner === 'revoked') throw new SlackApiError('account_inactive');
  if (owner === null) throw new SlackApiError('invalid_auth');
  return owner;
}

function checkScope(method: string, { traffic }: State): void {
  if (traffic.refusedScopes.has(SCOPES.get(method) ?? '')) throw new SlackApiError('missing_scope');
}

function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
