import { ErrorBody, withTimeout } from '@pain-signals/contract';
import type { RefuseMetrics } from '@pain-signals/telemetry';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import { rateLimitedError } from '../../accounts/limits/rate-limit.ts';
import { ServiceError } from '../../model/service-error.ts';
import { describeDatabase } from '../../model/system-errors.ts';
import { type RestApp, routeOf } from './rest-app.ts';

const healthTags = ['health'];
const Health = z.object({ status: z.literal('ok') });
const DATABASE_TIMEOUT_MS = 2_000;

/** Why the service should get no requests now; null when it can answer. */
export type Readiness = () => Promise<string | null>;

/** Health checks, without a key. */
export function addHealthRoutes(app: RestApp, readiness: Readiness): void {
  app.get(
    '/healthz',
    {
      schema: {
        tags: healthTags,
        summary: 'Liveness: the process is running',
        security: [],
        response: { 200: Health },
      },
    },
    () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        tags: healthTags,
        summary: 'Readiness: the database answers, and the service is not shutting down',
        security: [],
        response: { 200: Health, 503: ErrorBody },
      },
    },
    async ({ log }) => {
      const obstacle = await withTimeout(DATABASE_TIMEOUT_MS, readiness()).catch((error: unknown) => {
        log.warn({ err: error }, 'database unavailable');
        return describeDatabase(error);
      });
      if (obstacle !== null) throw new ServiceError('INTERNAL', obstacle, { status: 503 });
      return { status: 'ok' as const };
    },
  );
}

/** In seconds: from a cached list to the timeout of a request. */
const RESPONSE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface MetricSources {
  register: Registry;
  /** When the nightly job last finished, epoch ms; 0: never. */
  nightAt(): Promise<number>;
  latestSnapshot(): Promise<{ at: number; totalActiveSignals: number } | null>;
  withheldPosts(): Promise<Record<string, number>>;
  /** The feeds in the database and when each was last read to its end, epoch ms; null: never. */
  feeds(): Promise<{ key: string; readAt: number | null }[]>;
  /** Work during which a thread ended, and how often in a row. */
  threadFailures(): Promise<{ work: string; failures: number }[]>;
  /** Feeds of which so much is missing at the source that nothing is removed. */
  stoppedFeedChecks(): Promise<number>;
}

/** Prometheus metrics, without personal data. Call it before adding routes. */
export function addMetricsRoute(app: RestApp, sources: MetricSources, refuse: RefuseMetrics): void {
  const { register, nightAt, latestSnapshot, withheldPosts, feeds, threadFailures, stoppedFeedChecks } = sources;
  const requests = new Histogram({
    name: 'painsignals_http_request_duration_seconds',
    help: 'Time to answer a request, by method, route and status; 429: rate limit exceeded',
    labelNames: ['method', 'route', 'status'],
    buckets: RESPONSE_BUCKETS,
    registers: [register],
  });
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await read());
      },
    });
  gauge(
    'painsignals_nightly_last_success_timestamp_seconds',
    'When the nightly job last finished; 0: never',
    async () => toSeconds(await nightAt()),
  );
  gauge('painsignals_snapshot_timestamp_seconds', 'When the last snapshot was taken; 0: none yet', async () =>
    toSeconds((await latestSnapshot())?.at ?? 0),
  );
  gauge(
    'painsignals_active_signals',
    'Active signals in the last snapshot',
    async () => (await latestSnapshot())?.totalActiveSignals ?? 0,
  );
  gauge(
    'painsignals_feed_checks_stopped',
    'Feeds with too many posts missing at the source, so that none is removed; see doctor',
    stoppedFeedChecks,
  );
  new Gauge({
    name: 'painsignals_withheld_posts',
    help: 'Posts in no public signal, by what their group lacks',
    labelNames: ['reason'],
    registers: [register],
    async collect() {
      for (const [reason, posts] of Object.entries(await withheldPosts())) this.set({ reason }, posts);
    },
  });
  new Gauge({
    name: 'painsignals_feed_last_success_timestamp_seconds',
    help: 'When a feed was last read to its end; 0: never',
    labelNames: ['feed'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { key, readAt } of await feeds()) this.set({ feed: key }, toSeconds(readAt ?? 0));
    },
  });
  new Gauge({
    name: 'painsignals_thread_failures',
    help: 'How often in a row a thread ended unexpectedly, by what it was doing; 1 for a file of IMPORT_FOLDER that cannot be moved',
    labelNames: ['work'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { work, failures } of await threadFailures()) this.set({ work }, failures);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request), status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const refusal = refuse({ address: request.ip, headers: request.headers });
    if (refusal?.status === 429) throw rateLimitedError(refusal.message);
    if (refusal !== null) throw new ServiceError('UNAUTHORIZED', refusal.message);
    return reply.type(register.contentType).send(await register.metrics());
  });
}

const toSeconds = (at: number): number => at / 1_000;

/** A row is in many answers, and a whole table may be damaged. */
const ROWS_REMEMBERED = 1_000;

/** Counts each time that a damaged row is left out of an answer, and logs each row once. */
export function createDamageReport(register: Registry, log: Pick<FastifyBaseLogger, 'error'>) {
  const omissions = new Counter({
    name: 'painsignals_damaged_rows_total',
    help: 'How often a damaged row was left out of an answer, by table; the log has its id',
    labelNames: ['table'],
    registers: [register],
  });
  const logged = new LRUCache<string, true>({ max: ROWS_REMEMBERED });
  return ({ table, id, fault }: Record<'table' | 'id' | 'fault', string>): void => {
    omissions.inc({ table });
    const row = `${table} ${id}`;
    if (logged.has(row)) return;
    logged.set(row, true);
    log.error({ table, id, fault }, 'damaged row left out');
  };
}
