import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { VERSION } from '@pain-signals/contract';
import {
  createFailedAttempts,
  createMetricsGuard,
  createRegister,
  createTokenCheck,
  NO_TRACING,
  type Tracing,
} from '@pain-signals/telemetry';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { createAccounts } from '../accounts/index.ts';
import { createAuthenticate, currentCaller } from '../accounts/keys/authenticate.ts';
import { createAdmit, createAdmitAccount } from '../accounts/keys/require-key.ts';
import { createWorkspaceKeys } from '../accounts/keys/workspace-keys.ts';
import { createFairUse, type FairUse } from '../accounts/limits/fair-use.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../accounts/limits/rate-limit.ts';
import { createOAuth } from '../accounts/oauth/index.ts';
import type { ScryptCost } from '../accounts/sign-in/passwords.ts';
import { type IngestOutcome, ingest } from '../jobs/ingest.ts';
import { feedsWithTooManyMissing } from '../jobs/missing-posts.ts';
import type { PipelineDeps } from '../jobs/pipeline/pipeline-run.ts';
import { generateBrief } from '../jobs/refresh/briefs.ts';
import { isFeedWork } from '../jobs/thread-work.ts';
import type { SignalSearch } from '../queries/deps.ts';
import { createQueries, type Queries } from '../queries/index.ts';
import { createAnswerQuestion } from '../queries/question-answer.ts';
import { createAnswerCache, type RevisionWatch } from '../queries/revision.ts';
import { createGuardedFetch } from '../sources/http/guarded-connector.ts';
import type { Store } from '../store/index.ts';
import { addMcp } from './mcp/index.ts';
import { addPages, createNotFoundPage } from './pages/index.ts';
import { drawOAuthError } from './pages/oauth/consent.ts';
import { handleClientError, handleError } from './rest/errors.ts';
import { addRest } from './rest/index.ts';
import type { Readiness } from './rest/monitoring.ts';
import { addTracing, MAX_URL_LENGTH } from './rest/request-hooks.ts';

export interface ServerDeps {
  store: Store;
  search: SignalSearch;
  revision: Pick<RevisionWatch, 'current'>;
  rateLimit: RateLimiter;
  /** Real time, epoch ms, for keys and rate limits. */
  now: () => number;
  /** The pipeline's fixed now, epoch ms; null for real time. */
  asOf: number | null;
  serviceUrl: string;
  /** Whether people can sign up themselves. */
  openSignUp: boolean;
  /** What hashing a password costs. */
  passwordCost?: ScryptCost;
  log: FastifyBaseLogger;
  /** Metrics of this process; made here when nobody else reads them. */
  register?: Registry;
  tracing?: Tracing;
  /** Why no requests should come now; by default the database alone decides. */
  readiness?: Readiness;
  requestTimeoutMs?: number;
  /** Whose X-Forwarded-For counts; by default a proxy on this machine. */
  trustedProxies?: string[];
  metricsToken?: string | null;
  operatorToken?: string | null;
  /** Imports pushed lines; by default here. */
  ingest?: (lines: Buffer, idempotencyKey: string | null) => Promise<IngestOutcome>;
  /** Reads addresses that programs name; by default without a proxy. */
  fetchDocument?: typeof fetch;
  /** Whether this process has a SOURCES file; without one, feeds that were read before are not reported. True by default. */
  followsSources?: boolean;
  /** Opens the language model for one brief or question, where one is configured. */
  openChat?: PipelineDeps['openChat'];
}

/** For the whole request, its body included. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Node looks for requests that are too slow this often; by default every 30 s. */
const CHECKS_A_TIMEOUT = 5;
/** So many timeouts of a request a connection may be silent. */
const SILENT_TIMEOUTS = 3;

