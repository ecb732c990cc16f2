import { parentPort } from 'node:worker_threads';

/** A chart thread that lives and never becomes ready. */
parentPort?.on('message', () => undefined);
