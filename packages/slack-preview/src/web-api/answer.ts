import type { FastifyReply, FastifyRequest } from 'fastify';
import { SlackRefusal } from '../workspace/refusal.ts';
import type { State } from '../workspace/state.ts';
import type { PlannedFailure } from '../workspace/workspace.ts';
import type { Arguments } from './arguments.ts';

type Work = () => Record<string, unknown> | string;

/** Does one call of the app, records it, and answers as Slack would, planned failures included. */
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
    return planned.hangs ? reply.hijack() : cut(request, reply);
  }
  try {
    if (planned !== undefined && planned.drop === undefined) throw refusalOf(planned);
    const answer = work();
    state.traffic.record({ method, body, ...from, ...(planned?.drop === 'answer' && { error: 'dropped' }) });
    return planned?.drop === 'answer' ? cut(request, reply) : reply.send(answer);
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    state.traffic.record({ method, body, ...from, error: error.code });
    return refuse(reply, error);
  }
}

function refusalOf({ status, error, messages, retryAfter }: PlannedFailure): SlackRefusal {
  const isLimited = retryAfter !== undefined;
  return new SlackRefusal(error ?? (isLimited ? 'ratelimited' : 'internal_error'), {
    status: status ?? (isLimited ? 429 : 200),
    ...(messages && { messages }),
    ...(isLimited && { retryAfter }),
  });
}

function refuse(reply: FastifyReply, { code, messages, status, retryAfter }: SlackRefusal): FastifyReply {
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

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