/** REST, MCP and the pages on one server, which is not listening yet. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { store, search, revision, rateLimit, now, asOf, serviceUrl, openSignUp, log, openChat } = deps;
  const { operatorToken = null, followsSources = true } = deps;
  const requestTimeout = deps.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // One logger for all requests: creating one per request costs more than a cached answer.
    childLoggerFactory: (logger) => logger,
    requestTimeout,
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / CHECKS_A_TIMEOUT },
    connectionTimeout: SILENT_TIMEOUTS * requestTimeout,
    return503OnClosing: false,
    // Ids that are too long should fail their schema, not the router.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    trustProxy: deps.trustedProxies ?? ['loopback'],
    frameworkErrors: (error, request, reply) => handleError(error as FastifyError, request, reply),
    clientErrorHandler: handleClientError,
  });
  app.decorateRequest('caller', null);
  addTracing(app, deps.tracing ?? NO_TRACING);
  const register = deps.register ?? createRegister(VERSION);
  const oauth = createOAuth({
    store,
    serviceUrl,
    fetchDocument: deps.fetchDocument ?? createGuardedFetch(),
    drawError: drawOAuthError,
    onError: (error) => log.error({ err: error }, 'authorization server failed'),
  });
  const authenticate = createAuthenticate({
    keys: store.keys,
    findTokenHolder: oauth.findTokenHolder,
    revision: store.revision,
    failures: createFailedAttempts(now),
    now,
    onTouchFailed: (error) => log.warn({ err: error }, 'key usage not saved'),
  });
  const fairUse = createFairUse({
    store,
    now,
    onError: (error) => log.error({ err: error }, 'fair use not saved'),
  });
  app.addHook('onClose', fairUse.settle);
  const pipeline: PipelineDeps = { store, now: () => asOf ?? now(), newId: randomUUID, openChat };
  const queries = countForFairUse(
    createQueries({
      store,
      search,
      cached: createAnswerCache(revision.current),
      answerQuestion: createAnswerQuestion({
        store,
        openChat: () => openChat?.(currentCaller.getStore()?.accountId),
        at: pipeline.now,
      }),
      at: pipeline.now,
    }),
    fairUse,
  );
  const accounts = createAccounts(store, {
    openSignUp,
    passwordCost: deps.passwordCost,
    generateBrief: async (id) => (await generateBrief(pipeline, id)) !== null,
    now,
    onError: (error) => log.error({ err: error }, 'brief failed'),
  });
  app.addHook('onClose', accounts.briefJobs.settled);
  const admitAccount = createAdmitAccount(rateLimit, fairUse);
  const admit = createAdmit(authenticate, admitAccount);
  await addRest(app, {
    sendNotFoundPage: createNotFoundPage(accounts, serviceUrl),
    queries,
    admit,
    accounts,
    admitAccount,
    operator:
      operatorToken === null
        ? null
        : {
            checkToken: createTokenCheck(operatorToken, now),
            ingest: deps.ingest ?? ((lines, key) => ingest(pipeline, lines, key)),
            workspaceKeys: createWorkspaceKeys(store, operatorToken),
          },
    readiness: deps.readiness ?? (() => store.revision().then(() => null)),
    refuseMetrics: createMetricsGuard(deps.metricsToken ?? null, now),
    metricSources: {
      register,
      nightAt: () => store.counters.get('nightAt'),
      latestSnapshot: store.snapshots.latest,
      withheldPosts: store.withheldPosts,
      feeds: async () => (followsSources ? (await store.feeds.all()).filter(({ followed }) => followed) : []),
      threadFailures: async () =>
        (await store.threadFailures.all()).filter(({ work }) => followsSources || !isFeedWork(work)),
      stoppedFeedChecks: async () => (followsSources ? (await feedsWithTooManyMissing(store, now())).length : 0),
    },
    serviceUrl,
  });
  await addMcp(app, { queries, admit, serviceUrl });
  const { noteListed, noteSearch } = fairUse;
  // Where a program uses up the calls, its owner can still open the settings and revoke its key; so can a suspended account.
  const countVisit = createAdmitAccount(createMemoryRateLimiter(now), { headersFor: async () => ({}) });
  await addPages(app, { accounts, oauth, queries, admitAccount, countVisit, noteListed, noteSearch, serviceUrl });
  return app;
}

/** A caller's own id, so that its log and ours can be joined; nothing that could break a log line. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** The queries, counted for fair use when a caller sends them over REST or MCP. */
function countForFairUse(queries: Queries, fairUse: FairUse): Queries {
  return {
    ...queries,
    async listSignals(query) {
      const page = await queries.listSignals(query);
      const caller = currentCaller.getStore();
      if (caller !== undefined)
        fairUse.noteListed(
          caller.accountId,
          page.items.map(({ id }) => id),
        );
      return page;
    },
    semanticSearch(query) {
      const caller = currentCaller.getStore();
      if (caller !== undefined) fairUse.noteSearch(caller.accountId);
      return queries.semanticSearch(query);
    },
  };
}
