import type { z } from 'zod';
import { groupIntoNumber } from '../../../../../bench/topics/fixed-number-groups.ts';
import { ClusterRows } from '../../../src/clustering/cluster-rows.ts';
import { consolidate } from '../../../src/clustering/consolidate.ts';
import { createDuplicateFinder, type DuplicateFinder, signatureOf } from '../../../src/clustering/duplicates.ts';
import { OnlineClustering } from '../../../src/clustering/online-clustering.ts';
import { isExcluded, preparePost } from '../../../src/jobs/pipeline/prepare-post.ts';
import type { SignalCluster } from '../../../src/model/cluster.ts';
import { IncomingPost } from '../../../src/model/post.ts';
import { saysWhichPain } from '../../../src/naming/index.ts';
import type { Background } from '../../../src/text/background.ts';

/** The pure stages joined as a run joins them, in memory: where each post went, and what consolidation makes of it. */
export interface ClusteredPosts {
  /** One a post: its cluster, the cluster of the post it repeats, or null where it joins none. */
  clusterIds: (string | null)[];
  leader: OnlineClustering;
  documentFrequencies: Map<string, number>;
  documents: number;
  duplicates: DuplicateFinder;
  /** By the post's own id. */
  clusterOf: Map<string, string>;
}

export const nothingClustered = (
  leader: OnlineClustering = new OnlineClustering(null, numberedIds()),
): ClusteredPosts => ({
  clusterIds: [],
  leader,
  documentFrequencies: new Map(),
  documents: 0,
  duplicates: createDuplicateFinder(),
  clusterOf: new Map(),
});

export function numberedIds(): () => string {
  let next = 0;
  return () => `cluster-${String(next++).padStart(6, '0')}`;
}

/** Goes on from `before`, which changes with it. */
export function clusterPosts(
  posts: Iterable<{ post: z.input<typeof IncomingPost> }>,
  before: ClusteredPosts = nothingClustered(),
): ClusteredPosts {
  const { leader, duplicates, clusterOf, documentFrequencies } = before;
  const clusterIds: (string | null)[] = [];
  let { documents } = before;
  for (const { post } of posts) {
    const incoming = IncomingPost.parse(post);
    const prepared = preparePost(incoming);
    if (isExcluded(incoming) || prepared.terms.size === 0) {
      clusterIds.push(null);
      continue;
    }
    const signature = signatureOf(prepared, incoming.author);
    const original = duplicates.find(signature, incoming.createdAt);
    if (original !== null) {
      clusterIds.push(clusterOf.get(original) ?? null);
      continue;
    }
    duplicates.add(incoming.externalId, signature, incoming.createdAt);
    const { clusterId } = leader.assign(prepared.terms, incoming.createdAt);
    for (const term of prepared.terms.keys()) documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
    documents += 1;
    clusterOf.set(incoming.externalId, clusterId);
    clusterIds.push(clusterId);
  }
  return { ...before, clusterIds, documents };
}

export function rowsOf(clusters: readonly SignalCluster[], background: Background): ClusterRows {
  const rows = new ClusterRows(background);
  for (const cluster of clusters) rows.add(cluster);
  return rows;
}

/** Which signal each cluster belongs to after consolidation; before it, each cluster is a signal of its own. */
export function consolidateClusters(
  { leader, documentFrequencies, documents }: Pick<ClusteredPosts, 'leader' | 'documentFrequencies' | 'documents'>,
  signalOf: ReadonlyMap<string, string> = new Map(),
  groups: number | null = null,
): { signalOf: Map<string, string>; merges: { clusterIds: string[] }[] } {
  const clusters: SignalCluster[] = Array.from(leader.clusters(), (cluster) => ({
    ...cluster,
    signalId: signalOf.get(cluster.id) ?? cluster.id,
  }));
  const background = { documentFrequencies, documents };
  const merges: { clusterIds: string[] }[] =
    groups === null
      ? consolidate({ clusters: rowsOf(clusters, background), saysPain: saysWhichPain }).merges
      : groupIntoNumber({ clusters, ...background }, groups);
  const after = new Map(clusters.map(({ id, signalId }) => [id, signalId]));
  for (const { clusterIds } of merges)
    for (const id of clusterIds) after.set(id, `merged with ${clusterIds.toSorted()[0]}`);
  return { signalOf: after, merges };
}
