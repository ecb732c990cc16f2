import { Worker } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { IngestOutcome } from '../ingest.ts';

const WORKER = new URL('./ingest-worker.ts', import.meta.url);

export interface IngestRequest {
  id: number;
  lines: Buffer;
  idempotencyKey: string | null;
}
/** An error loses its class on the way, so what callers may see of it is sent by itself. */
export type IngestReply = { id: number } & (
  | { outcome: IngestOutcome }
  | { refusal: Pick<ServiceError, 'code' | 'message' | 'status'> }
  | { error: unknown }
);

const toServiceError = ({ code, message, status }: Pick<ServiceError, 'code' | 'message' | 'status'>): ServiceError =>
  new ServiceError(code, message, { status });

/**
 * Imports pushed lines in a thread of its own: a refresh after a push merges and names signals for seconds without a pause, and requests
 * would wait. It starts with the first push, and again after it ended.
 */
export function createIngestThread(config: ServiceConfig, file = WORKER) {
  const waiting = new Map<number, PromiseWithResolvers<IngestOutcome>>();
  let worker: Worker | null = null;
  let lastId = 0;

  const settle = (reply: IngestReply): void => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('outcome' in reply) asked?.resolve(reply.outcome);
    else asked?.reject('error' in reply ? reply.error : toServiceError(reply.refusal));
  };

  const start = (): Worker => {
    const started = new Worker(file, { workerData: config });
    let cause: unknown = new Error('The thread that imports pushed posts has ended');
    started.on('message', settle);
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      worker = null;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    });
    return started;
  };

  return {
    ingest(lines: Buffer, idempotencyKey: string | null): Promise<IngestOutcome> {
      worker ??= start();
      lastId += 1;
      const asked = Promise.withResolvers<IngestOutcome>();
      waiting.set(lastId, asked);
      worker.postMessage({ id: lastId, lines, idempotencyKey } satisfies IngestRequest);
      return asked.promise;
    },
    /** Every step is one transaction; the next push redoes what is missing. */
    stop: async (): Promise<void> => void (await worker?.terminate()),
  };
}
