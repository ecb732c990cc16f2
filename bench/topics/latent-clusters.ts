import { Vocabulary } from '../../packages/service/src/clustering/vocabulary.ts';
import type { ClusterCentroid } from '../../packages/service/src/model/cluster.ts';
import type { Background } from '../../packages/service/src/text/background.ts';
import { latentVectors, type SparseVector } from './latent-space.ts';

/** Dimensions of the latent space: about as many as there are topics to tell apart, and well under the number of clusters. */
const DIMENSIONS = 100;
const CLUSTERS_PER_DIMENSION = 3;

/** The largest clusters span the space; the others are only seen in it. */
const EXAMPLES = 4_000;

/** Clusters as vectors: by their terms, and as the latent space of them all shows them. In the order of the clusters. */
export interface ClusterSpace {
  lexical: SparseVector[];
  latent: Float64Array[];
}

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

export function clusterSpace(
  clusters: readonly ClusterCentroid[],
  { documents, documentFrequencies }: Background,
): ClusterSpace {
  const vocabulary = new Vocabulary(documents, documentFrequencies);
  const lexical = clusters.map((cluster) => vectorOf(cluster, vocabulary));
  const examples = largest(clusters).flatMap((index) => lexical[index] ?? []);
  const dimensions = Math.min(DIMENSIONS, Math.ceil(examples.length / CLUSTERS_PER_DIMENSION));
  return { lexical, latent: latentVectors(lexical, examples, dimensions) };
}
