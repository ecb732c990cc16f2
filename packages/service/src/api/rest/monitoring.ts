import { ErrorBody, withTimeout } from '@pain-signals/contract';
import { Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { ServiceError } from '../../model/service-error.ts';
import { pathOf, type RestApp } from './rest-app.ts';

const healthTags = ['health'];
const Health = z.object({ status: z.literal('ok') });
const DATABASE_TIMEOUT_MS = 2_000;

/** For whoever watches over the process; without a key. */
export function addHealthRoutes(app: RestApp, reachDatabase: () => Promise<unknown>): void {
  app.get(
    '/healthz',
    { schema: { healthTags, summary: 'The process is alive', security: [], response: { 200: Health } } },
    () => ({
      status: 'ok' as const,
    }),
  );
  app.get(
    '/readyz',
    {
      schema: { healthTags, summary: 'The database answers', security: [], response: { 200: Health, 503: ErrorBody } },
    },
    async ({ log }) => {
      try {
        await withTimeout(DATABASE_TIMEOUT_MS, reachDatabase());
      } catch (error) {
        log.warn({ err: error }, 'the database does not answer');
        throw new ServiceError('INTERNAL', 'The database does not answer.', { status: 503 });
      }
      return { status: 'ok' as const };
    },
  );
}

const ENTRY_POINTS = ['/api', '/mcp', '/oauth'] as const;

/** Never the path itself, which names signals and holds one-time links. */
const entryPointOf = (path: string): string =>
  ENTRY_POINTS.find((door) => path === door || path.startsWith(`${door}/`))?.slice(1) ?? 'page';

/** What the figures of the service come from. */
export interface MetricSources {
  /** When the last night was worked, epoch ms; 0: never. */
  nightAt(): Promise<number>;
  latestSnapshot(): Promise<{ at: number; totalActiveSignals: number } | null>;
}

/** Prometheus text for whoever watches over the process, without a key: it counts, and names nobody. Call it before any route is added. */
export function addMetricsRoute(app: RestApp, { nightAt, latestSnapshot }: MetricSources): void {
  const register = new Registry();
  const answers = new Counter({
    name: 'painsignals_answers_total',
    help: 'Answers by door and HTTP status; 429 is a spent budget of 60 calls a minute',
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
  gauge('painsignals_night_last_success_seconds', 'When the last night was worked, Unix time; 0: never', async () =>
    toSeconds(await nightAt()),
  );
  gauge('painsignals_snapshot_seconds', 'What moment the figures end at, Unix time; 0: none yet', async () =>
    toSeconds((await latestSnapshot())?.at ?? 0),
  );
  gauge(
    'painsignals_active_signals',
    'Active signals of the last snapshot',
    async () => (await latestSnapshot())?.totalActiveSignals ?? 0,
  );
  app.addHook('onResponse', (request, reply, done) => {
    answers.inc({ door: entryPointOf(pathOf(request.url)), status: reply.statusCode });
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}

const toSeconds = (at: number): number => at / 1_000;
