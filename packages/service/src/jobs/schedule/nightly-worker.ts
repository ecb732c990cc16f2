import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { createLogger } from '../../config/log.ts';
import { createPipelineDeps, openThreadStore } from '../pipeline/open-pipeline.ts';
import { withPipelineLock } from '../pipeline/pipeline-run.ts';
import { fillPostTerms } from '../refresh/refresh.ts';
import { catchUpSample } from '../sample.ts';
import { createWorkTracker, threadName, type WorkMessage } from '../thread-work.ts';
import { startNightly } from './nightly.ts';

/** A thread that brings the sample stream up to date, makes up for missed nights, and runs the nightly job until stopped. */
const config = workerData as ServiceConfig;
const logger = createLogger(config.logLevel);
const post = (message: WorkMessage) => parentPort?.postMessage(message);
const store = await openThreadStore(config, { onDamaged: (damaged) => post({ damaged }) });
const track = createWorkTracker(store, threadName('nightly'), post);
const deps = createPipelineDeps(store, config, (error) => logger.warn({ err: error }, 'language model failed'));
// PostgreSQL, configured sources and a watched folder hold real posts, which must not mix with sample data.
const sample = [config.databaseUrl, config.sourcesFile, config.importFolder].every((real) => real === null);

if (sample) {
  await track('sample stream', () => catchUpSample(deps)).catch((error: unknown) =>
    logger.error({ err: error }, 'sample update failed'),
  );
}
await track('search index', () => withPipelineLock(deps, fillPostTerms)).catch((error: unknown) =>
  logger.error({ err: error }, 'filling the search index failed'),
);
startNightly({ ...deps, logger, sample, track });
