import { Worker } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { OnDamaged } from '../../store/index.ts';
import type { IngestOutcome } from '../ingest.ts';
import type { DamageMessage } from '../thread-work.ts';

const WORKER = new URL('./ingest-worker.ts', import.meta.url);

export interface IngestRequest {
  id: number;
  lines: Buffer;
  idempotencyKey: string | null;
}
/** An error loses its class on the way, so what callers may see of it is sent by itself. */
export type IngestReply = { id: number } & ({ outcome: IngestOutcome } | { refusal: Refusal } | { error: unknown });

type Refusal = Pick<ServiceError, 'code' | 'message' | 'status' | 'headers'>;

const toServiceError = ({ code, message, ...options }: Refusal): ServiceError =>
  new ServiceError(code, message, options);

/** Reading lines takes four times their size. */
const MOST_AT_ONCE = 4;
/** Eight of the largest: a program that gives up waiting and sends again must not fill the memory. */
const MAX_BYTES = 128 * 1024 * 1024;

const tooManyError = (): ServiceError =>
  new ServiceError('INTERNAL', 'Too many pushes are waiting. Nothing was stored. Retry with exponential backoff.', {
    status: 503,
    headers: { 'retry-after': '10' },
  });

interface IngestThreadOptions {
  onDamaged: OnDamaged;
  file?: URL;
  maxBytes?: number;
}

interface Push extends PromiseWithResolvers<IngestOutcome> {
  request: IngestRequest;
}

/**
 * Imports pushed lines in a thread of its own: a refresh after a push merges and names signals for seconds without a pause, and requests
 * would wait. It starts with the first push, and again after it ended.
 */
export function createIngestThread(
  config: ServiceConfig,
  { onDamaged, file = WORKER, maxBytes = MAX_BYTES }: IngestThreadOptions,
) {
  const sent = new Map<number, Push>();
  const waiting: Push[] = [];
  let worker: Worker | null = null;
  let lastId = 0;
  let bytes = 0;

  const sendNext = (): void => {
    while (sent.size < MOST_AT_ONCE) {
      const push = waiting.shift();
      if (push === undefined) return;
      worker ??= start();
      sent.set(push.request.id, push);
      worker.postMessage(push.request);
    }
  };

  const settle = (reply: IngestReply | DamageMessage): void => {
    if ('damaged' in reply) return void onDamaged(reply.damaged);
    const push = sent.get(reply.id);
    sent.delete(reply.id);
    if ('outcome' in reply) push?.resolve(reply.outcome);
    else push?.reject('error' in reply ? reply.error : toServiceError(reply.refusal));
    sendNext();
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
      for (const { reject } of sent.values()) reject(cause);
      sent.clear();
      sendNext();
    });
    return started;
  };

  return {
    async ingest(lines: Buffer, idempotencyKey: string | null): Promise<IngestOutcome> {
      if (bytes + lines.length > maxBytes) throw tooManyError();
      bytes += lines.length;
      lastId += 1;
      const push = { ...Promise.withResolvers<IngestOutcome>(), request: { id: lastId, lines, idempotencyKey } };
      waiting.push(push);
      sendNext();
      try {
        return await push.promise;
      } finally {
        bytes -= lines.length;
      }
    },
    /** Every step is one transaction; the next push redoes what is missing. */
    async stop(): Promise<void> {
      for (const { reject } of waiting.splice(0)) reject(new Error('The service is stopping'));
      await worker?.terminate();
    },
  };
}
