import type { ClusterCentroid } from '../model/cluster.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Terms a centroid keeps when it is cut; it may grow half as large again before that, since cutting costs a sort. */
const KEPT_TERMS = 96;
const MOST_TERMS = 144;

/** A post as a sparse vector. */
export interface PostVector {
  ids: readonly number[];
  /** Weights before idf, on the scale on which the post with idf has unit length. */
  raw: readonly number[];
  /** Weights with idf, at unit length. */
  unit: readonly number[];
}

/** The sum of a cluster's posts over its heaviest terms, by term number. */
export class Centroid {
  readonly id: string;
  documents = 0;
  lastAt: number;
  ids: Int32Array;
  sums: Float64Array;
  size = 0;
  /** What the cluster shares with the post of the index's question of this number. Kept here, since a map costs more than the sum. */
  question = 0;
  shared = 0;

  constructor(id: string, lastAt: number, capacity: number) {
    this.id = id;
    this.lastAt = lastAt;
    this.ids = new Int32Array(capacity);
    this.sums = new Float64Array(capacity);
  }
}

/** The weight of a term grows with the root of its sum: breadth counts for more than one sentence said again and again. */
function weightOf(sum: number, idf: number): number {
  return Math.sqrt(sum) * idf;
}

/** Cosine of a post to a centroid, 0-1; `asked` holds the post's unit weights by term number. */
export function similarityTo(centroid: Centroid, asked: Float64Array, idf: Float64Array): number {
  const { ids, sums, size } = centroid;
  let product = 0;
  let square = 0;
  for (let index = 0; index < size; index++) {
    const id = ids[index] ?? 0;
    const weight = weightOf(sums[index] ?? 0, idf[id] ?? 0);
    square += weight * weight;
    product += weight * (asked[id] ?? 0);
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

export interface TermChange {
  added: number[];
  dropped: number[];
}

/** Adds a post; tells which terms came in and which had to go. */
export function addPost(centroid: Centroid, post: PostVector, at: number, idf: Float64Array): TermChange {
  const places = new Map<number, number>();
  for (let index = 0; index < centroid.size; index++) places.set(centroid.ids[index] ?? 0, index);
  const added = post.ids.filter((id) => !places.has(id));
  makeRoom(centroid, centroid.size + added.length);
  post.ids.forEach((id, index) => {
    const place = places.get(id) ?? centroid.size++;
    centroid.ids[place] = id;
    centroid.sums[place] = (centroid.sums[place] ?? 0) + (post.raw[index] ?? 0);
  });
  centroid.documents += 1;
  centroid.lastAt = Math.max(centroid.lastAt, at);
  return { added, dropped: centroid.size > MOST_TERMS ? dropLightest(centroid, idf) : [] };
}

function makeRoom(centroid: Centroid, size: number): void {
  if (size <= centroid.ids.length) return;
  const capacity = Math.max(size, Math.ceil(centroid.ids.length * 1.5));
  const ids = new Int32Array(capacity);
  const sums = new Float64Array(capacity);
  ids.set(centroid.ids);
  sums.set(centroid.sums);
  centroid.ids = ids;
  centroid.sums = sums;
}

function dropLightest(centroid: Centroid, idf: Float64Array): number[] {
  const entries = Array.from(centroid.ids.subarray(0, centroid.size), (id, index) => {
    const sum = centroid.sums[index] ?? 0;
    return { id, sum, weight: weightOf(sum, idf[id] ?? 0) };
  }).sort((one, other) => other.weight - one.weight);
  centroid.size = KEPT_TERMS;
  entries.slice(0, KEPT_TERMS).forEach(({ id, sum }, index) => {
    centroid.ids[index] = id;
    centroid.sums[index] = sum;
  });
  centroid.sums.fill(0, KEPT_TERMS);
  return entries.slice(KEPT_TERMS).map(({ id }) => id);
}

export function readCentroid({ id, terms, documents, lastAt }: ClusterCentroid, vocabulary: Vocabulary): Centroid {
  const centroid = new Centroid(id, lastAt, terms.length);
  terms.forEach(([term, sum], index) => {
    centroid.ids[index] = vocabulary.idOf(term);
    centroid.sums[index] = sum;
  });
  centroid.size = terms.length;
  centroid.documents = documents;
  return centroid;
}

export function writeCentroid(centroid: Centroid, vocabulary: Vocabulary): ClusterCentroid {
  const ids = centroid.ids.subarray(0, centroid.size);
  return {
    id: centroid.id,
    terms: Array.from(ids, (id, index) => [vocabulary.termOf(id), centroid.sums[index] ?? 0]),
    documents: centroid.documents,
    lastAt: centroid.lastAt,
  };
}
