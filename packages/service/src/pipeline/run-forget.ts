import type { Removal } from '../model/removal.ts';
import { breathe, type PipelineDeps, underPipelineLock } from './run-deps.ts';
import { refresh } from './run-refresh.ts';
import { type RemovalTally, removePosts } from './run-remove.ts';

/** Posts of one transaction: few enough that other writers wait milliseconds for it. */
const BATCH_POSTS = 200;

export interface ForgetOptions {
  onProgress?: (removed: number, all: number) => void;
  onWait?: () => void;
}

/** Removes what was written by somebody or somewhere, for good, and finds the words of its signals anew. Safe to repeat after any interruption. */
export function forget(deps: PipelineDeps, removal: Removal, options: ForgetOptions = {}): Promise<RemovalTally> {
  return underPipelineLock(
    deps,
    async (run) => {
      const { store } = run;
      // First of all, so that an interruption lets nothing in again.
      await store.tombstones.add([removal]);
      const posts = await store.removals.find(removal);
      const tally: RemovalTally = { posts: 0, endedSignals: 0 };
      for (let from = 0; from < posts.length; from += BATCH_POSTS) {
        run.lock.assertHeld();
        const done = await store.transaction((stores) => removePosts(stores, posts.slice(from, from + BATCH_POSTS)));
        tally.posts += done.posts;
        tally.endedSignals += done.endedSignals;
        options.onProgress?.(tally.posts, posts.length);
        await breathe();
      }
      if ((await store.counters.get('refreshDue')) === 1) await refresh(run);
      return tally;
    },
    options.onWait,
  );
}
