import type { PostIdentity, RemovedPost, Stores } from '../store/index.ts';
import { countTerms } from './terms.ts';

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
