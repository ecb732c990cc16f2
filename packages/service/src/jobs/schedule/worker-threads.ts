import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { OnDamaged, Store } from '../../store/index.ts';
import { threadName, type WorkMessage } from '../thread-work.ts';

const WORKERS = {
  nightly: new URL('./nightly-worker.ts', import.meta.url),
  fetch: new URL('./fetch-worker.ts', import.meta.url),
};

export interface ScheduleThreadOptions {
  workerData: unknown;
  store: Pick<Store, 'threadFailures'>;
  /** Real time, epoch ms. */
  now: () => number;
  log: Pick<Logger, 'error'>;
  onDamaged: OnDamaged;
  file?: URL;
  /** The pause before the thread is started again, when it ended so many times in a row. */
  delayMs?: (failures: number) => number;
}

const LONGEST_DELAY_MS = 10 * 60_000;
const backoff = (failures: number): number => Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** (failures - 1));
/** A thread that worked for so long starts from the shortest pause. */
const HEALTHY_AFTER_MS = 30 * 60_000;

/**
 * Runs a schedule in its own thread, since clustering would block requests. A thread that ends is started again, and what it was
 * doing is recorded as failed. Returns how to stop it.
 */
export function startScheduleThread(
  schedule: keyof typeof WORKERS,
  { workerData, store, now, log, onDamaged, file = WORKERS[schedule], delayMs = backoff }: ScheduleThreadOptions,
): () => Promise<void> {
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker;

  const recordEnd = async (work: readonly string[], error: unknown): Promise<void> => {
    const failed = { failedAt: now(), reason: reasonOf(error) };
    for (const each of work) await store.threadFailures.add(each, failed);
  };

  const start = (): void => {
    const started = new Worker(file, { workerData });
    worker = started;
    const startedAt = now();
    const running = new Set<string>();
    let cause: unknown = new Error('the thread ended');
    started.on('message', (message: WorkMessage) => {
      if ('damaged' in message) onDamaged(message.damaged);
      else if ('began' in message) running.add(message.began);
      else running.delete(message.ended);
    });
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', async () => {
      if (isStopped) return;
      failures = now() - startedAt < HEALTHY_AFTER_MS ? failures + 1 : 1;
      const restartInMs = delayMs(failures);
      const work = running.size > 0 ? [...running] : [threadName(schedule)];
      log.error({ err: cause, work, restartInMs }, `${threadName(schedule)} failed and is started again`);
      await recordEnd(work, cause).catch((error: unknown) =>
        log.error({ err: error }, 'database unavailable: what ended the thread is not recorded'),
      );
      if (!isStopped) timer = setTimeout(start, restartInMs);
    });
  };

  start();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    // Stops at once: every step is one transaction, and the next start redoes what is missing.
    await worker.terminate();
  };
}

/** Without the message, which may quote what strangers wrote. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : code;
}
