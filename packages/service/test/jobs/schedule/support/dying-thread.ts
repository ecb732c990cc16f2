import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../../../src/store/index.ts';

/** Dies of a feed while it holds the pipeline's lock, as a thread that runs out of memory does. */
const { dataDir } = workerData as { dataDir: string };
const store = await openStore({ dataDir });
parentPort?.postMessage({ began: 'sources' });
parentPort?.postMessage({ began: 'feed well' });
parentPort?.postMessage({ ended: 'feed well' });
parentPort?.postMessage({ began: 'feed hostile' });
await store.lockPipeline();
throw new TypeError('what a stranger wrote');
