import {
  type BriefAbsence,
  DASHBOARD_LIMIT,
  type EmergingQuery,
  type EvidenceItem,
  type EvidenceQuery,
  type History,
  type HistoryQuery,
  LIFETIME_SECONDS,
  type OpportunityListItem,
  PAGE_SIZE,
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
  type FoundPage,
  type Parser,
  parseBrief,
  parseDetail,
  parseEvidence,
  parseFoundPage,
  parseHistory,
  parseOpportunities,
  parsePipeline,
  parseSignalPage,
  parseSignals,
  parseStats,
  parseTimeline,
} from './http/parse-answers.ts';
import type { Budget, CallGroup } from './rate-limit/pacer.ts';
import type { SearchBudget } from './rate-limit/search-limit.ts';
import type { Priority } from './rate-limit/turn-queue.ts';
import type { CallContext } from './resilience/call-policy.ts';
import {
  connectWithKey,
  createServiceConnection,
  endpointHealth,
  type Health,
  SEARCH_PATH,
  type ServiceConnection,
  type ServiceOptions,
} from './service-connection.ts';

export interface PainClientOptions extends ServiceOptions {
  /** Three parts joined by underscores; null lets every call fail with UnauthorizedError. */
  apiKey: string | null;
}

/** Section 4.2, with the area as an open string, because other services may use values that we do not know. */
type SignalsQuery = Omit<SignalListQuery, 'macroArea'> & { macroArea?: string | undefined };

export interface CallOptions {
  /** Default `person`. */
  priority?: Priority;
  /** The call fails after this many ms, if that is sooner than its priority's limit. */
  withinMs?: number | undefined;
  /** The answer can do without this search, so it is refused long before people's own. */
  isOptional?: boolean | undefined;
  /** Asks the service itself: not the cache, and also while it gets a pause because it was down. */
  isCheck?: boolean | undefined;
}

/**
 * Every read endpoint of the specification (sections 4.1-4.4). Each method answers from the cache while the answer is fresh, and
 * throws {@link PainClientError}s. A person's call waits up to 2.5 s for the budget and ends within 8 s; a background call waits
 * up to 10 minutes and ends within 12.
 */
export interface PainClient extends ServiceCalls {
  /**
   * For an answer that takes several calls: reserves the budget of all of them before the first is made, so that many answers at
   * once are made whole or refused whole. Reserves nothing when every answer is cached.
   * @param calls how many calls `work` makes at most
   */
  together<T>(calls: number, work: (calls: ServiceCalls) => Promise<T>): Promise<T>;
  /** Asks the MCP server whether it has a tool that gives excerpts. Throws {@link PainClientError}s. */
  checkExcerpts(): Promise<void>;
  /** The revision of the figures in the last answer; a new revision expires all cached answers. Makes no call. */
  revision(): string | null;
  /** How many calls are left in this window, and how many searches. Makes no call. */
  budget(): Promise<Budget & { searches: SearchBudget }>;
  /** The state of both endpoints of the service. Makes no call. */
  health(): Health;
  /** Rejects the calls that wait for the budget, and all later calls. */
  close(): Promise<void>;
}

