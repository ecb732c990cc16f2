import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { createAccounts } from '../accounts/index.ts';
import { createAuthenticate } from '../accounts/keys/authenticate.ts';
import { createAdmit } from '../accounts/keys/require-key.ts';
import { createFailedAttempts } from '../accounts/limits/attempt-limits.ts';
import { currentCaller } from '../accounts/limits/caller.ts';
import { createFairUse, type FairUse } from '../accounts/limits/fair-use.ts';
import type { RateLimiter } from '../accounts/limits/rate-limit.ts';
import { createOAuth } from '../accounts/oauth/index.ts';
import { type BriefDeps, generateBrief } from '../jobs/refresh/briefs.ts';
import type { SignalSearch } from '../queries/deps.ts';
import { createQueries, type Queries } from '../queries/index.ts';
import { createAnswerCache, type RevisionWatch } from '../queries/revision.ts';
import type { Store } from '../store/index.ts';
import { addMcp } from './mcp/index.ts';
import { addPages } from './pages/index.ts';
import { drawOAuthError } from './pages/oauth/consent.ts';
import { handleClientError, handleError } from './rest/errors.ts';
import { addRest } from './rest/index.ts';
import { MAX_URL_LENGTH } from './rest/request-hooks.ts';

export interface ServerDeps {
  store: Store;
  search: SignalSearch;
  revision: Pick<RevisionWatch, 'current'>;
  rateLimit: RateLimiter;
  /** Real time, epoch ms: keys and budgets go by it. */
  now: () => number;
  /** The pipeline's fixed moment; null for real time. */
  asOf: number | null;
  serviceUrl: string;
  /** People may make accounts themselves. */
  openSignUp: boolean;
  log: FastifyBaseLogger;
  /** A language model for one brief, where one is set. */
  openChat?: BriefDeps['openChat'];
}

/** A request must have arrived within this time, and a connection not stand still for longer than the other. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 30_000;

/** The service's doors on one server, which listens to nothing yet. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { store, search, revision, rateLimit, now, asOf, serviceUrl, openSignUp, log, openChat } = deps;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: making one for each costs more than answering from memory, and they would say nothing more.
    childLoggerFactory: (logger) => logger,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    return503OnClosing: false,
    // An id that is too long is no signal's id: its schema says so, where the router would speak of the URL's length.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    // Only a proxy on this machine is believed when it names another address as the caller's.
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => handleError(error as FastifyError, request, reply),
    clientErrorHandler: handleClientError,
  });
  app.decorateRequest('caller', null);
  const oauth = createOAuth({
    store,
    serviceUrl,
    drawError: drawOAuthError,
    onError: (error) => log.error({ err: error }, 'the authorization server failed'),
  });
  const authenticate = createAuthenticate({
    keys: store.keys,
    findTokenHolder: oauth.findTokenHolder,
    revision: store.revision,
    failures: createFailedAttempts(now),
    now,
    onTouchFailed: (error) => log.warn({ err: error }, 'the last use of a key was not noted'),
  });
  const fairUse = createFairUse({
    store,
    now,
    onError: (error) => log.error({ err: error }, 'what was read was not counted'),
  });
  app.addHook('onClose', fairUse.settle);
  const queries = countForFairUse(
    createQueries({
      store,
      search,
      keep: createAnswerCache(revision.current),
      at: () => asOf ?? now(),
    }),
    fairUse,
  );
  const accounts = createAccounts(store, {
    openSignUp,
    generateBrief: async (id) =>
      (await generateBrief({ store, now: () => asOf ?? now(), newId: randomUUID, openChat }, id)) !== null,
    onError: (error) => log.error({ err: error }, 'a brief was not written'),
  });
  app.addHook('onClose', accounts.briefOrders.settled);
  const admit = createAdmit(authenticate, rateLimit, fairUse);
  await addRest(app, {
    queries,
    admit,
    accounts,
    countCall: rateLimit,
    reachDatabase: () => store.revision(),
    metricSources: { nightAt: () => store.counters.get('nightAt'), latestSnapshot: store.snapshots.latest },
    serviceUrl,
  });
  await addMcp(app, { queries, admit, serviceUrl });
  await addPages(app, { accounts, oauth, queries, serviceUrl });
  return app;
}

/** The same questions, counted for fair use when they are a caller's, whichever door they come through. */
function countForFairUse(queries: Queries, fairUse: FairUse): Queries {
  return {
    ...queries,
    async listSignals(query) {
      const page = await queries.listSignals(query);
      const caller = currentCaller.getStore();
      if (caller !== undefined)
        fairUse.noteListed(
          caller,
          page.items.map(({ id }) => id),
        );
      return page;
    },
    semanticSearch(question) {
      const caller = currentCaller.getStore();
      if (caller !== undefined) fairUse.noteSearch(caller);
      return queries.semanticSearch(question);
    },
  };
}
