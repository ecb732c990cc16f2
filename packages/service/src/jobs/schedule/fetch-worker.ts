import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { createLogger } from '../../config/log.ts';
import { openHttp } from '../../sources/http/http.ts';
import { loadSources } from '../../sources/sources-file.ts';
import { openStore } from '../../store/index.ts';
import { openChat } from '../pipeline/open-chat.ts';
import { startFetchSchedule } from './fetch-schedule.ts';

/** A thread that follows the sources of the SOURCES file until it is ended. */
const { databaseUrl, dataDir, asOf, logLevel, sourcesFile, credentials, chat } = workerData as ServiceConfig & {
  sourcesFile: string;
};
const logger = createLogger(logLevel);
const store = await openStore({ databaseUrl: databaseUrl ?? undefined, dataDir });
const onFailure = (error: unknown) => logger.warn({ err: error }, 'the language model was of no help');
startFetchSchedule({
  store,
  openChat: () => openChat({ settings: chat, counters: store.counters, realNow: Date.now, onFailure }),
  now: () => asOf ?? Date.now(),
  realNow: Date.now,
  newId: randomUUID,
  entries: await loadSources(sourcesFile),
  sources: { http: openHttp(), credentials, now: Date.now },
  logger,
});
