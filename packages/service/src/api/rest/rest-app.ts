import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorBody } from '@pain-signals/contract';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Accounts } from '../../accounts/index.ts';
import type { Queries } from '../../queries/index.ts';

/** A Fastify whose parameters and answers are described by zod schemas. */
export type RestApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long callers may keep the answer. */
    lifetimeSeconds?: number;
  }
}

/** The path of a request as error bodies and logs show it: without the query, which may hold what people search for. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

const ALWAYS_POSSIBLE = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

/** What else a route that needs a key may answer, for its description. */
export const errorResponses = {
  always: ALWAYS_POSSIBLE,
  ofParameters: { 400: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignal: { 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignalAndParameters: { 400: ErrorBody, 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSearch: { 400: ErrorBody, 503: ErrorBody, ...ALWAYS_POSSIBLE },
} as const;

/**
 * Checks an answer against its schema and writes it as JSON: once for each answer, since those that are kept are sent many times.
 * As bytes, for text would be encoded anew each time; Fastify sends them as they are, though its types know only text.
 */
export const responseSerializer: typeof serializerCompiler = (route) => {
  const write = serializerCompiler(route);
  const written = new WeakMap<object, Buffer>();
  return (answer) => {
    if (typeof answer !== 'object' || answer === null) return write(answer);
    const bytes = written.get(answer) ?? Buffer.from(write(answer));
    written.set(answer, bytes);
    return bytes as unknown as string;
  };
};

export interface SessionRouteDeps {
  queries: Queries;
  accounts: Accounts;
}
