import {
  type BriefAbsence,
  type EmergingQuery,
  type EvidenceItem,
  type EvidenceQuery,
  type History,
  type HistoryQuery,
  LIFETIME_SECONDS,
  type OpportunityListItem,
  type Page,
  type PainSignalDetail,
  type PainSignalListItem,
  type PipelineFreshness,
  type SemanticSearchQuery,
  type SignalListQuery,
  type SignalStats,
  type Timeline,
  type TimelineQuery,
  type TopQuery,
  type TrendingQuery,
} from '@pain-signals/contract';
import { type Answer, createCache, type Loaded } from './cache.ts';
import { createEvidenceExcerpts, type ExcerptPage, type ExcerptsQuery } from './evidence-excerpts.ts';
import { NotFoundError, UnexpectedAnswerError } from './http/errors.ts';
import type { RestRequest } from './http/http-client.ts';
import {
  type Brief,
  type Parser,
  parseBrief,
  parseDetail,
  parseEvidence,
  parseHistory,
  parseOpportunities,
  parsePipeline,
  parseSignalPage,
  parseSignals,
  parseStats,
  parseTimeline,
} from './http/parse-answers.ts';
import type { Budget } from './rate-limit/pacer.ts';
import type { Priority } from './rate-limit/turn-queue.ts';
import type { CallContext } from './resilience/call-policy.ts';
import { connect, createService, endpointHealth, type Health, type Service, type ServiceOptions } from './service.ts';

export interface PainClientOptions extends ServiceOptions {
  /** Three parts joined by underscores; null lets every call fail with UnauthorizedError. */
  apiKey: string | null;
}

/** Section 4.2, with the area as an open string: another service has values that we do not know. */
type SignalsQuery = Omit<SignalListQuery, 'macroArea'> & { macroArea?: string | undefined };

export interface CallOptions {
  /** Default `person`. */
  priority?: Priority;
  /** Ends sooner than the priority would have it: who asked waits no longer. */
  withinMs?: number | undefined;
}

/**
 * Every read endpoint of the specification (sections 4.1-4.4). Each method answers from the cache while the answer is fresh, and
 * throws a {@link PainClientError}. A person's call ends within 8 s, having waited for the budget 2.5 s at most; a background one
 * may wait 10 minutes and ends within 12.
 */
