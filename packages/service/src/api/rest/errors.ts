import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@pain-signals/contract';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../../model/service-error.ts';
import { allowedValues, invalidParameter, parametersSchema, parameterToReport } from '../../queries/parameters.ts';
import { signalNotFound } from '../../queries/signals.ts';
import { toServiceError } from '../http/to-service-error.ts';
import { asksForPage, pathOf, routeOf } from './rest-app.ts';

/** Section 7: every error has the same body. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const { method, log } = request;
  const { status, headers, code, message, reason } =
    requestError(error, request) ??
    toServiceError(error, log, { requestId: request.id, method, route: routeOf(request) });
  const body: ErrorBody = { code, message, path, ...(reason === undefined ? {} : { reason }) };
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body);
}

/** Errors of the request itself, which only this interface explains; null for all others. */
function requestError(error: FastifyError, request: FastifyRequest): ServiceError | null {
  if (error.validation !== undefined) return invalidRequest(error.validation, error.validationContext, request);
  const { statusCode: status = 500 } = error;
  // Fastify's own errors, such as a path that cannot be decoded.
  return status < 500 && !(error instanceof ServiceError)
    ? new ServiceError('INVALID_PARAMETER', 'The request cannot be read.', { status })
    : null;
}

function invalidRequest(
  errors: readonly FastifySchemaValidationError[],
  context: string | undefined,
  request: FastifyRequest,
): ServiceError {
  // The only path parameters are ids, and a malformed id belongs to no signal.
  if (context === 'params') return signalNotFound();
  const name = parameterToReport(errors.map(({ instancePath }) => instancePath.split('/')[1] ?? ''));
  const given = (request.query as Record<string, string | string[] | undefined>)[name];
  const schema = parametersSchema(request.routeOptions.schema?.querystring as z.ZodType);
  if (!Array.isArray(given)) return invalidParameter(name, given, schema);
  const message = `${name} is repeated ${given.length} times. Send it once: ${allowedValues(name, schema)}.`;
  return new ServiceError('INVALID_PARAMETER', message);
}

interface RegisteredRoute {
  path: RegExp;
  method: string;
}

/** Answers a browser that opened an address without a page. */
export type SendNotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Unknown paths return 404, other methods of known paths 405; browsers get a page. Call it before adding routes. */
export function addNotFoundHandler(app: FastifyInstance, sendPage: SendNotFoundPage): void {
  const routes: RegisteredRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const each of [method].flat()) routes.push({ path: pathPattern(url), method: each });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    if (request.method === 'GET' && asksForPage(request.headers) && !path.startsWith('/api/'))
      return sendPage(request, reply);
    const methods = [...new Set(routes.filter((route) => route.path.test(path)).map((route) => route.method))];
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new ServiceError('NOT_FOUND', 'Not found. See /openapi.json for all paths.');
    }
    throw new ServiceError('METHOD_NOT_ALLOWED', `Method not allowed. Use ${methods.join(', ')}.`, {
      headers: { allow: methods.join(', ') },
    });
  });
}

const pathPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll('.', '\\.')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );

interface ClientError extends Error {
  code?: string;
  /** The received bytes, a Buffer. */
  rawPacket?: unknown;
}

const CLIENT_ERROR_RESPONSES: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

const LINGER_MS = 500;

/** Answers on the socket what never becomes a request: invalid HTTP, or headers that are too large. */
export function handleClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = CLIENT_ERROR_RESPONSES[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const body: ErrorBody = { code: 'INVALID_PARAMETER', message, path: requestedPath(error.rawPacket) };
  const content = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  // A caller that goes on sending would hold the connection; it gets a moment to read the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
}

const requestedPath = (packet: unknown): string => {
  const start = Buffer.isBuffer(packet) ? packet.subarray(0, 2_000).toString('latin1') : '';
  const [, url = ''] = /^[A-Z]+ (\/[\x21-\x7e]*)/.exec(start) ?? [];
  return pathOf(url);
};
