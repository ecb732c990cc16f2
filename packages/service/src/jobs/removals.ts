import { OperatorError } from '@pain-signals/storage';
import { keysOf } from '../clustering/duplicates.ts';
import { countPostTerms } from '../clustering/post-terms.ts';
import type { Removal } from '../model/removal.ts';
import type { HideResult, PostIdentity, RemovedPost, Stores } from '../store/index.ts';
import { namesInAnyCase } from '../text/scrub.ts';
import { type PipelineDeps, withPipelineLock, yieldToEventLoop } from './pipeline/pipeline-run.ts';
import { refreshIfDue } from './refresh/refresh.ts';

export interface RemovalTally {
  posts: number;
  /** Signals that had no other posts. */
  endedSignals: number;
}

/**
 * Deletes posts inside a transaction: their texts, everything that cites them, and terms only they used. They can be imported again:
 * only `forget` leaves tombstones. Readers see the posts gone at once, and updated signals after the next refresh.
 */
export async function removePosts(stores: Stores, posts: readonly PostIdentity[]): Promise<RemovalTally> {
  const removed: RemovedPost[] = [];
  if (posts.length > 0) {
    // Before anything is deleted, so that nobody stores what cites these posts in between.
    await stores.counters.holdRemovals();
    await stores.posts.keepLastId();
  }
  for (const { provider, externalId } of posts) {
    const post = await stores.removals.remove({ provider, externalId });
    if (post === null) continue;
    removed.push(post);
    if (post.signature !== null)
      await stores.signatures.moveKeys(keysOf(post.signature), post.id, post.replacement?.id ?? null);
  }
  if (removed.length === 0) return { posts: 0, endedSignals: 0 };
  // One that was interrupted left words of all posts behind. None runs: the caller holds the pipeline lock.
  await stores.rebuild.clear();
  const clusterIds = [...new Set(removed.flatMap(({ clusterId }) => clusterId ?? []))];
  await stores.clusters.unlearn(clusterIds, removed.filter(({ clusterId }) => clusterId !== null).map(exclusiveTerms));
  const endedSignals = await stores.removals.endEmpty(clusterIds);
  await stores.removals.forgetEnded();
  await stores.counters.markTextsChanged();
  return { posts: removed.length, endedSignals };
}

/** The terms of a removed post that the duplicate replacing it doesn't have. */
function exclusiveTerms({ title, text, replacement }: RemovedPost): string[] {
  const kept = countPostTerms(replacement?.title ?? null, replacement?.text ?? '');
  return [...countPostTerms(title, text).keys()].filter((term) => !kept.has(term));
}

/** A tombstone for each post, besides that of the author or repository, whose name may change. */
async function forgetPosts(stores: Stores, posts: readonly PostIdentity[]): Promise<RemovalTally> {
  await stores.tombstones.add(posts.map(({ provider, externalId }) => ({ kind: 'post', name: externalId, provider })));
  return removePosts(stores, posts);
}

const otherNames = ({ kind, name }: Removal): string[] => (kind === 'post' ? [] : namesInAnyCase(kind, name).slice(1));

/** The posts that `forget` deletes. The author or repository may have the real name or the scrubbed one. */
export const findForgettable = ({ removals }: Pick<Stores, 'removals'>, removal: Removal): Promise<PostIdentity[]> =>
  removals.find(removal, otherNames(removal));

/** Posts per transaction: few enough that other writers wait milliseconds only. */
const BATCH_POSTS = 200;

export interface ForgetOptions {
  /** Block future posts even if none is stored under the name; off by default, so that a typo blocks nobody. */
  alsoInFuture?: boolean;
  onProgress?: (removed: number, all: number) => void;
}

export interface ForgetResult extends RemovalTally {
  /** Future posts are blocked, by this removal or an earlier one. */
  keptOut: boolean;
}

/** Permanently removes matching posts and refreshes their signals. Safe to repeat after an interruption. */
export function forget(deps: PipelineDeps, removal: Removal, options: ForgetOptions = {}): Promise<ForgetResult> {
  return withPipelineLock(deps, async (run) => {
    const { store } = run;
    if ((await store.dropRestoreRemains()) === 'in use')
      throw new OperatorError(
        'A restore is running, whose copy of the backup may have these posts. Nothing was deleted. Run the command again when the restore has ended.',
      );
    const posts = await findForgettable(store, removal);
    const byAnyName = [removal, ...otherNames(removal).map((name) => ({ ...removal, name }))];
    // Before the removal, so that an interruption can't let anything in again.
    if (posts.length > 0 || options.alsoInFuture === true) await store.tombstones.add(byAnyName);
    const tally: RemovalTally = { posts: 0, endedSignals: 0 };
    for (let from = 0; from < posts.length; from += BATCH_POSTS) {
      run.lock.assertHeld();
      const done = await store.transaction((stores) => forgetPosts(stores, posts.slice(from, from + BATCH_POSTS)));
      tally.posts += done.posts;
      tally.endedSignals += done.endedSignals;
      options.onProgress?.(tally.posts, posts.length);
      await yieldToEventLoop();
    }
    await refreshIfDue(run);
    if (tally.posts > 0) {
      await store.clearLog();
      // PostgreSQL plans by samples of what is stored, whole texts among them.
      await store.analyze();
    }
    return { ...tally, keptOut: await store.tombstones.holdsAny(byAnyName) };
  });
}

export type Hideable = { signalId: string } | { post: PostIdentity };

/** Hides or shows a signal or a post. Readers see it at once; figures follow with the refresh. */
export function setHidden(deps: PipelineDeps, what: Hideable, hide: boolean): Promise<HideResult> {
  return withPipelineLock(deps, async (run) => {
    const hiding = await run.store.transaction(async (stores) => {
      await stores.counters.holdRemovals();
      const outcome =
        'post' in what
          ? await stores.hiding.post(what.post, hide)
          : await stores.hiding.signal(what.signalId.toLowerCase(), hide);
      if (outcome !== 'done') return outcome;
      await stores.snapshots.recount();
      await stores.counters.markTextsChanged();
      return outcome;
    });
    await refreshIfDue(run);
    return hiding;
  });
}
