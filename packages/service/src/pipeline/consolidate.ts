import { type Group, linkByAverage, type SimilarityGraph } from './average-link.ts';
import type { ClusterCentroid } from './centroid.ts';
import { latentVectors, type SparseVector } from './latent-space.ts';
import { similarPairs } from './similar-pairs.ts';
import { Vocabulary } from './vocabulary.ts';

export interface SignalCluster extends ClusterCentroid {
  /** The signal the cluster belongs to today. */
  signalId: string;
}

/** Clusters that are one pain and so become one signal. */
export interface Merge {
  clusterIds: string[];
  /** Mean similarity of the clusters, 0-1. */
  similarity: number;
  /** Mean similarity to what their signals hold besides, 0-1; null where that is nothing. */
  parted: number | null;
}

/** What an operator has decided by undoing what the night did. */
export interface Decisions {
  /** Signals that are to be merged with no other. */
  alone: readonly string[];
  /** Clusters that are not to be parted. */
  together: readonly (readonly string[])[];
}

export interface ConsolidationInput {
  clusters: readonly SignalCluster[];
  documentFrequencies: ReadonlyMap<string, number>;
  documents: number;
  decisions?: Decisions;
  /** Look at the clusters as if none shared a signal today. */
  afresh?: boolean;
}

/** Mean similarity from which groups of clusters are one pain. */
export const SAME_PAIN = 0.36;

/** What two single posts owe to chance of how alike they are. */
const BY_CHANCE = 0.05;

/** Clusters that share a signal today count as this much more similar, so that a signal does not fall apart and join again by turns. */
export const TOGETHER_BONUS = 0.15;

/** Dimensions of the latent space: about as many as there are topics to tell apart, and well under the number of clusters. */
const DIMENSIONS = 100;
const CLUSTERS_PER_DIMENSION = 3;

/** The largest clusters span the space; the others are only seen in it. */
const EXAMPLES = 4_000;

function vectorOf(cluster: ClusterCentroid, vocabulary: Vocabulary): SparseVector {
  const ids = Int32Array.from(cluster.terms, ([term]) => vocabulary.idOf(term));
  const idf = vocabulary.weights;
  const weights = Float64Array.from(cluster.terms, ([, sum], index) => Math.sqrt(sum) * (idf[ids[index] ?? 0] ?? 0));
  const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
  return { ids, weights: weights.map((weight) => weight / length) };
}

function largest(clusters: readonly ClusterCentroid[]): number[] {
  const order = clusters.map((_, index) => index);
  order.sort((one, other) => (clusters[other]?.documents ?? 0) - (clusters[one]?.documents ?? 0) || one - other);
  return order.slice(0, EXAMPLES);
}

/**
 * Which clusters are the same pain: average link over the mean of lexical and latent similarity. Only groups that differ
 * from today's signals are listed, so a second run right after the first lists none.
 */
export function consolidate(input: ConsolidationInput): Merge[] {
  const clusters = input.clusters.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (clusters.length < 2) return [];
  const graph = alikeness(clusters, input);
  const weights = clusters.map(({ documents }) => Math.sqrt(documents));
  const { alone, together } = input.decisions ?? { alone: [], together: [] };
  const itemOf = new Map(clusters.map(({ id }, item) => [id, item]));
  const groups = linkByAverage(
    withDecisions(graph, clusters, { bonus: input.afresh ? 0 : TOGETHER_BONUS, alone: new Set(alone) }),
    weights,
    SAME_PAIN,
    together.map((ids) => ids.flatMap((id) => itemOf.get(id) ?? [])),
  );
  return differing(groups, clusters, (ones, others) => meanSimilarity(graph, weights, ones, others));
}

function alikeness(
  clusters: readonly SignalCluster[],
  { documents, documentFrequencies }: ConsolidationInput,
): SimilarityGraph {
  const vocabulary = new Vocabulary(documents, documentFrequencies);
  const vectors = clusters.map((cluster) => vectorOf(cluster, vocabulary));
  const examples = largest(clusters).flatMap((index) => vectors[index] ?? []);
  const dimensions = Math.min(DIMENSIONS, Math.ceil(examples.length / CLUSTERS_PER_DIMENSION));
  return withoutChance(similarPairs(vectors, latentVectors(vectors, examples, dimensions)), clusters);
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

function differing(
  groups: readonly Group[],
  clusters: readonly SignalCluster[],
  similarityOf: (ones: readonly number[], others: readonly number[]) => number,
): Merge[] {
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
