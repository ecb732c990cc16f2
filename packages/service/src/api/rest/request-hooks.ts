import { createPipelineLimit, isHostHeader } from '@pain-signals/contract';
import type { Span, Tracing } from '@pain-signals/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentRequestId } from '../../config/log.ts';
import { ServiceError } from '../../model/service-error.ts';
import { type RestApp, routeOf } from './rest-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/** One span for each request, as part of the caller's trace. Call it before other hooks, which then belong to the span. */
export function addTracing(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.start(request.method, request.headers);
    request.span = span;
    span.run(done);
  });
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    span?.end({
      'http.request.method': method,
      'http.route': routeOf({ routeOptions }),
      'http.response.status_code': statusCode,
      outcome: statusCode < 500 ? 'ok' : 'error',
    });
    done();
  });
}

/** Fits the longest parameters at twelve bytes per character, percent-encoded. */
export const MAX_URL_LENGTH = 8_192;

const urlTooLong = new ServiceError('INVALID_PARAMETER', `The URL exceeds ${MAX_URL_LENGTH} characters.`, {
  status: 414,
});

const invalidHost = new ServiceError('INVALID_PARAMETER', 'The Host header is not a host name or address.');

/** No route unpacks a body: a few packed kilobytes can be gigabytes. */
const packedBody = new ServiceError('INVALID_PARAMETER', 'Send the body as it is, without Content-Encoding.', {
  status: 415,
  headers: { 'accept-encoding': 'identity' },
});

/** For every route: security headers, a maximum URL length, a valid Host header, and no request bodies unless a route parses them. */
export function addRequestProtection(app: RestApp, serviceUrl: string): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(serviceUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  const mayAnswer = createPipelineLimit();
  app.addHook('onRequest', (request, reply, done) => {
    if (!mayAnswer(request.socket, reply.raw)) {
      reply.hijack();
      return void request.socket.destroy();
    }
    reply.headers(headers).header('x-request-id', request.id);
    currentRequestId.run(request.id, done, faultOf(request));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

function faultOf({ url, headers }: FastifyRequest): ServiceError | undefined {
  if (!isHostHeader(headers.host)) return invalidHost;
  if (url.length > MAX_URL_LENGTH) return urlTooLong;
  const encoding = headers['content-encoding'];
  return encoding === undefined || encoding.trim().toLowerCase() === 'identity' ? undefined : packedBody;
}

/** The log levels that include info. */
const INFO_LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/** Logs every response, without headers, path or query: keys, one-time links and search terms are private. */
export function addRequestLog(app: RestApp): void {
  if (!INFO_LEVELS.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        key: request.caller?.keyPrefix ?? undefined,
      },
      'request finished',
    );
    done();
  });
}
