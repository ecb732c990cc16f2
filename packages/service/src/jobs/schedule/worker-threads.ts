import { Worker } from 'node:worker_threads';
import type { ServiceConfig } from '../../config/config.ts';

/** Works the nights in a thread of its own: clustering and scoring would hold up every answer. Returns how to end it. */
export function startNightlyThread(config: ServiceConfig, onError: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL('./nightly-worker.ts', import.meta.url), { workerData: config });
  worker.on('error', onError);
  return async () => {
    // In the middle of whatever it does: what is not written yet is done again at the next start.
    await worker.terminate();
  };
}

/** Follows the sources in a thread of its own: clustering would hold up every answer. Returns how to end it. */
export function startFetchThread(config: ServiceConfig, onError: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL('./fetch-worker.ts', import.meta.url), { workerData: config });
  worker.on('error', onError);
  return async () => {
    // In the middle of whatever it does: posts and how far they were read are stored together, so the next start goes on.
    await worker.terminate();
  };
}
