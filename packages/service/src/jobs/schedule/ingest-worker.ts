import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { ServiceError } from '../../model/service-error.ts';
import { databaseUnavailableError } from '../../model/system-errors.ts';
import { ingest } from '../ingest.ts';
import { openThread } from '../pipeline/open-pipeline.ts';
import type { DamageMessage } from '../thread-work.ts';
import type { IngestReply, IngestRequest } from './ingest-thread.ts';

/** A thread that imports what is pushed, until it is stopped. */
const reply = (message: IngestReply | DamageMessage) => parentPort?.postMessage(message);
const { deps } = await openThread(workerData as ServiceConfig, (damaged) => reply({ damaged }));

parentPort?.on('message', async ({ id, lines, idempotencyKey }: IngestRequest) => {
  try {
    reply({ id, outcome: await ingest(deps, Buffer.from(lines), idempotencyKey) });
  } catch (error) {
    const refusal = error instanceof ServiceError ? error : databaseUnavailableError(error);
    if (refusal === null) return reply({ id, error });
    const { code, message, status, headers } = refusal;
    reply({ id, refusal: { code, message, status, headers } });
  }
});
