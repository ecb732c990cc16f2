import type { ConsolidationInput, PainGroup } from '../../packages/service/src/clustering/consolidate.ts';
import { seededRandom } from '../../packages/service/src/clustering/seeded-random.ts';
import { groupByWords } from './group-by-words.ts';
import { clusterSpace } from './latent-clusters.ts';
import { meanCosine, partition } from './spherical-k-means.ts';

/**
 * Puts clusters into exactly `count` broad topics (fewer when there are fewer clusters): spherical k-means in the latent space, then
 * each cluster goes where its words are likeliest. The nightly grouping finds pains, which are narrower than topics.
 */
export function groupIntoNumber(input: ConsolidationInput, count: number): PainGroup[] {
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
