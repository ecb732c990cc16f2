import {
  EmergingParameters,
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
  TopParameters,
  TrendingParameters,
} from '@pain-signals/contract';
import type { FastifySchema } from 'fastify';
import type { z } from 'zod';
import { RESPONSE_TIMEOUT_MS } from '../../model/service-error.ts';
import type { Queries } from '../../queries/index.ts';
import {
  Brief,
  EvidencePage,
  FoundPage,
  Freshness,
  OpportunityItems,
  SignalDetail,
  SignalItems,
  SignalPage,
} from '../../queries/responses.ts';
import { errorResponses, type RestApp } from './rest-app.ts';

const { always, ofParameters, ofSignal, ofSignalAndParameters, ofSearch } = errorResponses;

const ok = <Ok extends z.ZodType, Errors extends object>(schema: Ok, errors: Errors) => ({ 200: schema, ...errors });

/** The options of a route that reads: its schema, timeout and how long clients may cache the response. */
const read = <Schema extends FastifySchema>(schema: Schema, lifetimeSeconds: number = LIFETIME_SECONDS.other) => ({
  schema,
  config: { lifetimeSeconds },
  handlerTimeout: RESPONSE_TIMEOUT_MS,
});

/** Everything an API key can read. */
export function addReadRoutes(app: RestApp, queries: Queries): void {
  addDashboardRoutes(app, queries);
  addSignalRoutes(app, queries);
  addOtherRoutes(app, queries);
}

/** Section 4.1. */
function addDashboardRoutes(app: RestApp, queries: Queries): void {
  const tags = ['dashboard'];
  const response = ok(SignalItems, ofParameters);
  const trending = { tags, summary: 'Significant increases, fastest first', querystring: TrendingParameters, response };
  app.get('/api/dashboard/trending', read(trending, LIFETIME_SECONDS.trending), ({ query }) => queries.trending(query));
  const emerging = { tags, summary: 'Small but growing signals', querystring: EmergingParameters, response };
  app.get('/api/dashboard/emerging', read(emerging, LIFETIME_SECONDS.emerging), ({ query }) => queries.emerging(query));
  const top = { tags, summary: 'Top signals by score, growth or volume', querystring: TopParameters, response };
  app.get('/api/dashboard/top', read(top, LIFETIME_SECONDS.top), ({ query }) => queries.top(query));
}

/** Section 4.2. */
function addSignalRoutes(app: RestApp, queries: Queries): void {
  const tags = ['pain signals'];
  const params = SignalId;
  app.get(
    '/api/pain-signals',
    read({
      tags,
      summary: 'A page of signals, filtered and sorted',
      querystring: SignalListParameters,
      response: ok(SignalPage, ofParameters),
    }),
    ({ query }) => queries.listSignals(query),
  );
  app.get(
    '/api/pain-signals/:id',
    read({ tags, summary: 'One signal', params, response: ok(SignalDetail, ofSignal) }),
    ({ params: { id } }) => queries.getSignal(id),
  );
  app.get(
    '/api/pain-signals/:id/stats',
    read({ tags, summary: 'Mentions, growth and sources', params, response: ok(SignalStats, ofSignal) }),
    ({ params: { id } }) => queries.stats(id),
  );
  app.get(
    '/api/pain-signals/:id/timeline',
    read({
      tags,
      summary: 'Mentions per UTC day, including today',
      params,
      querystring: TimelineParameters,
      response: ok(Timeline, ofSignalAndParameters),
    }),
    ({ params: { id }, query }) => queries.timeline(id, query.days),
  );
  app.get(
    '/api/pain-signals/:id/history',
    read({
      tags,
      summary: 'Score, volume and owners per nightly snapshot',
      params,
      querystring: HistoryParameters,
      response: ok(History, ofSignalAndParameters),
    }),
    ({ params: { id }, query }) => queries.history(id, query.days),
  );
  app.get(
    '/api/pain-signals/:id/evidence',
    read({
      tags,
      summary: 'The chunks of posts behind a signal, newest posts first',
      params,
      querystring: EvidenceParameters,
      response: ok(EvidencePage, ofSignalAndParameters),
    }),
    ({ params: { id }, query }) => queries.evidence(id, query),
  );
}

/** Sections 4.3 and 4.4, and a signal's brief. */
function addOtherRoutes(app: RestApp, queries: Queries): void {
  const tags = ['opportunities'];
  app.get(
    '/api/opportunities',
    read({ tags, summary: 'All opportunity briefs, summary only', response: ok(OpportunityItems, always) }),
    () => queries.opportunities(),
  );
  const brief = {
    tags,
    summary: "A signal's opportunity brief; 404 without one or when it is older than 7 days",
    params: SignalId,
    response: ok(Brief, ofSignal),
  };
  app.get('/api/pain-signals/:id/brief', read(brief, LIFETIME_SECONDS.brief), ({ params }) => queries.brief(params.id));
  app.get(
    '/api/signals/semantic-search',
    read({
      tags: ['search'],
      summary: 'Signals by relevance to a question. Expensive: do not call it in a loop as a text filter',
      querystring: SemanticSearchParameters,
      response: ok(FoundPage, ofSearch),
    }),
    ({ query }) => queries.semanticSearch(query),
  );
  const pipeline = {
    tags: ['meta'],
    summary: 'When scores were last updated, and how many signals are active',
    response: ok(Freshness, always),
  };
  app.get('/api/meta/pipeline', read(pipeline, LIFETIME_SECONDS.pipeline), () => queries.pipelineFreshness());
}
