import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClients, createPainClient, type ServiceOptions } from '@pain-signals/client';
import { VERSION } from '@pain-signals/contract';
import { createRegister, NO_TRACING, type Tracing } from '@pain-signals/telemetry';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Timeouts } from '#handlers/ports.ts';
import { createCardCache } from '#handlers/reply/card-renderer.ts';
import { createSlackApp } from './app.ts';
import { type ChartRenderer, createChartRenderer } from './charts/renderer.ts';
import { createSignedChartAddresses } from './charts/signed-addresses.ts';
import { createChartFiles } from './charts/uploads.ts';
import { composeDeps, createRequestComposer, type RequestSources } from './compose-request.ts';
import type { AppConfig } from './config.ts';
import { createHttpServer, createReadiness } from './http-server.ts';
import { createUninstall } from './install/uninstall.ts';
import { createWorkspaces } from './install/workspaces.ts';
import { createOutboxWorker } from './jobs/outbox.ts';
import {
  cleanupJob,
  createClockCheck,
  createPace,
  createSchedule,
  hiddenMergesJob,
  type Pace,
  pullBackJob,
  sweepJob,
  watchChecksJob,
} from './jobs/schedule.ts';
import { createUnansweredRequests, keptRequest, type UnansweredRequests } from './jobs/unanswered.ts';
import { createMetrics } from './metrics.ts';
import { createSlackClients, slackClientOptions } from './slack/clients.ts';
import { createPeopleDirectory } from './slack/identity.ts';
import { createSlackPacer } from './slack/pacing.ts';
import { createHttpReceiver, type SlackReceiver } from './slack/receiver.ts';
import { createInFlight, createRequestTracker, newReference, type RequestTracker } from './slack/request-tracking.ts';
import { createSocketReceiver } from './slack/socket-mode.ts';
import { type Store, storedInTime } from './store/open-store.ts';
import { createDuplicateCheck } from './store/seen-requests.ts';
import { createAnswerCache } from './workspace/answer-cache.ts';
import { createApiKeyCache, createKeySource, createOperatorRoutes } from './workspace/api-keys.ts';

/** How long a person waits for the service. Slack gets the rest of ten seconds. */
const ANSWER_TIMEOUTS: Timeouts = { answerMs: 8_500, optionalMs: 3_000 };
const SLACK_TIMEOUT_MS = 5_000;
/** How long people wait for one answer of the database. Two come before an acknowledgement, for which Slack waits three seconds. */
const STORE_TIMEOUT_MS = 1_500;
const STOP_TIMEOUT_MS = 9_000;

export interface Program {
  /** Starts listening; returns the port. */
  start(): Promise<{ port: number }>;
  /** Takes no new requests, finishes those under way, closes. */
  stop(): Promise<void>;
  /** Runs all jobs now. */
  runDueNow(): Promise<void>;
  /** Resolves when every acknowledged request is answered. */
  idle(): Promise<void>;
}

interface ProgramOptions {
  logger: Logger;
  /** Metrics of this program; by default a registry that only it uses. */
  register?: Registry;
  tracing?: Tracing;
  /** The caller closes it after the program has stopped. */
  store: Store;
  now?: () => number;
  /** Options of the service's client, other than its address. */
  service?: Pick<ServiceOptions, 'clock' | 'random' | 'pacing'>;
  wait?: (ms: number) => Promise<void>;
  renderer?: ChartRenderer;
  timeouts?: Timeouts;
  /** How long a call to Slack may take. */
  slackTimeoutMs?: number;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs?: number;
  /** Spreads background work. */
  pace?: Pace;
}

