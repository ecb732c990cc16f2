import {
  EvidenceParameters,
  History,
  HistoryParameters,
  LIFETIME_SECONDS,
  SemanticSearchParameters,
  SignalId,
  SignalListParameters,
  SignalStats,
  Timeline,
  TimelineParameters,
} from '@pain-signals/contract';
import { RESPONSE_TIMEOUT_MS } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import { EvidencePage, FoundPage, SignalDetail, SignalPage } from '../../queries/responses.ts';
import { errorResponses, type RestApp } from './rest-app.ts';

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

export function addEvidenceRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/pain-signals/:id/evidence',
    {
      schema: {
        tags: ['pain signals'],
        summary: 'The pieces of posts that make up the signal: how the newest begin first, then how they go on',
        params: SignalId,
        querystring: EvidenceParameters,
        response: { 200: EvidencePage, ...errorResponses.ofSignalAndParameters },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ params, query }) => queries.evidence(params.id, query),
  );
}

/** Section 4.3. */
export function addSearchRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/signals/semantic-search',
    {
      schema: {
        tags: ['search'],
        summary: 'Signals by relevance to a question; costly, not to be called in a loop as a text filter',
        querystring: SemanticSearchParameters,
        response: { 200: FoundPage, ...errorResponses.ofSearch },
      },
      config: { lifetimeSeconds: LIFETIME_SECONDS.other },
      handlerTimeout: RESPONSE_TIMEOUT_MS,
    },
    ({ query }) => queries.semanticSearch(query),
  );
}
