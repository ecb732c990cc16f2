import type { Removal } from '../model/removal.ts';
import type { PostIdentity, RemovedPost, Stores } from '../store/index.ts';
import { countTerms } from '../text/tokenize.ts';
import { type PipelineDeps, withPipelineLock, yieldToEventLoop } from './pipeline/pipeline-run.ts';
import { refresh } from './refresh/refresh.ts';

export interface RemovalTally {
  posts: number;
  /** Signals that were told by these posts alone. */
  endedSignals: number;
}

/**
 * Deletes posts for good, inside a transaction: their texts, what quotes them, and what the clustering learnt of their words alone. A
 * tombstone keeps each from coming back. Readers see at once that the posts are gone, and after the next refresh what that means.
 */
export async function removePosts(stores: Stores, posts: readonly PostIdentity[]): Promise<RemovalTally> {
  const removed: RemovedPost[] = [];
  if (posts.length > 0) await stores.posts.keepLastId();
  for (const { provider, externalId } of posts) {
    const post = await stores.removals.remove({ provider, externalId });
    if (post === null) continue;
    await stores.tombstones.add([{ kind: 'post', name: externalId, provider }]);
    removed.push(post);
  }
  if (removed.length === 0) return { posts: 0, endedSignals: 0 };
  const clusterIds = [...new Set(removed.flatMap(({ clusterId }) => clusterId ?? []))];
  await stores.clusters.unlearn(clusterIds, removed.filter(({ clusterId }) => clusterId !== null).map(exclusiveTerms));
  const endedSignals = await stores.removals.endEmpty(clusterIds);
  await stores.counters.set('refreshDue', 1);
  await stores.counters.add('removals', 1);
  await stores.counters.add('revision', 1);
  return { posts: removed.length, endedSignals };
}

/** The terms of a post that leave with it: those of the repetition that takes its place stay. */
function exclusiveTerms({ title, text, replacement: heir }: RemovedPost): string[] {
  const kept = heir === null ? null : countTerms(heir.title, heir.text);
  return [...countTerms(title, text).keys()].filter((term) => kept === null || !kept.has(term));
}

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
