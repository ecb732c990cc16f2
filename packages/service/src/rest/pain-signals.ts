import {
  History,
  HistoryParameters,
  LIFETIME_SECONDS,
  SignalId,
  SignalListParameters,
  SignalStats,
  Timeline,
  TimelineParameters,
} from '@pain-signals/contract';
import { RESPONSE_TIMEOUT_MS } from '../model/within.ts';
import { SignalDetail, SignalPage } from '../queries/answers.ts';
import type { Queries } from '../queries/index.ts';
import type { RestApp } from './rest-app.ts';
import { errorResponses } from './route-errors.ts';

const tags = ['pain signals'];
const config = { lifetimeSeconds: LIFETIME_SECONDS.other };

/** Section 4.2. */
export function addSignalRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/pain-signals',
    {
      schema: {
        tags,
        summary: 'Signals, filtered and sorted, a page of them',
        querystring: SignalListParameters,
        response: { 200: SignalPage, ...errorResponses.ofParameters },
      },
      config,
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ query }) => queries.listSignals(query),
  );
  app.get(
    '/api/pain-signals/:id',
    {
      schema: {
        tags,
        summary: 'One signal',
        params: SignalId,
        response: { 200: SignalDetail, ...errorResponses.ofSignal },
      },
      config,
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params }) => queries.getSignal(params.id),
  );
  app.get(
    '/api/pain-signals/:id/stats',
    {
      schema: {
        tags,
        summary: 'Mentions, growth, sources',
        params: SignalId,
        response: { 200: SignalStats, ...errorResponses.ofSignal },
      },
      config,
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params }) => queries.stats(params.id),
  );
  app.get(
    '/api/pain-signals/:id/timeline',
    {
      schema: {
        tags,
        summary: 'Mentions by UTC day, today included',
        params: SignalId,
        querystring: TimelineParameters,
        response: { 200: Timeline, ...errorResponses.ofSignalAndParameters },
      },
      config,
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params, query }) => queries.timeline(params.id, query.days),
  );
  app.get(
    '/api/pain-signals/:id/history',
    {
      schema: {
        tags,
        summary: 'Score, volume and owners by nightly snapshot',
        params: SignalId,
        querystring: HistoryParameters,
        response: { 200: History, ...errorResponses.ofSignalAndParameters },
      },
      config,
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params, query }) => queries.history(params.id, query.days),
  );
}
