import { LIFETIME_SECONDS, REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { Freshness } from '../../queries/responses.ts';
import { errorResponses, type RestApp } from './rest-app.ts';

/** Section 4.4. */
export function addFreshnessRoute(app: RestApp, queries: Queries): void {
  app.get(
    '/api/meta/pipeline',
    {
      schema: {
        tags: ['meta'],
        summary: 'When scores were last recomputed, and how many signals are active',
        response: { 200: Freshness, ...errorResponses.always },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.pipeline },
    },
    () => queries.pipelineFreshness(),
  );
}

/** A service that has counted nothing yet will know more in a moment. */
const BEFORE_FIRST_SNAPSHOT_SECONDS = 1;

/**
 * Says in Cache-Control how long an answer may be kept: the route's own lifetime. Answers depend on the key, so they are private.
 * Whoever keeps one must go on knowing whether invented posts are in it, and learn when it is out of date before its time, so
 * both are said with it.
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
