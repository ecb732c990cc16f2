import type { Batch } from '../sources/source.ts';
import type { Stores } from '../store/index.ts';
import { loadAssigner } from './run-assign.ts';
import { type PipelineDeps, withPipelineLock } from './run-deps.ts';
import { NO_PROGRESS, storeBatch, withoutForgotten, withoutKnown } from './run-import.ts';
import { removePosts } from './run-remove.ts';

/** What came of reading a feed. */
export interface FeedTally {
  stored: number;
  /** Were there already. */
  known: number;
  /** Stored posts that were removed, since they are gone at their platform. */
  deleted: number;
  /** Rows of the platform that could not be read. */
  unreadable: number;
}

/** Stores what a feed has given, together with how far it has been read: an interruption can part neither from the other. */
export function storeFetched(
  deps: PipelineDeps,
  key: string,
  { posts, deleted, unreadable, cursor, readAt }: Batch & { readAt: number | null },
  tally: FeedTally,
  onWait?: () => void,
): Promise<void> {
  return withPipelineLock(
    deps,
    async (run) => {
      const unknown = await withoutKnown(run, posts);
      const fresh = await withoutForgotten(run, unknown);
      let removed = 0;
      const alongside = async (stores: Stores) => {
        await stores.feeds.addPosts(key, posts, run.now());
        removed = (await removePosts(stores, deleted)).posts;
        await stores.feeds.save(key, { ...cursor, readAt });
      };
      const progress = { ...NO_PROGRESS };
      run.lock.assertHeld();
      if (fresh.length === 0) await run.store.transaction(alongside);
      else await storeBatch(run, await loadAssigner(run.store), fresh, { sample: false, progress, alongside });
      tally.stored += fresh.length;
      tally.known += posts.length - unknown.length;
      tally.deleted += removed;
      tally.unreadable += unreadable;
    },
    onWait,
  );
}
