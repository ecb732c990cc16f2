import type { SignalCluster } from '../../packages/service/src/model/cluster.ts';
import type { Background } from '../../packages/service/src/text/background.ts';
import { groupByWords } from './group-by-words.ts';
import { clusterSpace } from './latent-clusters.ts';
import { seededRandom } from './seeded-random.ts';
import { meanCosine, partition } from './spherical-k-means.ts';

/** Micro-clusters that are one topic. */
interface TopicGroup {
  clusterIds: string[];
  /** Mean cosine of its clusters, 0-1. */
  coherence: number;
}

/**
 * Puts clusters into exactly `count` broad topics (fewer when there are fewer clusters): spherical k-means in the latent space, then
 * each cluster goes where its words are likeliest. The nightly grouping finds pains, which are narrower than topics.
 */
export function groupIntoNumber(
  input: Background & { clusters: readonly SignalCluster[] },
  count: number,
): TopicGroup[] {
  const clusters = input.clusters.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (clusters.length === 0) return [];
  const { latent: vectors } = clusterSpace(clusters, input);
  const weights = clusters.map(({ documents }) => documents);
  const tightest = partition({ vectors, weights }, Math.min(count, clusters.length), seededRandom(1));
  const groups = groupByWords(clusters, tightest, count);
  const items = Map.groupBy(clusters.keys(), (item) => groups[item] ?? 0);
  return Array.from(items.values(), (own) => ({
    clusterIds: own.flatMap((item) => clusters[item]?.id ?? []),
    coherence: meanCosine({ vectors, weights }, own, own),
  }));
}
