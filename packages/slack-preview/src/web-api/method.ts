import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { slackErrorMessages } from '../limits/error-messages.ts';
import { type Fields, isObject } from '../limits/json.ts';
import type { Team } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import type { PlannedFailure } from '../workspace/workspace.ts';

export type Arguments = Fields;

const JSON_ARGUMENTS = [
  'blocks',
  'chunks',
  'attachments',
  'view',
  'metadata',
  'files',
  'unfurls',
  'prompts',
  'outputs',
];

/** A call's arguments: a JSON body, or a form whose JSON arguments are parsed. */
export function decodeArguments(body: unknown): Arguments {
  if (typeof body === 'string') return decodeForm(body);
  return isObject(body) ? { ...body } : {};
}

function decodeForm(body: string): Arguments {
  const form: Record<string, unknown> = Object.fromEntries(new URLSearchParams(body));
  for (const name of JSON_ARGUMENTS) {
    if (typeof form[name] === 'string') form[name] = parseJson(name, form[name]);
  }
  return form;
}

/** An argument that Slack takes as JSON. Throws a SlackApiError. */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SlackApiError(name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments', {
      messages: [`must be valid JSON [json-pointer:/${name}]`],
    });
  }
}

/** Validates a call's arguments. Unknown ones are dropped, as Slack ignores them. */
export function checkArguments<Schema extends z.ZodType>(schema: Schema, given: Arguments): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new SlackApiError('invalid_arguments', { messages: slackErrorMessages(result.error.issues, given, '') });
}

export interface MethodContext {
  readonly state: State;
  /** Where the workspace's own pages are, without a slash at the end. */
  readonly publicUrl: () => string;
  /** The app's client credentials for token exchange; null without OAuth. */
  readonly oauth: { readonly clientId: string; readonly clientSecret: string } | null;
}

/** Whose token the call came with; null where none is needed. */
export interface CallContext extends MethodContext {
  readonly caller: Team | null;
}

/** One method of the Web API: returns the response without `ok: true`. Throws a SlackApiError. */
export type Method = (given: Arguments, context: CallContext) => Record<string, unknown>;

type Work = () => Record<string, unknown> | string;

/** Runs one call of the app, records it, and responds as Slack would, planned failures included. */
export function answerCall(
  state: State,
  call: { method: string; given: Arguments; request: FastifyRequest; reply: FastifyReply; teamId?: string | null },
  work: Work,
): FastifyReply {
  const { method, request, reply, teamId } = call;
  const { token: _token, client_secret: _secret, refresh_token: _refresh, ...body } = call.given;
  const from = teamId ? { teamId } : {};
  const planned = state.traffic.takePlanned(method);
  if (planned?.drop === true || planned?.hangs) {
    state.traffic.record({ method, body, ...from, error: 'dropped' });
    return planned.hangs ? reply.hijack() : dropConnection(request, reply);
  }
  try {
    if (planned !== undefined && planned.drop === undefined) throw plannedError(planned);
    const answer = work();
    state.traffic.record({ method, body, ...from, ...(planned?.drop === 'answer' && { error: 'dropped' }) });
    return planned?.drop === 'answer' ? dropConnection(request, reply) : reply.send(answer);
  } catch (error) {
    if (!(error instanceof SlackApiError)) throw error;
    state.traffic.record({ method, body, ...from, error: error.code });
    return sendError(reply, error);
  }
}

function plannedError({ status, error, messages, retryAfter }: PlannedFailure): SlackApiError {
  const isLimited = retryAfter !== undefined;
  return new SlackApiError(error ?? (isLimited ? 'ratelimited' : 'internal_error'), {
    status: status ?? (isLimited ? 429 : 200),
    ...(messages && { messages }),
    ...(isLimited && { retryAfter }),
  });
}

function sendError(reply: FastifyReply, { code, messages, status, retryAfter }: SlackApiError): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(status).send({
    ok: false,
    error: code,
    ...(messages.length > 0 && {
      errors: messages,
      response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
    }),
  });
}

function dropConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
