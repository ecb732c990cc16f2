import { Worker } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';

const WORKERS = {
  nightly: new URL('./nightly-worker.ts', import.meta.url),
  fetch: new URL('./fetch-worker.ts', import.meta.url),
};

/** Runs a schedule in its own thread, since clustering would block requests. Returns how to stop it. */
export function startScheduleThread(
  schedule: keyof typeof WORKERS,
  config: ServiceConfig,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const worker = new Worker(WORKERS[schedule], { workerData: config });
  worker.on('error', onError);
  return async () => {
    // Stops at once: every step is one transaction, and the next start redoes what is missing.
    await worker.terminate();
  };
}
