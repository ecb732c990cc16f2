import type { ClusterCentroid } from '../model/cluster.ts';
import type { Background } from '../text/term-vector.ts';
import { dot, latentVectors, type SparseVector } from './latent-space.ts';
import { Vocabulary } from './vocabulary.ts';

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

/** Two clusters are compared only when they have two of their heaviest terms in common, however near they are in latent space. */
const HEAVIEST_TERMS = 32;
const SHARED_TERMS = 2;

/** A term that is heavy in more clusters tells none from the other, and would pair all with all. */
const MOST_CLUSTERS = 400;

/** Less alike than this counts as not alike at all: such pairs are many and decide nothing. */
const LEAST_SIMILARITY = 0.15;

function heaviest({ ids, weights }: SparseVector): number[] {
  const order = Array.from(ids, (_, index) => index);
  order.sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other);
  return order.slice(0, HEAVIEST_TERMS).flatMap((index) => ids[index] ?? []);
}

/** For each row the earlier rows that share enough of its heaviest terms. */
function* pairRows(vectors: readonly SparseVector[]): Generator<[row: number, earlier: number[]]> {
  const postings = new Map<number, number[]>();
  const shared = new Uint8Array(vectors.length);
  for (const [row, vector] of vectors.entries()) {
    const met: number[] = [];
    for (const id of heaviest(vector)) {
      const posting = postings.get(id) ?? [];
      if (posting.length < MOST_CLUSTERS) {
        for (const other of posting) {
          if (shared[other] === 0) met.push(other);
          shared[other] = (shared[other] ?? 0) + 1;
        }
      }
      posting.push(row);
      postings.set(id, posting);
    }
    yield [row, met.filter((other) => (shared[other] ?? 0) >= SHARED_TERMS)];
    for (const other of met) shared[other] = 0;
  }
}

/** Cosine of a sparse vector to one that is spread over an array by term number. */
function dotSpread({ ids, weights }: SparseVector, spread: Float64Array): number {
  let product = 0;
  for (let index = 0; index < ids.length; index++) product += (weights[index] ?? 0) * (spread[ids[index] ?? 0] ?? 0);
  return product;
}

/** The mean of lexical and latent cosine for each pair that shares telling terms; both ways, by row number. */
export function similarPairs(vectors: readonly SparseVector[], latent: readonly Float64Array[]): Map<number, number>[] {
  const graph = vectors.map(() => new Map<number, number>());
  const terms = vectors.reduce((most, { ids }) => ids.reduce((max, id) => Math.max(max, id + 1), most), 0);
  const spread = new Float64Array(terms);
  for (const [row, earlier] of pairRows(vectors)) {
    const [own, ownSeen] = [vectors[row], latent[row]];
    if (own === undefined || ownSeen === undefined) continue;
    own.ids.forEach((id, index) => {
      spread[id] = own.weights[index] ?? 0;
    });
    for (const other of earlier) {
      const [vector, seen] = [vectors[other], latent[other]];
      if (vector === undefined || seen === undefined) continue;
      const similarity = (dotSpread(vector, spread) + dot(seen, ownSeen)) / 2;
      if (similarity < LEAST_SIMILARITY) continue;
      graph[row]?.set(other, similarity);
      graph[other]?.set(row, similarity);
    }
    for (const id of own.ids) spread[id] = 0;
  }
  return graph;
}
