import {
  EvidenceParameters,
  History,
  HistoryParameters,
  SemanticSearchParameters,
  SignalId,
  SignalListParameters,
  SignalStats,
  Timeline,
  TimelineParameters,
} from '@pain-signals/contract';
import type { Queries } from '../../queries/index.ts';
import { EvidencePage, FoundPage, SignalDetail, SignalPage } from '../../queries/responses.ts';
import { errorResponses, type RestApp, readRoute } from './rest-app.ts';

const tags = ['pain signals'];
const params = SignalId;

/** Section 4.2. */
export function addSignalRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/pain-signals',
    readRoute({
      tags,
      summary: 'A page of signals, filtered and sorted',
      querystring: SignalListParameters,
      response: { 200: SignalPage, ...errorResponses.ofParameters },
    }),
    ({ query }) => queries.listSignals(query),
  );
  app.get(
    '/api/pain-signals/:id',
    readRoute({ tags, summary: 'One signal', params, response: { 200: SignalDetail, ...errorResponses.ofSignal } }),
    ({ params: { id } }) => queries.getSignal(id),
  );
  app.get(
    '/api/pain-signals/:id/stats',
    readRoute({
      tags,
      summary: 'Mentions, growth and sources',
      params,
      response: { 200: SignalStats, ...errorResponses.ofSignal },
    }),
    ({ params: { id } }) => queries.stats(id),
  );
  app.get(
    '/api/pain-signals/:id/timeline',
    readRoute({
      tags,
      summary: 'Mentions per UTC day, including today',
      params,
      querystring: TimelineParameters,
      response: { 200: Timeline, ...errorResponses.ofSignalAndParameters },
    }),
    ({ params: { id }, query }) => queries.timeline(id, query.days),
  );
  app.get(
    '/api/pain-signals/:id/history',
    readRoute({
      tags,
      summary: 'Score, volume and owners per nightly snapshot',
      params,
      querystring: HistoryParameters,
      response: { 200: History, ...errorResponses.ofSignalAndParameters },
    }),
    ({ params: { id }, query }) => queries.history(id, query.days),
  );
}

export function addEvidenceRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/pain-signals/:id/evidence',
    readRoute({
      tags,
      summary: 'The chunks of posts behind a signal, newest posts first',
      params,
      querystring: EvidenceParameters,
      response: { 200: EvidencePage, ...errorResponses.ofSignalAndParameters },
    }),
    ({ params: { id }, query }) => queries.evidence(id, query),
  );
}

/** Section 4.3. */
export function addSearchRoutes(app: RestApp, queries: Queries): void {
  app.get(
    '/api/signals/semantic-search',
    readRoute({
      tags: ['search'],
      summary: 'Signals by relevance to a question. Expensive: do not call it in a loop as a text filter',
      querystring: SemanticSearchParameters,
      response: { 200: FoundPage, ...errorResponses.ofSearch },
    }),
    ({ query }) => queries.semanticSearch(query),
  );
}
