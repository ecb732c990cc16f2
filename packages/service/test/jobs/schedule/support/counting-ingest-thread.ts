import { parentPort } from 'node:worker_threads';

let running = 0;

/** A thread that answers each push, once all that were sent with it are there, with how many it has. */
parentPort?.on('message', ({ id }: { id: number }) => {
  running += 1;
  setImmediate(() => {
    parentPort?.postMessage({ id, outcome: { answer: { running: running-- }, isRepeated: false } });
  });
});
