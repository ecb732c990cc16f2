import type { SignalCluster } from '../model/cluster.ts';
import type { Background } from '../text/term-vector.ts';
import { type Group, linkByAverage, type SimilarityGraph } from './average-link.ts';
import { type ClusterSpace, clusterSpace, similarPairs } from './cluster-similarity.ts';
import { groupByWords } from './group-by-words.ts';
import { seededRandom } from './seeded-random.ts';
import { meanCosine, partition } from './spherical-k-means.ts';

/** Clusters that are one pain and so become one signal. */
export interface Merge {
  clusterIds: string[];
  /** Mean similarity of the clusters, 0-1. */
  similarity: number;
  /** Mean similarity to what their signals hold besides, 0-1; null where that is nothing. */
  parted: number | null;
}

/** What an operator has decided by undoing what the night did. */
export interface OperatorDecisions {
  /** Signals that are to be merged with no other. */
  alone: readonly string[];
  /** Clusters that are not to be parted. */
  together: readonly (readonly string[])[];
}

export interface ConsolidationInput extends Background {
  clusters: readonly SignalCluster[];
  decisions?: OperatorDecisions;
  /** Look at the clusters as if none shared a signal today. */
  ignoreCurrentSignals?: boolean;
  /** Make this many groups, however alike the clusters are and whatever was decided before. */
  groups?: number;
}

/** Mean similarity from which groups of clusters are one pain. */
export const MERGE_SIMILARITY = 0.36;

/** What two single posts owe to chance of how alike they are. */
const BY_CHANCE = 0.05;

/** Clusters that share a signal today count as this much more similar, so that a signal does not fall apart and join again by turns. */
export const TOGETHER_BONUS = 0.15;

/** How clusters fall into groups, and how alike two sets of them are. */
interface Grouping {
  groups: Group[];
  similarityOf(ones: readonly number[], others: readonly number[]): number;
}

/**
 * Which clusters are the same pain: those that are alike enough or, if a number of groups is given, those that make the tightest
 * groups of that number. Only groups that differ from today's signals are listed, so a second run right after the first lists none.
 */
export function consolidate(input: ConsolidationInput): Merge[] {
  const clusters = input.clusters.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (clusters.length < 2) return [];
  const space = clusterSpace(clusters, input);
  const grouping =
    input.groups === undefined ? joinAlike(clusters, space, input) : partInto(input.groups, clusters, space);
  return differing(grouping, clusters);
}

/** Average link over the mean of lexical and latent similarity. */
function joinAlike(
  clusters: readonly SignalCluster[],
  { lexical, latent }: ClusterSpace,
  { decisions = { alone: [], together: [] }, ignoreCurrentSignals: afresh }: ConsolidationInput,
): Grouping {
  const graph = withoutChance(similarPairs(lexical, latent), clusters);
  const weights = clusters.map(({ documents }) => Math.sqrt(documents));
  const itemOf = new Map(clusters.map(({ id }, item) => [id, item]));
  const groups = linkByAverage(
    withDecisions(graph, clusters, { bonus: afresh ? 0 : TOGETHER_BONUS, alone: new Set(decisions.alone) }),
    weights,
    MERGE_SIMILARITY,
    decisions.together.map((ids) => ids.flatMap((id) => itemOf.get(id) ?? [])),
  );
  return { groups, similarityOf: (ones, others) => meanSimilarity(graph, weights, ones, others) };
}

/** Average link does not find broad topics: what little two far ends of one share is less than what two topics share by chance. */
function partInto(count: number, clusters: readonly SignalCluster[], { latent }: ClusterSpace): Grouping {
  const weights = clusters.map(({ documents }) => documents);
  const tightest = partition({ vectors: latent, weights }, Math.min(count, clusters.length), seededRandom(1));
  const groups = groupByWords(clusters, tightest, count);
  const similarityOf = (ones: readonly number[], others: readonly number[]) =>
    meanCosine({ vectors: latent, weights }, ones, others);
  const items = Map.groupBy(clusters.keys(), (item) => groups[item] ?? 0);
  return {
    groups: Array.from(items.values(), (own) => ({ items: own, similarity: similarityOf(own, own) })),
    similarityOf,
  };
}

/** Two posts look alike by a turn of phrase more easily than two clusters of many: what chance may have added is taken off. */
function withoutChance(graph: SimilarityGraph, clusters: readonly SignalCluster[]): SimilarityGraph {
  const sizes = clusters.map(({ documents }) => Math.sqrt(documents));
  return graph.map((similarities, one) => {
    const kept = new Map<number, number>();
    for (const [other, similarity] of similarities) {
      const chance = BY_CHANCE / ((sizes[one] ?? 1) * (sizes[other] ?? 1));
      if (similarity > chance) kept.set(other, similarity - chance);
    }
    return kept;
  });
}

/** The similarities that decide: raised within a signal, none where a signal is to be left alone. */
function withDecisions(
  graph: SimilarityGraph,
  clusters: readonly SignalCluster[],
  { bonus, alone }: { bonus: number; alone: ReadonlySet<string> },
): SimilarityGraph {
  const signalOf = (item: number) => clusters[item]?.signalId ?? '';
  return graph.map((similarities, one) => {
    const deciding = new Map<number, number>();
    for (const [other, similarity] of similarities) {
      if (signalOf(one) === signalOf(other)) deciding.set(other, similarity + bonus);
      else if (!alone.has(signalOf(one)) && !alone.has(signalOf(other))) deciding.set(other, similarity);
    }
    return deciding;
  });
}

/** Over all pairs, each item counting by its weight; a pair that is not in the graph has none. */
function meanSimilarity(
  graph: SimilarityGraph,
  weights: readonly number[],
  ones: readonly number[],
  others: readonly number[],
): number {
  const weigh = (items: readonly number[]) => items.reduce((sum, item) => sum + (weights[item] ?? 0), 0);
  let sum = 0;
  for (const one of ones)
    for (const other of others) sum += (graph[one]?.get(other) ?? 0) * (weights[one] ?? 0) * (weights[other] ?? 0);
  return Math.min(1, sum / (weigh(ones) * weigh(others)));
}

function differing({ groups, similarityOf }: Grouping, clusters: readonly SignalCluster[]): Merge[] {
  const itemsOf = Map.groupBy(clusters.keys(), (item) => clusters[item]?.signalId ?? '');
  return groups.flatMap(({ items, similarity }) => {
    const own = new Set(items);
    const signalIds = new Set(items.map((item) => clusters[item]?.signalId ?? ''));
    const rest = [...signalIds].flatMap((id) => (itemsOf.get(id) ?? []).filter((item) => !own.has(item)));
    if (signalIds.size === 1 && rest.length === 0) return [];
    return [
      {
        clusterIds: items.flatMap((item) => clusters[item]?.id ?? []),
        similarity: Math.min(1, similarity),
        parted: rest.length === 0 ? null : similarityOf(items, rest),
      },
    ];
  });
}
