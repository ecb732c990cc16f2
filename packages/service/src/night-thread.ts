import { Worker } from 'node:worker_threads';
import type { ServiceConfig } from './config.ts';

/** Works the nights in a thread of its own: clustering and scoring would hold up every answer. Returns how to end it. */
export function startNightlyThread(config: ServiceConfig, onError: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL('./night-worker.ts', import.meta.url), { workerData: config });
  worker.on('error', onError);
  return async () => {
    // In the middle of whatever it does: what is not written yet is done again at the next start.
    await worker.terminate();
  };
}