/** The Slack app. Opens no port and no connection before `start`. */
export function createProgram(config: AppConfig, world: ProgramOptions): Program {
  const { logger, store, now = Date.now, storeTimeoutMs = STORE_TIMEOUT_MS } = world;
  const inFlight = createInFlight();
  const { register = createRegister(VERSION), tracing = NO_TRACING } = world;
  const metrics = createMetrics({
    register,
    slackApiUrl: config.slackApiUrl,
    token: config.metricsToken,
    budgets: () => clients.budgets(),
    clockAhead: () => store.clockAhead(),
    now,
  });
  const clientOptions = slackClientOptions({
    slackApiUrl: config.slackApiUrl,
    timeoutMs: world.slackTimeoutMs ?? SLACK_TIMEOUT_MS,
    ...{ fetch: metrics.slackFetch, logger },
  });
  const tracker = createRequestTracker({ inFlight, register, tracing, now, logger });
  const { renderer = createChartRenderer({ logger }) } = world;
  const workspaces = createWorkspaces(config, {
    ...{ store, clientOptions, inFlight, storeTimeoutMs, now, logger },
    // So that the first command needn't wait for the key.
    onInstalled(id, token) {
      sources.slackClients.open(token);
      void inFlight.track(sources.keys.find(id).catch(() => null));
    },
  });
  const charts = createSignedChartAddresses({
    publicUrl: config.publicUrl,
    secret: config.signingSecret ?? config.appToken ?? '',
    ...{ renderer, logger, now },
  });
  const chartFiles = createChartFiles({ renderer, files: world.store.chartFiles, logger, now });
  const sources = {
    ...createSources(config, world, clientOptions, tracker),
    storeTimeoutMs,
    ...{ chartFiles, chartAddressOf: charts.addressOf },
    wakeOutbox: () => outbox.wake(),
    get unanswered() {
      return unanswered;
    },
  };
  const { clients, keys, people, slackClients, revokeKey, pace } = sources;
  const slackReceiver = createReceiver(config, world);
  const onForgotten = (workspaceId: string, token: string | null) => {
    workspaces.forget(workspaceId);
    clients.forget(workspaceId);
    keys.forget(workspaceId);
    people.forget(workspaceId);
    slackClients.close(workspaceId, token);
  };
  const depsOfWorkspace = async (workspaceId: string) => {
    const access = await workspaces.find(workspaceId);
    return access && composeDeps(sources, access);
  };
  const unanswered: UnansweredRequests = createUnansweredRequests({ store, depsOf: depsOfWorkspace, now, logger });
  const composeRequest = createRequestComposer(sources);
  const claim = createDuplicateCheck({
    ...{ seen: store.seenRequests, timeoutMs: storeTimeoutMs, now, logger },
  });
  createSlackApp({
    receiver: slackReceiver.receiver,
    authorize: workspaces.authorize,
    depsOf: composeRequest,
    async take(request, isAwaited) {
      const kept = isAwaited ? await keptRequest(request, composeRequest(request).context) : null;
      const { taken, written } = await claim(request, kept);
      if (taken !== 'repeated' && kept !== null) unanswered.begin(request, kept, taken === 'unkept' ? written : null);
      return taken;
    },
    ended: unanswered.end,
    forget: createUninstall({
      ...{ store, clientOptions, logger, ownToken: config.botToken, revokeKey, onForgotten },
    }),
    ...{ tracker, clientOptions, logger },
  });

  const isClockRight = createClockCheck({ clockAhead: () => store.clockAhead() }, { now, logger });
  const readiness = createReadiness({
    checks: {
      // Without it two processes would both answer one request, and nothing that people set up would be kept.
      'a database that takes writes': () => store.proveWritable().then(() => true),
      'a connection to Slack': async () => slackReceiver.isOpen(),
      'a key for the service': async () => config.painApiKey !== null || config.oauth !== null,
    },
    lesser: {
      'a clock that agrees with the database’s': isClockRight,
      'Redis, which counts calls over all processes': async () => clients.health().budget !== 'memory, redis is away',
    },
    now,
    wait: world.wait ?? sleep,
  });
  const outbox = createOutboxWorker({
    store,
    depsOf: depsOfWorkspace,
    inFlight,
    withReference: tracker.withReference,
    pace,
    mayRun: isClockRight,
    now,
    logger,
  });
  const jobs = [
    pullBackJob(store, logger),
    outbox.job,
    cleanupJob(store),
    sweepJob({ store, revokeKey, logger }),
    unanswered.job,
    hiddenMergesJob({ store, depsOf: depsOfWorkspace, pace, logger }),
    watchChecksJob({ store, depsOf: depsOfWorkspace, pace, inFlight, logger }),
  ];
  const schedule = createSchedule(jobs, {
    ...{ now, inFlight, withReference: tracker.withReference, logger },
    mayRun: isClockRight,
  });
  const { installer } = workspaces;
  const server = createHttpServer({
    slackEvents: slackReceiver.slackEvents,
    charts: charts.serve,
    installer,
    metrics: metrics.serve,
    missing: readiness.missing,
    degraded: readiness.degraded,
  });
  return {
    idle: inFlight.idle,
    async runDueNow() {
      await schedule.runNow();
      await outbox.idle();
    },
    async start() {
      await listen(server, config);
      await slackReceiver.open();
      readiness.start();
      // Not awaited: it is needed when the first request comes.
      workspaces.warmUp();
      schedule.start();
      return { port: (server.address() as AddressInfo).port };
    },
    async stop() {
      schedule.stop();
      // Still serving: a load balancer sends requests until it has asked.
      await readiness.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await slackReceiver.close();
      const left = await inFlight.drain(STOP_TIMEOUT_MS);
      if (left > 0) logger.warn({ left }, 'stopped with requests unanswered');
      server.closeAllConnections();
      await Promise.all([closed, clients.close(), renderer.stop()]);
    },
  };
}