export interface PainClient {
  /** Signals rising beyond chance, by growth; `limit` 1-10. */
  trending(query?: TrendingQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /** Newcomers: at most `maxVolume` mentions, growth of at least `minGrowth`; `limit` 1-10. */
  emerging(query?: EmergingQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /** By `metric` score, growth or volume; `limit` 1-10. */
  top(query?: TopQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /** Filtered, sorted and paged list; `size` 1-100. */
  signals(query?: SignalsQuery, options?: CallOptions): Promise<Answer<Page<PainSignalListItem>>>;
  signal(id: string, options?: CallOptions): Promise<Answer<PainSignalDetail>>;
  stats(id: string, options?: CallOptions): Promise<Answer<SignalStats>>;
  /** One bucket per UTC day; `days` 1-365, default 30. */
  timeline(id: string, query?: TimelineQuery, options?: CallOptions): Promise<Answer<Timeline>>;
  /** One point per nightly snapshot; `days` 1-365, default 90. */
  history(id: string, query?: HistoryQuery, options?: CallOptions): Promise<Answer<History>>;
  evidence(id: string, query?: EvidenceQuery, options?: CallOptions): Promise<Answer<Page<EvidenceItem>>>;
  /**
   * Evidence with what was written, by MCP: excerpts of about 300 characters, or of up to 2,000 with mode `full`; `size` 1-100.
   * Where MCP is down or refuses, it is the evidence without them, marked `excerpts: 'unavailable'`.
   */
  evidenceExcerpts(id: string, query?: ExcerptsQuery, options?: CallOptions): Promise<Answer<ExcerptPage>>;
  /** null when there is no brief, or only one older than 7 days; `absence` tells why, where the service does. */
  brief(id: string, options?: CallOptions): Promise<Answer<Brief | null> & { absence: BriefAbsence | null }>;
  /** Semantic search; `q` 3-500 characters. Costly for the service: only when a person asks a question. */
  search(query: SemanticSearchQuery, options?: CallOptions): Promise<Answer<Page<PainSignalListItem>>>;
  opportunities(options?: CallOptions): Promise<Answer<OpportunityListItem[]>>;
  pipeline(
    options?: CallOptions,
  ): Promise<Answer<PipelineFreshness & { sample?: boolean | undefined; imported?: boolean | undefined }>>;
  /** What the figures of the last answer were reckoned from; answers of before another one are asked for anew. Asks nothing. */
  revision(): string | null;
  /** What is left of the calls per window, and when more will be. */
  budget(): Promise<Budget>;
  /** Which doors of the service are thought to be down. Asks nothing. */
  health(): Health;
  /** Refuses what still waits for the budget, and everything from then on. */
  close(): Promise<void>;
}

/** A missing brief is remembered this long: it may be written at any moment. */
const MISSING_BRIEF_SECONDS = 60;

export function createPainClient({ apiKey, ...options }: PainClientOptions): PainClient {
  const service = createService(options);
  const client = createKeyClient(service, apiKey);
  return {
    ...client,
    close: async () => {
      await client.close();
      await service.ledgers.close();
    },
  };
}

/** The client of one key; several may share a service. */
export function createKeyClient(service: Service, apiKey: string | null): PainClient {
  const connection = connect(service, apiKey);
  const { pacer, begin } = connection;
  const cache = createCache(service.clock.now);
  const beginFor = ({ priority = 'person', withinMs }: CallOptions) => begin(priority, withinMs);

  const load = async <T>(
    question: RestRequest,
    read: Parser<T>,
    lifetime: number,
    errand: CallContext,
  ): Promise<Loaded<T>> => {
    const { body, maxAgeSeconds, ...said } = await connection.get(errand, question);
    const reading = read(body);
    if (!reading) throw new UnexpectedAnswerError(`The answer has an unknown shape: GET ${question.path}`);
    return { ...reading, ...said, lifetimeSeconds: maxAgeSeconds ?? lifetime };
  };

  /** Another service does not say with each answer what it was reckoned from, but all tell of their last snapshot. */
  const loadPipeline = async (question: RestRequest, errand: CallContext) => {
    const loaded = await load(question, parsePipeline, pipeline, errand);
    return { ...loaded, revision: loaded.revision ?? loaded.data.latestSnapshotAt };
  };

  const askOn = <T>(errand: CallContext, path: string, query: object, read: Parser<T>, lifetime: number) => {
    const question = { path, query: { ...query } };
    const key = keyOf(question);
    // A person does not wait behind a background call that stands in line with the same question.
    return cache.fetch(key, `${errand.coalescingKey} ${key}`, () => load(question, read, lifetime, errand));
  };

  const ask = <T>(
    path: string,
    query: object,
    read: Parser<T>,
    lifetime: number,
    call: CallOptions = {},
  ): Promise<Answer<T>> => askOn(beginFor(call), path, query, read, lifetime);

  const ofSignal = (id: string, part = '') => `/api/pain-signals/${encodeURIComponent(id)}${part}`;
  const { trending, emerging, top, pipeline, brief, other } = LIFETIME_SECONDS;
  const evidenceExcerpts = createEvidenceExcerpts({
    evidenceTool: connection.evidenceTool,
    cache,
    clock: service.clock,
    evidence: (errand, id, query) => askOn(errand, ofSignal(id, '/evidence'), query, parseEvidence, other),
  });

  return {
    trending: (query = {}, call) => ask('/api/dashboard/trending', query, parseSignals, trending, call),
    emerging: (query = {}, call) => ask('/api/dashboard/emerging', query, parseSignals, emerging, call),
    top: (query = {}, call) => ask('/api/dashboard/top', query, parseSignals, top, call),
    signals: (query = {}, call) => ask('/api/pain-signals', query, parseSignalPage, other, call),
    signal: (id, call) => ask(ofSignal(id), {}, parseDetail, other, call),
    stats: (id, call) => ask(ofSignal(id, '/stats'), {}, parseStats, other, call),
    timeline: (id, query = {}, call) => ask(ofSignal(id, '/timeline'), query, parseTimeline, other, call),
    history: (id, query = {}, call) => ask(ofSignal(id, '/history'), query, parseHistory, other, call),
    evidence: (id, query = {}, call) => ask(ofSignal(id, '/evidence'), query, parseEvidence, other, call),
    evidenceExcerpts: (id, query = {}, call = {}) => evidenceExcerpts(beginFor(call), id, query),
    brief: async (id, call = {}) => {
      const question = { path: ofSignal(id, '/brief'), query: {} };
      const key = keyOf(question);
      const errand = beginFor(call);
      const { data, ...answer } = await cache.fetch<Brief | NotFoundError>(key, `${errand.coalescingKey} ${key}`, () =>
        load(question, parseBrief, brief, errand).catch((error: unknown) => {
          if (!(error instanceof NotFoundError)) throw error;
          return { data: error, dropped: 0, lifetimeSeconds: MISSING_BRIEF_SECONDS };
        }),
      );
      const isMissing = data instanceof NotFoundError;
      return { ...answer, data: isMissing ? null : data, absence: isMissing ? data.reason : null };
    },
    search: (query, call) => ask('/api/signals/semantic-search', query, parseSignalPage, other, call),
    opportunities: (call) => ask('/api/opportunities', {}, parseOpportunities, other, call),
    pipeline: (call = {}) => {
      const question = { path: '/api/meta/pipeline', query: {} };
      const errand = beginFor(call);
      const key = keyOf(question);
      return cache.fetch(key, `${errand.coalescingKey} ${key}`, () => loadPipeline(question, errand));
    },
    revision: () => cache.revision(),
    budget: () => pacer.budget(),
    health: () => ({
      rest: endpointHealth(service.rest),
      mcp: { ...endpointHealth(service.mcp), lastError: connection.evidenceTool.lastError() },
      budget: service.ledgers.location(),
    }),
    close: async () => {
      cache.close();
      await pacer.stop();
    },
  };
}

/** The same question in another order of its parameters is the same question. */
function keyOf({ path, query }: RestRequest): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path} ${JSON.stringify(parameters.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
