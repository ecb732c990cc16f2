import { parentPort } from 'node:worker_threads';

/** A chart thread that does what a picture's title says: it answers with the title, crashes, hangs, or finds fault. */

parentPort?.on('message', ({ title }: { title: string }) => {
  if (title === 'crash') process.exit(1);
  if (title === 'hang') for (;;);
  parentPort?.postMessage(title === 'fault' ? { fault: 'scripted' } : { png: new TextEncoder().encode(title) });
});
parentPort?.postMessage({ ready: true });
