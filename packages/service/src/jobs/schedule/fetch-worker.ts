import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { openHttp } from '../../sources/http/http.ts';
import { openThread } from '../pipeline/open-pipeline.ts';
import { createWorkTracker, threadName, type WorkMessage } from '../thread-work.ts';
import { createEntriesReader, startFetchSchedule, startFolderSchedule } from './fetch-schedule.ts';

/** A thread that follows the sources of the SOURCES file, and the IMPORT_FOLDER, until it is stopped. */
const config = workerData as ServiceConfig;
const post = (message: WorkMessage) => parentPort?.postMessage(message);
const { logger, store, ...thread } = await openThread(config, (damaged) => post({ damaged }));
const deps = {
  ...thread.deps,
  realNow: Date.now,
  logger,
  track: createWorkTracker(store, threadName('fetch'), post),
};
if (config.importFolder !== null) startFolderSchedule(deps, config.importFolder);
if (config.sourcesFile !== null)
  startFetchSchedule({
    ...deps,
    readEntries: createEntriesReader(config.sourcesFile, logger),
    sources: { http: openHttp(config), credentials: config.credentials, now: Date.now },
  });
