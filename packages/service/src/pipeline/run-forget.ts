import type { Removal } from '../model/removal.ts';
import { type PipelineDeps, withPipelineLock, yieldToEventLoop } from './run-deps.ts';
import { refresh } from './run-refresh.ts';
import { type RemovalTally, removePosts } from './run-remove.ts';

/** Posts of one transaction: few enough that other writers wait milliseconds for it. */
const BATCH_POSTS = 200;

export interface ForgetOptions {
  /** Also when nothing stored is meant: what comes later under the name is left out. Else a slip of the pen would block somebody. */
  alsoInFuture?: boolean;
  onProgress?: (removed: number, all: number) => void;
  onWait?: () => void;
}

export interface ForgetResult extends RemovalTally {
  /** What comes later is left out, since this removal or an earlier one. */
  keptOut: boolean;
}

/** Removes what was written by somebody or somewhere, for good, and finds the words of its signals anew. Safe to repeat after any interruption. */
export function forget(deps: PipelineDeps, removal: Removal, options: ForgetOptions = {}): Promise<ForgetResult> {
  return withPipelineLock(
    deps,
    async (run) => {
      const { store } = run;
      const posts = await store.removals.find(removal);
      // Before anything is removed, so that an interruption lets nothing in again.
      if (posts.length > 0 || options.alsoInFuture === true) await store.tombstones.add([removal]);
      const tally: RemovalTally = { posts: 0, endedSignals: 0 };
      for (let from = 0; from < posts.length; from += BATCH_POSTS) {
        run.lock.assertHeld();
        const done = await store.transaction((stores) => removePosts(stores, posts.slice(from, from + BATCH_POSTS)));
        tally.posts += done.posts;
        tally.endedSignals += done.endedSignals;
        options.onProgress?.(tally.posts, posts.length);
        await yieldToEventLoop();
      }
      if ((await store.counters.get('refreshDue')) === 1) await refresh(run);
      if (tally.posts > 0) await store.clearLog();
      return { ...tally, keptOut: await store.tombstones.holds(removal) };
    },
    options.onWait,
  );
}
