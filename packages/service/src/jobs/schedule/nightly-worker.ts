import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { openThread } from '../pipeline/open-pipeline.ts';
import { withPipelineLock } from '../pipeline/pipeline-run.ts';
import { fillPostTerms } from '../refresh/refresh.ts';
import { catchUpSample, hasSample } from '../sample.ts';
import { createWorkTracker, threadName, type WorkMessage } from '../thread-work.ts';
import { startNightly } from './nightly.ts';

/** A thread that brings the sample stream up to date, makes up for missed nights, and runs the nightly job until stopped. */
const config = workerData as ServiceConfig;
const post = (message: WorkMessage) => parentPort?.postMessage(message);
const { logger, store, deps } = await openThread(config, (damaged) => post({ damaged }));
const track = createWorkTracker(store, threadName('nightly'), post);
const sample = hasSample(config);

if (sample) {
  await track('sample stream', () => catchUpSample(deps)).catch((error: unknown) =>
    logger.error({ err: error }, 'sample update failed'),
  );
}
await track('search index', () => withPipelineLock(deps, fillPostTerms)).catch((error: unknown) =>
  logger.error({ err: error }, 'filling the search index failed'),
);
startNightly({ ...deps, logger, sample, track });
