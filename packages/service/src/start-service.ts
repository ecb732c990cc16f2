import { VERSION } from '@pain-signals/contract';
import { holdFolder } from '@pain-signals/storage';
import { addDatabaseMetrics, createRegister, startTelemetry } from '@pain-signals/telemetry';
import type { Logger } from 'pino';
import { createMemoryRateLimiter, createSharedRateLimiter } from './accounts/limits/rate-limit.ts';
import { createDamageReport } from './api/rest/monitoring.ts';
import { createServer, type ServerDeps } from './api/server.ts';
import type { ServiceConfig } from './config/config.ts';
import { createPipelineDeps, openConfiguredStore } from './jobs/pipeline/open-pipeline.ts';
import { hasSample, noteSampleDue } from './jobs/sample.ts';
import { createIngestThread } from './jobs/schedule/ingest-thread.ts';
import { startScheduleThread } from './jobs/schedule/worker-threads.ts';
import { createRevisionWatch } from './queries/revision.ts';
import { createEmbeddingMatches } from './queries/search/embedding-matches.ts';
import { createSignalSearch } from './queries/search/signal-search.ts';
import { createGuardedFetch } from './sources/http/guarded-connector.ts';
import { loadSources } from './sources/sources-file.ts';
import type { OnDamaged, Store } from './store/index.ts';

/** People and programs wait for the requests to this process. Its threads and the operator's commands have more time. */
const PATIENCE_MS = 5_000;

export interface RunningService {
  /** Fails `/readyz` from now on, so that load balancers send their requests elsewhere; requests are still answered. */
  drain(): void;
  /** Where it listens, e.g. `http://127.0.0.1:4000`. */
  address: string;
  /** Stops everything that was started, in reverse order. */
  stop(): Promise<void>;
}

type Cleanups = (() => Promise<void> | void)[];

/** Starts the service. It listens at once; sample data and missed nights follow in the background. */
export async function startService(config: ServiceConfig, log: Logger): Promise<RunningService> {
  const cleanups: Cleanups = [];
  const state = { draining: false };
  const stop = async (): Promise<void> => {
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    // Only checked here, so that a mistake in the file stops the start; the fetch thread reads it before each run.
    if (config.sourcesFile !== null) await loadSources(config.sourcesFile);
    if (config.databaseUrl === null) cleanups.push(holdFolder(config.dataDir, 'service'));
    const register = createRegister(VERSION);
    const onDamaged = createDamageReport(register, log);
    const store = await openConfiguredStore(config, { onDamaged, patienceMs: PATIENCE_MS });
    cleanups.push(() => store.close());
    addDatabaseMetrics(register, store);
    const tracing = await startTelemetry({
      ...{ endpoint: config.telemetryUrl, name: 'pain-signals-service', version: VERSION, register },
      tracedOrigins: [],
    });
    cleanups.push(tracing.stop);
    if (config.databaseUrl === null) await noteSampleDue(store, hasSample(config));
    const address = await listen(config, log, store, cleanups, { register, tracing, state, onDamaged });
    const thread = { workerData: config, store, now: Date.now, log, onDamaged };
    cleanups.push(startScheduleThread('nightly', thread));
    if (config.sourcesFile !== null || config.importFolder !== null)
      cleanups.push(startScheduleThread('fetch', thread));
    const drain = () => {
      state.draining = true;
    };
    return { address, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ListenOptions {
  state: { draining: boolean };
  onDamaged: OnDamaged;
}

async function listen(
  config: ServiceConfig,
  log: Logger,
  store: Store,
  cleanups: Cleanups,
  { state, onDamaged, ...observing }: Pick<ServerDeps, 'register' | 'tracing'> & ListenOptions,
): Promise<string> {
  const { databaseUrl, embeddings, asOf, serviceUrl, openSignUp, host, port } = config;
  const onEmbeddingsError = (error: unknown) => log.warn({ err: error }, 'embeddings endpoint failed');
  const meaning = embeddings === null ? null : createEmbeddingMatches(embeddings, store, onEmbeddingsError);
  cleanups.push(() => meaning?.stop());
  void meaning?.load();
  const onError = (error: unknown) => log.error({ err: error }, 'search failed');
  const search = createSignalSearch({ store, meaning, onError });
  const revision = createRevisionWatch(store.revision, (error) => log.error({ err: error }, 'database unavailable'));
  await revision.check();
  revision.onChange(() => void meaning?.load());
  revision.start();
  cleanups.push(revision.stop);
  const now = Date.now;
  const pushes = createIngestThread(config, { onDamaged });
  cleanups.push(pushes.stop);
  const server = await createServer({
    store,
    search,
    revision,
    rateLimit: databaseUrl === null ? createMemoryRateLimiter(now) : createSharedRateLimiter(store.calls, now),
    now,
    asOf,
    serviceUrl,
    openSignUp,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    operatorToken: config.operatorToken,
    ingest: pushes.ingest,
    fetchDocument: createGuardedFetch(config.httpsProxy),
    followsSources: config.sourcesFile !== null,
    readiness: async () => {
      if (state.draining) return 'The service is stopping.';
      // Several processes count each call in the database; one by itself counts in memory and goes on answering.
      await (databaseUrl === null ? store.revision() : store.proveWritable());
      return null;
    },
    log,
    ...observing,
    openChat: createPipelineDeps(store, config, (error) => log.warn({ err: error }, 'language model failed')).openChat,
  });
  cleanups.push(() => server.close());
  return server.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
}
