import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type PreparePosts, preparePosts } from './prepare-post.ts';

const WORKER = new URL('./prepare-worker.ts', import.meta.url);

/** Fewer posts are prepared before a thread has started. */
const WORTH_A_THREAD = 500;

/**
 * Prepares posts in a thread of its own, so that an import cleans the next batch while it clusters the last one. The thread starts
 * with the first large batch. `prepare` rejects if the thread ends.
 */
export function createPrepareThread(file = WORKER): { prepare: PreparePosts; stop(): Promise<void> } {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const started = new Worker(file);
    const forget = () => {
      if (worker === started) worker = null;
    };
    // `ask` rejects with the error. Without a listener it would end the program, too.
    started.on('error', forget);
    started.on('exit', forget);
    return started;
  };

  const ask = async (posts: Parameters<PreparePosts>[0]): ReturnType<PreparePosts> => {
    worker ??= start();
    const asked = new AbortController();
    const ended = once(worker, 'exit', { signal: asked.signal }).then(() => {
      throw new Error('The thread that prepares posts has ended');
    });
    const answered = once(worker, 'message', { signal: asked.signal });
    worker.postMessage(posts);
    try {
      const [results] = await Promise.race([answered, ended]);
      return results;
    } finally {
      asked.abort();
      await Promise.allSettled([answered, ended]);
    }
  };

  return {
    async prepare(posts) {
      if (worker === null && posts.length < WORTH_A_THREAD) return preparePosts(posts);
      // One batch at a time: a message is the answer to the last one sent.
      const result = last.then(() => ask(posts));
      last = result.catch(() => undefined);
      return await result;
    },
    stop: async () => void (await worker?.terminate()),
  };
}
