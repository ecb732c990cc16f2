import { ErrorBody, withTimeout } from '@pain-signals/contract';
import { Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { ServiceError } from '../../model/service-error.ts';
import { pathOf, type RestApp } from './rest-app.ts';

const healthTags = ['health'];
const Health = z.object({ status: z.literal('ok') });
const DATABASE_TIMEOUT_MS = 2_000;

/** Health checks, without a key. */
export function addHealthRoutes(app: RestApp, reachDatabase: () => Promise<unknown>): void {
  app.get(
    '/healthz',
    { schema: { tags: healthTags, summary: 'The process is alive', security: [], response: { 200: Health } } },
    () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        tags: healthTags,
        summary: 'The database is available',
        security: [],
        response: { 200: Health, 503: ErrorBody },
      },
    },
    async ({ log }) => {
      try {
        await withTimeout(DATABASE_TIMEOUT_MS, reachDatabase());
      } catch (error) {
        log.warn({ err: error }, 'database unavailable');
        throw new ServiceError('INTERNAL', 'The database is unavailable.', { status: 503 });
      }
      return { status: 'ok' as const };
    },
  );
}

const ENTRY_POINTS = ['/api', '/mcp', '/oauth'] as const;

/** Not the path itself: it contains signal ids and one-time links. */
const entryPointOf = (path: string): string =>
  ENTRY_POINTS.find((door) => path === door || path.startsWith(`${door}/`))?.slice(1) ?? 'page';

export interface MetricSources {
  /** When the nightly job last finished, epoch ms; 0: never. */
  nightAt(): Promise<number>;
  latestSnapshot(): Promise<{ at: number; totalActiveSignals: number } | null>;
  withheldPosts(): Promise<Record<string, number>>;
}

/** Prometheus metrics, without a key and without personal data. Call it before adding routes. */
export function addMetricsRoute(app: RestApp, { nightAt, latestSnapshot, withheldPosts }: MetricSources): void {
  const register = new Registry();
  const answers = new Counter({
    name: 'painsignals_answers_total',
    help: 'Responses by entry point and HTTP status; 429: rate limit exceeded',
    labelNames: ['door', 'status'],
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
  gauge('painsignals_night_last_success_seconds', 'When the nightly job last finished, Unix time; 0: never', async () =>
    toSeconds(await nightAt()),
  );
  gauge('painsignals_snapshot_seconds', 'When the last snapshot was taken, Unix time; 0: none yet', async () =>
    toSeconds((await latestSnapshot())?.at ?? 0),
  );
  gauge(
    'painsignals_active_signals',
    'Active signals in the last snapshot',
    async () => (await latestSnapshot())?.totalActiveSignals ?? 0,
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
  app.addHook('onResponse', (request, reply, done) => {
    answers.inc({ door: entryPointOf(pathOf(request.url)), status: reply.statusCode });
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}

const toSeconds = (at: number): number => at / 1_000;
