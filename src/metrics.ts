import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Budget } from '@pain-signals/client';
import type { WebClientOptions } from '@slack/web-api';
import { Counter, Gauge, Registry } from 'prom-client';

type SlackFetch = NonNullable<WebClientOptions['fetch']>;

interface MetricsSources {
  slackApiUrl: string;
  /** The budget of every key in use. */
  budgets(): Promise<Pick<Budget, 'left'>[]>;
  /** Requests and jobs under way. */
  underWay(): number;
  now: () => number;
}

/** The endpoint is public, so its figures are cached. */
const CACHE_MS = 5_000;

export interface Metrics {
  /** Calls Slack and counts the call. */
  slackFetch: SlackFetch;
  /** Responds with Prometheus text. It names no workspace, person or key. */
  serve(request: IncomingMessage, response: ServerResponse): void;
}

export function createMetrics({ slackApiUrl, budgets, underWay, now }: MetricsSources): Metrics {
  const register = new Registry();
  const calls = new Counter({
    name: 'painsignals_slack_calls_total',
    help: 'Calls to Slack by method and HTTP status; 429: Slack asked to slow down, none: no answer came',
    labelNames: ['method', 'status'],
    registers: [register],
  });
  new Gauge({
    name: 'painsignals_budget_calls_left',
    help: 'Calls to the pain signal service that the most used key has left in its minute; missing while no key is in use',
    registers: [register],
    async collect() {
      this.reset();
      const left = (await budgets()).map((budget) => budget.left);
      if (left.length > 0) this.set(Math.min(...left));
      else this.remove();
    },
  });
  new Gauge({
    name: 'painsignals_under_way',
    help: 'Requests and jobs that were begun and not yet ended',
    registers: [register],
    collect() {
      this.set(underWay());
    },
  });
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
        return answer;
      } catch (error) {
        calls.inc({ method, status: 'none' });
        throw error;
      }
    },
    serve(_request, response) {
      if (now() >= page.until) page = { text: register.metrics(), until: now() + CACHE_MS };
      page.text.then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(503).end(),
      );
    },
  };
}
