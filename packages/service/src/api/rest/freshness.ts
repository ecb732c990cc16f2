import { LIFETIME_SECONDS, REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { Freshness } from '../../queries/responses.ts';
import { errorResponses, type RestApp, readRoute } from './rest-app.ts';

/** Section 4.4. */
export function addFreshnessRoute(app: RestApp, queries: Queries): void {
  app.get(
    '/api/meta/pipeline',
    readRoute(
      {
        tags: ['meta'],
        summary: 'When scores were last updated, and how many signals are active',
        response: { 200: Freshness, ...errorResponses.always },
      },
      LIFETIME_SECONDS.pipeline,
    ),
    () => queries.pipelineFreshness(),
  );
}

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
