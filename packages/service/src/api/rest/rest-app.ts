import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ErrorBody, REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
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

/** A request's path for error bodies: without the query, which may contain what people search for. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

/** For logs and metrics: the route's pattern, because a path can hold a one-time link or a mistyped secret. */
export const routeOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string => routeOptions.url ?? 'none';

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

/** Before the first snapshot, answers change within seconds. */
const BEFORE_FIRST_SNAPSHOT_SECONDS = 1;

/**
 * Adds Cache-Control with the route's lifetime, and two headers for caches: the revision, which changes when an answer is
 * outdated early, and whether sample posts are counted.
 */
export function addCacheHeaders(app: RestApp, queries: Pick<Queries, 'pipelineFreshness' | 'revision'>): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { lifetimeSeconds } = request.routeOptions.config;
    if (lifetimeSeconds === undefined || reply.statusCode !== 200) return done(null, payload);
    Promise.all([queries.pipelineFreshness(), queries.revision()]).then(([{ latestSnapshotAt, sample }, revision]) => {
      const seconds = latestSnapshotAt === null ? BEFORE_FIRST_SNAPSHOT_SECONDS : lifetimeSeconds;
      reply.header('cache-control', `private, max-age=${seconds}`);
      reply.header(REVISION_HEADER, revision);
      if (sample) reply.header(SAMPLE_HEADER, 'true');
      done(null, payload);
    }, done);
  });
}
