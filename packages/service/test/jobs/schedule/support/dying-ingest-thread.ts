import { parentPort } from 'node:worker_threads';

/** A thread that ends at the first push. */
parentPort?.on('message', () => {
  throw new TypeError('no memory left');
});
