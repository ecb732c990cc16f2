import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ErrorBody, LIFETIME_SECONDS } from '@pain-signals/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifySchema, RawServerDefault } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Accounts } from '../../accounts/index.ts';
import { RESPONSE_TIMEOUT_MS } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';

/** Fastify with zod schemas for parameters and responses. */
export type RestApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For Cache-Control. */
    lifetimeSeconds?: number;
  }
}

/** A request's path for error bodies and logs: without the query, which may contain what people search for. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

/** Whether a browser asks, for a page. */
export const asksForPage = ({ accept = '' }: IncomingHttpHeaders): boolean => accept.includes('text/html');

const ALWAYS_POSSIBLE = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

/** The error responses of routes that need a key, for the OpenAPI document. */
export const errorResponses = {
  always: ALWAYS_POSSIBLE,
  ofParameters: { 400: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignal: { 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignalAndParameters: { 400: ErrorBody, 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSearch: { 400: ErrorBody, 503: ErrorBody, ...ALWAYS_POSSIBLE },
} as const;

/**
 * Validates responses and serializes each object once, since cached ones are sent many times. It returns bytes, which Fastify
 * sends as they are although its types know only strings.
 */
export const responseSerializer: typeof serializerCompiler = (route) => {
  const write = serializerCompiler(route);
  const written = new WeakMap<object, Buffer>();
  return (response) => {
    if (typeof response !== 'object' || response === null) return write(response);
    const bytes = written.get(response) ?? Buffer.from(write(response));
    written.set(response, bytes);
    return bytes as unknown as string;
  };
};

/** The options of a route that reads: its schema, timeout and how long clients may cache the response. */
export const readRoute = <Schema extends FastifySchema>(
  schema: Schema,
  lifetimeSeconds: number = LIFETIME_SECONDS.other,
) => ({
  schema,
  config: { lifetimeSeconds },
  handlerTimeout: RESPONSE_TIMEOUT_MS,
});

export interface SessionRouteDeps {
  queries: Queries;
  accounts: Accounts;
}
