import { identityKey, type Stores } from '../store/index.ts';
import { type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';
import { fillPostTerms, refreshIfDue } from './refresh/refresh.ts';
import { removePosts } from './removals.ts';

export interface RestoreResult {
  rows: number;
  /** Posts of the backup that were removed after it was made. */
  forgotten: number;
}

/** Replaces everything with a backup, minus content removed since. Readers see it within a second. */
export async function restoreBackup(
  deps: PipelineDeps,
  path: string,
  onProgress?: (done: number, all: number) => void,
): Promise<RestoreResult> {
  const fetching = await deps.store.lockFetching(deps.onWait);
  try {
    return await withPipelineLock(deps, async (run) => {
      const { store } = run;
      let forgotten = 0;
      const rows = await store.restore(path, {
        async around(stores, replaceAll) {
          const before = await changeCounters(stores);
          await replaceAll();
          forgotten = await removeForgotten(stores);
          const after = await changeCounters(stores);
          // Always higher than before, so that every cache is invalidated.
          await stores.counters.set('revision', Math.max(before.revision, after.revision) + 1);
          await stores.counters.set('removals', Math.max(before.removals, after.removals) + 1);
          // An import that goes on after this must read the clusters again.
          await stores.counters.set('turns', Math.max(before.turns, after.turns) + 1);
          await stores.counters.set('signatureKeysFilled', 0);
          await stores.counters.set('posts', Math.max(before.posts, after.posts));
        },
        onProgress,
      });
      await fillPostTerms(run);
      await store.analyze();
      await refreshIfDue(run);
      return { rows, forgotten };
    });
  } finally {
    await fetching.release();
  }
}

const changeCounters = async ({ counters, posts }: Stores) => ({
  revision: await counters.get('revision'),
  removals: await counters.get('removals'),
  turns: await counters.get('turns'),
  posts: await posts.lastId(),
});

async function removeForgotten(stores: Stores): Promise<number> {
  let removed = 0;
  for await (const posts of stores.posts.origins()) {
    await stores.hiding.hideMarked(posts);
    const forgotten = await stores.tombstones.forgotten(
      posts.map((post) => ({
        ...post,
        authors: post.author === null ? [] : [post.author],
        repositories: post.repository === null ? [] : [post.repository],
      })),
    );
    const tally = await removePosts(
      stores,
      posts.filter((post) => forgotten.has(identityKey(post))),
    );
    removed += tally.posts;
  }
  return removed;
}
