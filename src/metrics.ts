import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Budget, SearchBudget } from '@pain-signals/client';
import { createMetricsGuard } from '@pain-signals/telemetry';
import type { WebClientOptions } from '@slack/web-api';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readableResponse } from './slack/clients.ts';

type SlackFetch = NonNullable<WebClientOptions['fetch']>;

type BudgetLeft = Pick<Budget, 'left'> & { searches: Pick<SearchBudget, 'left' | 'warnedUntil'> };

interface MetricsSources {
  register: Registry;
  slackApiUrl: string;
  /** METRICS_TOKEN. Null: only programs on this machine may read the metrics. */
  token: string | null;
  /** The budget of every key in use. */
  budgets(): Promise<BudgetLeft[]>;
  /** By how many ms the database's clock is ahead; null where it has ours. */
  clockAhead?: () => Promise<number | null>;
  now: () => number;
}

/** So long its figures are cached: several Prometheus servers may ask. */
const CACHE_MS = 5_000;

export interface Metrics {
  /** Calls Slack and counts the call. */
  slackFetch: SlackFetch;
  /** Responds with Prometheus text, 401 or 429. It names no workspace, person or key. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

export function createMetrics({ register, slackApiUrl, token, budgets, clockAhead, now }: MetricsSources): Metrics {
  const calls = new Counter({
    name: 'painsignals_slack_calls_total',
    help: 'Calls to Slack by method and HTTP status; 429: Slack asked to slow down, none: no answer came',
    labelNames: ['method', 'status'],
    registers: [register],
  });
  let reading: Promise<BudgetLeft[]> | null = null;
  /** All gauges are collected at once. */
  const readBudgets = () => {
    reading ??= budgets().finally(() => {
      reading = null;
    });
    return reading;
  };
  const gaugeLeast = (name: string, help: string, leftOf: (budget: BudgetLeft) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.reset();
        const left = (await readBudgets()).map(leftOf);
        if (left.length > 0) this.set(Math.min(...left));
        else this.remove();
      },
    });
  gaugeLeast(
    'painsignals_budget_calls_left',
    'Calls to the pain signal service that the most used key has left in its minute; missing while no key is in use',
    ({ left }) => left,
  );
  gaugeLeast(
    'painsignals_budget_searches_left',
    'Semantic searches that fair use leaves the most used key now; missing while no key is in use',
    ({ searches }) => searches.left,
  );
  new Gauge({
    name: 'painsignals_fair_use_warned_keys',
    help: 'Keys in use that the pain signal service has warned of fair use',
    registers: [register],
    async collect() {
      this.set((await readBudgets()).filter(({ searches }) => searches.warnedUntil !== null).length);
    },
  });
  new Gauge({
    name: 'painsignals_database_clock_ahead_seconds',
    help: 'How far the clock of PostgreSQL is ahead of this machine’s; over 60 in either direction this process does nothing that is due',
    registers: [register],
    async collect() {
      const ms = await clockAhead?.().catch(() => null);
      if (typeof ms === 'number') this.set(ms / 1_000);
      else this.remove();
    },
  });
  const refuse = createMetricsGuard(token, now);
  let page = { text: Promise.resolve(''), until: 0 };
  /** Upload addresses differ for every file. */
  const methodOf = (address: string) =>
    address.startsWith(slackApiUrl) ? (address.slice(slackApiUrl.length).split('?')[0] ?? '') : 'upload';
  return {
    async slackFetch(address, init) {
      const method = methodOf(String(address));
      try {
        const answer = await fetch(address, init);
        calls.inc({ method, status: answer.status });
        return await readableResponse(answer);
      } catch (error) {
        calls.inc({ method, status: 'none' });
        throw error;
      }
    },
    serve(request, response) {
      const refusal = refuse({ address: request.socket.remoteAddress ?? '', headers: request.headers });
      if (refusal !== null) {
        const challenge = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : { 'retry-after': '60' };
        response.writeHead(refusal.status, { 'content-type': 'text/plain', ...challenge }).end(refusal.message);
        return;
      }
      if (now() >= page.until) page = { text: register.metrics(), until: now() + CACHE_MS };
      page.text.then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(503).end(),
      );
    },
  };
}