function createSources(
  config: AppConfig,
  world: ProgramOptions,
  clientOptions: ReturnType<typeof slackClientOptions>,
  tracker: RequestTracker,
): Omit<RequestSources, 'chartFiles' | 'chartAddressOf' | 'wakeOutbox' | 'unanswered' | 'storeTimeoutMs'> & {
  revokeKey: (workspaceId: string) => Promise<void>;
} {
  const {
    logger,
    store,
    now = Date.now,
    wait = sleep,
    timeouts = ANSWER_TIMEOUTS,
    slackTimeoutMs = SLACK_TIMEOUT_MS,
    storeTimeoutMs = STORE_TIMEOUT_MS,
    pace = createPace(),
  } = world;
  const service: ServiceOptions = {
    apiUrl: config.painApiUrl,
    mcpUrl: config.painMcpUrl ?? config.painApiUrl,
    redisUrl: config.redisUrl ?? undefined,
    requestId: () => tracker.reference() ?? undefined,
    warn: (message) => logger.warn(message),
    listed: {
      nthLatest: (...given) => storedInTime(storeTimeoutMs, store.listedSignals.nthLatest(...given)),
      note: (...given) => storedInTime(storeTimeoutMs, store.listedSignals.note(...given)),
    },
    ...world.service,
  };
  const { painApiUrl, painApiKey, painOperatorToken } = config;
  const keySource = createKeySource({
    ...{ store, hasSharedKey: painApiKey !== null, now, logger },
    routes: painOperatorToken === undefined ? null : createOperatorRoutes(painApiUrl, painOperatorToken),
  });
  const keys = createApiKeyCache({ load: keySource.find, now });
  return {
    shared: {
      ...{ logger, now, wait, timeouts },
      cachedCard: createCardCache(),
      version: VERSION,
      newReference: () => tracker.reference() ?? newReference(),
      linkTo: createSignalLinker(config.signalUrl),
      signalAt: createSignalUrlParser(config.signalUrl),
    },
    ...{ store, keys, tracker },
    slackClients: createSlackClients(clientOptions, now),
    answerCache: createAnswerCache(now),
    clients: createClients({
      ...{ ...service, apiKey: config.painApiKey, keyOf: keys.find },
      onKeyRefused: (id) =>
        void keySource
          .replaceRefused(id)
          .catch((err: unknown) => logger.warn({ err, workspace: id }, 'key not replaced')),
      onFairUseWarning: (workspace, until) =>
        logger.warn(
          { workspace, until: new Date(until).toISOString() },
          'the service warned of fair use: until then posts are searched for questions only, and less often, and lists are paused sooner',
        ),
    }),
    people: createPeopleDirectory(now, logger),
    pacer: createSlackPacer({ now, wait }),
    pace,
    slackTimeoutMs,
    slackApiUrl: config.slackApiUrl,
    hasSharedKey: painApiKey !== null,
    givesKeys: painOperatorToken !== undefined,
    revokeKey: keySource.revoke,
    async tryKey(key) {
      const client = createPainClient({ ...service, apiKey: key });
      await client.pipeline().finally(() => client.close());
    },
  };
}

async function listen(server: Server, { port, host }: AppConfig): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

const createSignalLinker = (template: string | null) => (signalId: string) =>
  template === null ? null : template.replaceAll('{id}', encodeURIComponent(signalId));

/** Parses a signal's id from its page's address. The template is SIGNAL_URL, with `{id}` in it; without one no address matches. */
export function createSignalUrlParser(template: string | null): (url: string) => string | null {
  if (template === null) return () => null;
  const [before = '', after = ''] = template.split('{id}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A query or fragment is tracking, not another page.
  const pattern = new RegExp(`^${before}([\\w-]{1,200})${after}/?(?:[?#].*)?$`);
  return (url) => pattern.exec(url)?.[1] ?? null;
}

function createReceiver(config: AppConfig, { logger, wait = sleep }: ProgramOptions): SlackReceiver {
  return config.appToken === null
    ? createHttpReceiver(config.signingSecret ?? '', logger)
    : createSocketReceiver({ appToken: config.appToken, slackApiUrl: config.slackApiUrl, wait, logger });
}
