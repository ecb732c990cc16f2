import { parentPort } from 'node:worker_threads';
import type { IncomingPost } from '../../model/post.ts';
import { preparePosts } from './prepare-post.ts';

/** A thread that prepares the posts it is sent and sends back the results. */
parentPort?.on('message', async (posts: readonly IncomingPost[]) => {
  parentPort?.postMessage(await preparePosts(posts));
});
