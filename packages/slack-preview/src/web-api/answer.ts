import type { FastifyReply, FastifyRequest } from 'fastify';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import type { PlannedFailure } from '../workspace/workspace.ts';
import type { Arguments } from './method.ts';

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
