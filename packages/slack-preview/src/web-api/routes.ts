import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TEAM, type Team } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { answerCall } from './answer.ts';
import { uploadRoute } from './files.ts';
import { type Arguments, decodeArguments, type MethodContext } from './method.ts';
import { METHODS, SCOPES } from './methods.ts';
import { applyResponse } from './response-url.ts';

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
      const caller = OPEN_METHODS.has(method) ? null : checkOwner(token, owner, state);
      const run = METHODS.get(method);
      if (run === undefined) throw new SlackApiError('unknown_method');
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

const OPEN_METHODS: ReadonlySet<string> = new Set(['api.test', 'oauth.v2.access']);

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
