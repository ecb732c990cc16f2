import { holdFolder } from '@pain-signals/storage';
import type { Logger } from 'pino';
import { createMemoryRateLimiter, createSharedRateLimiter } from './accounts/limits/rate-limit.ts';
import { createServer } from './api/server.ts';
import type { ServiceConfig } from './config/config.ts';
import { openChat } from './jobs/pipeline/open-chat.ts';
import { startFetchThread, startNightlyThread } from './jobs/schedule/worker-threads.ts';
import { createRevisionWatch } from './queries/revision.ts';
import { createLiveSearch } from './queries/search/live-search.ts';
import { loadSources } from './sources/sources-file.ts';
import { openStore, type Store } from './store/index.ts';

export interface RunningService {
  /** Where it listens, e.g. `http://127.0.0.1:4000`. */
  address: string;
  /** Stops everything that was started, last things first. */
  stop(): Promise<void>;
}

/** Starts the service. It listens before the sample and the night are seen to, which happens beside. */
export async function startService(config: ServiceConfig, log: Logger): Promise<RunningService> {
  const started: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = started.pop(); step !== undefined; step = started.pop()) await step();
  };
  try {
    // Read by the thread that follows them; here only so that a fault is told before the service listens.
    if (config.sourcesFile !== null) await loadSources(config.sourcesFile);
    if (config.databaseUrl === null) started.push(holdFolder(config.dataDir, 'service'));
    const source = { databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir };
    const store = await openStore(source);
    started.push(() => store.close());
    const address = await listen(config, log, store, started);
    started.push(startNightlyThread(config, (error) => log.error({ err: error }, 'the night thread failed')));
    if (config.sourcesFile !== null)
      started.push(startFetchThread(config, (error) => log.error({ err: error }, 'the sources thread failed')));
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(
  config: ServiceConfig,
  log: Logger,
  store: Store,
  started: (() => Promise<void> | void)[],
): Promise<string> {
  const source = { databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir };
  const search = createLiveSearch({
    source,
    embeddings: config.embeddings,
    onEmbeddingsError: (error) => log.warn({ err: error }, 'searching goes on without the embeddings endpoint'),
    hasSignals: store.signals.any,
    onLoaded: (signals) => log.info({ signals }, 'the search index was loaded'),
    onError: (error) => log.error({ err: error }, 'the search index was not built'),
  });
  started.push(search.stop);
  void search.renew();
  const revision = createRevisionWatch(store.revision, (error) => log.error({ err: error }, 'the database is away'));
  await revision.check();
  revision.onChange(search.renew);
  revision.start();
  started.push(revision.stop);
  const now = Date.now;
  const rateLimit =
    config.databaseUrl === null ? createMemoryRateLimiter(now) : createSharedRateLimiter(store.calls, now);
  const { asOf, serviceUrl, openSignUp, host, port, chat } = config;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the language model was of no help');
  const ask = () => openChat({ settings: chat, counters: store.counters, realNow: now, onFailure });
  const server = await createServer({
    store,
    search,
    revision,
    rateLimit,
    now,
    asOf,
    serviceUrl,
    openSignUp,
    log,
    openChat: ask,
  });
  started.push(() => server.close());
  return server.listen({ host, port, listenTextResolver: (address) => `the service listens at ${address}` });
}