/** The read endpoints. */
export interface ServiceCalls {
  /** Signals whose increase is statistically significant, by growth; `limit` 1-10. */
  trending(query?: TrendingQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /** Small, growing signals: at most `maxVolume` mentions, growth of at least `minGrowth`; `limit` 1-10. */
  emerging(query?: EmergingQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /** By `metric` score, growth or volume; `limit` 1-10. */
  top(query?: TopQuery, options?: CallOptions): Promise<Answer<PainSignalListItem[]>>;
  /**
   * Filtered, sorted and paged list; `size` 1-100. Throws ListLimitError without asking where fair use leaves no further signals to
   * list today; an older answer to the same query is given instead, marked `isLimited`.
   */
  signals(query?: SignalsQuery, options?: CallOptions): Promise<Answer<Page<PainSignalListItem>>>;
  signal(id: string, options?: CallOptions): Promise<Answer<PainSignalDetail>>;
  stats(id: string, options?: CallOptions): Promise<Answer<SignalStats>>;
  /** One bucket per UTC day; `days` 1-365, default 30. */
  timeline(id: string, query?: TimelineQuery, options?: CallOptions): Promise<Answer<Timeline>>;
  /** One point per nightly snapshot; `days` 1-365, default 90. */
  history(id: string, query?: HistoryQuery, options?: CallOptions): Promise<Answer<History>>;
  evidence(id: string, query?: EvidenceQuery, options?: CallOptions): Promise<Answer<Page<EvidenceItem>>>;
  /**
   * Evidence with excerpts, by MCP: about 300 characters, or up to 2,000 with mode `full`; `size` 1-100. When MCP fails, the
   * evidence from REST without excerpts, marked `excerpts: 'unavailable'`.
   */
  evidenceExcerpts(id: string, query?: ExcerptsQuery, options?: CallOptions): Promise<Answer<ExcerptPage>>;
  /** null when there is no brief or it is older than 7 days; `absence` is the reason, if the service sends one. */
  brief(id: string, options?: CallOptions): Promise<Answer<Brief | null> & { absence: BriefAbsence | null }>;
  /**
   * Semantic search; `q` 3-500 characters. Costly for the service: only for a question that a person asked. Throws SearchLimitError
   * without asking where fair use leaves none. From our own service each row has `match` (with the sentence that matched) and `confirmed`, false for a candidate cluster.
   */
  search(query: SemanticSearchQuery, options?: CallOptions): Promise<Answer<FoundPage>>;
  opportunities(options?: CallOptions): Promise<Answer<OpportunityListItem[]>>;
  pipeline(
    options?: CallOptions,
  ): Promise<Answer<PipelineFreshness & { sample?: boolean | undefined; imported?: boolean | undefined }>>;
}

const LIST_PATH = '/api/pain-signals';

const rowsOf = ({ limit = DASHBOARD_LIMIT.default }: { limit?: number | string | undefined }) =>
  parseSignals(Number(limit));

/** How long a missing brief is cached; one may be written at any time. */
const MISSING_BRIEF_SECONDS = 60;

export function createPainClient({ apiKey, ...options }: PainClientOptions): PainClient {
  const service = createServiceConnection(options);
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
export function createKeyClient(service: ServiceConnection, apiKey: string | null): PainClient {
  const connection = connectWithKey(service, apiKey);
  const { pacer, searches, lists, begin } = connection;
  const cache = createCache(service.clock.now, service.answers);

  const load = async <T>(
    request: RestRequest,
    read: Parser<T>,
    lifetime: number,
    context: CallContext,
  ): Promise<Loaded<T>> => {
    const { body, maxAgeSeconds, ...said } = await connection.get(context, request);
    const parsed = read(body);
    if (!parsed) throw new UnexpectedAnswerError(`The answer has an unknown shape: GET ${request.path}`);
    return { ...parsed, ...said, lifetimeSeconds: maxAgeSeconds ?? lifetime };
  };

  /** Other services send no revision header, but all send the time of their last snapshot. */
  const loadPipeline = async (request: RestRequest, context: CallContext) => {
    const loaded = await load(request, parsePipeline, pipeline, context);
    const { latestSnapshotAt } = loaded.data;
    // The first scores are worth asking for every second.
    const lifetimeSeconds = latestSnapshotAt === null ? 1 : loaded.lifetimeSeconds;
    return { ...loaded, lifetimeSeconds, revision: loaded.revision ?? latestSnapshotAt };
  };

  const fetchOn = <T>(context: CallContext, request: RestRequest, fetch: () => Promise<Loaded<T>>) => {
    const key = keyOf(request);
    // A person does not wait behind a background call that waits in the queue with the same request.
    return cache.fetch(key, `${context.coalescingKey} ${key}`, fetch, { isCheck: context.isCheck });
  };

  const askOn = <T>(context: CallContext, path: string, query: object, read: Parser<T>, lifetime: number) => {
    const request = { path, query: { ...query } };
    return fetchOn(context, request, () => load(request, read, lifetime, context));
  };

  const ofSignal = (id: string, part = '') => `/api/pain-signals/${encodeURIComponent(id)}${part}`;
  const { trending, emerging, top, pipeline, brief, other } = LIFETIME_SECONDS;
  const evidenceExcerpts = createEvidenceExcerpts({
    evidenceTool: connection.evidenceTool,
    cache,
    clock: service.clock,
    evidence: (context, id, query) => askOn(context, ofSignal(id, '/evidence'), query, parseEvidence, other),
  });

  const listSignals = (query: SignalsQuery, context: CallContext) => {
    const size = Number(query.size ?? PAGE_SIZE.default);
    const request = { path: LIST_PATH, query: { ...query } };
    const countAll = async () => {
      const first = { path: LIST_PATH, query: { size: 1 } };
      return (await fetchOn(context, first, () => load(first, parseSignalPage(1), other, context))).data.totalItems;
    };
    return fetchOn(context, request, () =>
      lists.load({ what: `GET ${LIST_PATH}`, size, priority: context.priority }, countAll, async () => {
        const loaded = await load(request, parseSignalPage(size), other, context);
        return { loaded, ids: loaded.data.items.map(({ id }) => id) };
      }),
    );
  };

  const callsOf = (group?: CallGroup): ServiceCalls => {
    const beginFor = ({ priority = 'person', withinMs, isOptional, isCheck }: CallOptions = {}) =>
      begin(priority, withinMs, { group, isOptional, isCheck });
    const ask = <T>(path: string, query: object, read: Parser<T>, lifetime: number, call?: CallOptions) =>
      askOn(beginFor(call), path, query, read, lifetime);
    return {
      trending: (query = {}, call) => ask('/api/dashboard/trending', query, rowsOf(query), trending, call),
      emerging: (query = {}, call) => ask('/api/dashboard/emerging', query, rowsOf(query), emerging, call),
      top: (query = {}, call) => ask('/api/dashboard/top', query, rowsOf(query), top, call),
      signals: (query = {}, call) => listSignals(query, beginFor(call)),
      signal: (id, call) => ask(ofSignal(id), {}, parseDetail, other, call),
      stats: (id, call) => ask(ofSignal(id, '/stats'), {}, parseStats, other, call),
      timeline: (id, query = {}, call) => ask(ofSignal(id, '/timeline'), query, parseTimeline, other, call),
      history: (id, query = {}, call) => ask(ofSignal(id, '/history'), query, parseHistory, other, call),
      evidence: (id, query = {}, call) => ask(ofSignal(id, '/evidence'), query, parseEvidence, other, call),
      evidenceExcerpts: (id, query = {}, call) => evidenceExcerpts(beginFor(call), id, query),
      brief: async (id, call) => {
        const request = { path: ofSignal(id, '/brief'), query: {} };
        const context = beginFor(call);
        const { data, ...answer } = await fetchOn<Brief | NotFoundError>(context, request, () =>
          load(request, parseBrief, brief, context).catch((error: unknown) => {
            if (!(error instanceof NotFoundError)) throw error;
            return { data: error, dropped: 0, lifetimeSeconds: MISSING_BRIEF_SECONDS };
          }),
        );
        const isMissing = data instanceof NotFoundError;
        return { ...answer, data: isMissing ? null : data, absence: isMissing ? data.reason : null };
      },
      search: (query, call) => ask(SEARCH_PATH, query, parseFoundPage, other, call),
      opportunities: (call) => ask('/api/opportunities', {}, parseOpportunities, other, call),
      pipeline: (call) => {
        const request = { path: '/api/meta/pipeline', query: {} };
        const context = beginFor(call);
        return fetchOn(context, request, () => loadPipeline(request, context));
      },
    };
  };

  return {
    ...callsOf(),
    async together(calls, work) {
      const group = pacer.group(calls);
      try {
        return await work(callsOf(group));
      } finally {
        group.release();
      }
    },
    checkExcerpts: () => connection.evidenceTool.check(connection.begin('person')),
    revision: () => cache.revision(),
    async budget() {
      const [calls, left] = await Promise.all([pacer.budget(), searches.budget()]);
      return { ...calls, searches: left };
    },
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

/** The same request in another order of its parameters is the same request. */
function keyOf({ path, query }: RestRequest): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path} ${JSON.stringify(parameters.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
