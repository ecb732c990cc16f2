import { parentPort } from 'node:worker_threads';

/** A chart thread that does what a picture's first row says: it answers with its topic, crashes, hangs, or finds fault. */

parentPort?.on('message', ({ rows: [{ topic }] }: { rows: [{ topic: string }] }) => {
  if (topic === 'crash') process.exit(1);
  if (topic === 'hang') for (;;);
  parentPort?.postMessage(topic === 'fault' ? { fault: 'scripted' } : { png: new TextEncoder().encode(topic) });
});
parentPort?.postMessage({ ready: true });
