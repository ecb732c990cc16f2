import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { createLogger } from '../../config/log.ts';
import { openStore } from '../../store/index.ts';
import { openChat } from '../pipeline/open-chat.ts';
import { catchUpSample } from '../sample.ts';
import { startNightly } from './nightly.ts';

/** A thread that brings the sample stream up to now, makes up a missed night, and works every night until it is ended. */
const { databaseUrl, dataDir, asOf, logLevel, sourcesFile, chat } = workerData as ServiceConfig;
const logger = createLogger(logLevel);
const store = await openStore({ databaseUrl: databaseUrl ?? undefined, dataDir });
const onFailure = (error: unknown) => logger.warn({ err: error }, 'the language model was of no help');
const deps = {
  store,
  now: () => asOf ?? Date.now(),
  newId: randomUUID,
  openChat: () => openChat({ settings: chat, counters: store.counters, realNow: Date.now, onFailure }),
};
// A database that several processes share, or one that sources fill, holds people's own posts: invented ones have no place there.
const sample = databaseUrl === null && sourcesFile === null;

if (sample) {
  await catchUpSample(deps).catch((error: unknown) => logger.error({ err: error }, 'the sample stream was not added'));
}
startNightly({ ...deps, logger, sample });
