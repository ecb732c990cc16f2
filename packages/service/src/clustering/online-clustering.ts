import type { ClusterCentroid } from '../model/cluster.ts';
import { DAY_MS } from '../model/day.ts';
import type { TermCounts } from '../model/post.ts';
import {
  addPost,
  Centroid,
  coherenceOf,
  type PostVector,
  readCentroid,
  similarityTo,
  writeCentroid,
} from './centroid.ts';
import { ClusterIndex } from './cluster-index.ts';
import { Vocabulary } from './vocabulary.ts';

export interface ClusteringState {
  clusters: Iterable<ClusterCentroid>;
  documentFrequencies: Iterable<[term: string, documents: number]>;
  documents: number;
}

/** What has changed since the last call; to be stored with the posts or not at all. */
export interface ClusteringChanges {
  clusters: ClusterCentroid[];
  documentFrequencies: [term: string, add: number][];
  documents: number;
  /** Clusters idle for so long that they take no more posts. */
  retired: string[];
}

export interface Assignment {
  clusterId: string;
  isNew: boolean;
  /** Cosine of the post to the cluster it joins, 0-1; 1 for a new cluster. */
  similarity: number;
}

export interface ClusteringOptions {
  /** Least nearness to join a cluster. High enough that clusters are pure: consolidation can join, but never part, them. */
  threshold: number;
  /** What each e-fold of a coherent cluster's size adds to its nearness, as a share: a large topic is likelier than a small one. */
  sizeBonus: number;
  /** Days without a post until a cluster takes no more. */
  idleDays: number;
}

const DEFAULTS: ClusteringOptions = { threshold: 0.275, sizeBonus: 0.2, idleDays: 90 };

export interface OnlineClustering {
  /** Places one post; the terms must not be empty. The same posts in the same order always give the same clusters. */
  assign(terms: TermCounts, at: number): Assignment;
  takeChanges(): ClusteringChanges;
  clusters(): Iterable<ClusterCentroid>;
}

/**
 * Coherence from which size begins to count, and from which it counts in full. Without this, a cluster that has once taken in
 * the common vocabulary of a project would draw in all that is written there.
 */
const LOOSE = 0.08;
const TIGHT = 0.18;

function coherentShare(coherence: number): number {
  return Math.min(1, Math.max(0, (coherence - LOOSE) / (TIGHT - LOOSE)));
}

/** Counts the post's terms and weighs them by what is known up to now, the post included. */
function readPost(terms: TermCounts, vocabulary: Vocabulary): PostVector {
  const ids = Array.from(terms.keys(), (term) => vocabulary.idOf(term));
  for (const id of ids) vocabulary.count(id, 1);
  vocabulary.countDocuments(1);
  const idf = vocabulary.weights;
  const frequencies = Array.from(terms.values(), (count) => (count < 1 ? count : 1 + Math.log(count)));
  const weights = ids.map((id, index) => (frequencies[index] ?? 0) * (idf[id] ?? 0));
  const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
  return { ids, raw: frequencies.map((weight) => weight / length), unit: weights.map((weight) => weight / length) };
}

/** Old posts that come in now and then, as when a source is read back, must not keep all clusters of their time open. */
const STRAY_SHARE = 0.05;

/** The time at which posts begin, a few strays apart. */
function earlyTime(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * STRAY_SHARE)] ?? 0;
}

interface Nearest {
  cluster: Centroid | null;
  cosine: number;
  nearness: number;
}

/** What is not stored yet. */
class UnsavedChanges {
  clusters = new Set<Centroid>();
  frequencies = new Map<string, number>();
  documents = 0;
  times: number[] = [];

  note(terms: TermCounts, cluster: Centroid, at: number): void {
    for (const term of terms.keys()) this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
    this.clusters.add(cluster);
    this.documents += 1;
    this.times.push(at);
  }
}

class OnePassClustering implements OnlineClustering {
  #vocabulary: Vocabulary;
  #index = new ClusterIndex();
  #clusters = new Map<string, Centroid>();
  #unsaved = new UnsavedChanges();
  #asked = new Float64Array(0);
  #spread: readonly number[] = [];
  #newId: () => string;
  #options: ClusteringOptions;

  constructor(state: ClusteringState | null, newId: () => string, options: ClusteringOptions) {
    this.#newId = newId;
    this.#options = options;
    this.#vocabulary = new Vocabulary(state?.documents, state?.documentFrequencies);
    for (const stored of state?.clusters ?? []) {
      const cluster = readCentroid(stored, this.#vocabulary);
      this.#clusters.set(cluster.id, cluster);
      this.#index.add(cluster, cluster.ids);
    }
  }

  assign(terms: TermCounts, at: number): Assignment {
    const post = readPost(terms, this.#vocabulary);
    const { cluster: nearest, cosine, nearness } = this.#findNearest(post, at);
    const joined = nearness >= this.#options.threshold ? nearest : null;
    const cluster = joined ?? this.#found(at, terms.size);
    const change = addPost(cluster, post, at, this.#vocabulary.weights);
    this.#index.add(cluster, change.added);
    this.#index.remove(cluster, change.dropped);
    this.#unsaved.note(terms, cluster, at);
    return { clusterId: cluster.id, isNew: joined === null, similarity: joined === null ? 1 : cosine };
  }

  takeChanges(): ClusteringChanges {
    const retired = this.#unsaved.documents === 0 ? [] : this.#retire(earlyTime(this.#unsaved.times));
    const { clusters, frequencies, documents } = this.#unsaved;
    this.#unsaved = new UnsavedChanges();
    return {
      clusters: Array.from(clusters, (cluster) => writeCentroid(cluster, this.#vocabulary)),
      documentFrequencies: [...frequencies],
      documents,
      retired,
    };
  }

  clusters(): ClusterCentroid[] {
    return Array.from(this.#clusters.values(), (cluster) => writeCentroid(cluster, this.#vocabulary));
  }

  #found(at: number, terms: number): Centroid {
    const cluster = new Centroid(this.#newId(), at, terms);
    this.#clusters.set(cluster.id, cluster);
    return cluster;
  }

  #findNearest(post: PostVector, at: number): Nearest {
    const idf = this.#vocabulary.weights;
    this.#ask(post, idf.length);
    // Sorting is stable: terms of the same weight stay in the order of the post, whatever their numbers after a restart.
    const byWeight = post.ids.toSorted((one, other) => (idf[other] ?? 0) - (idf[one] ?? 0));
    let nearest: Nearest = { cluster: null, cosine: 0, nearness: 0 };
    for (const cluster of this.#index.candidates(byWeight, idf)) {
      if (at - cluster.lastAt > this.#options.idleDays * DAY_MS) continue;
      const cosine = similarityTo(cluster, this.#asked, idf);
      const bonus = this.#options.sizeBonus * Math.log(cluster.documents);
      if (cosine * (1 + bonus) < nearest.nearness) continue;
      const nearness = cosine * (1 + bonus * coherentShare(coherenceOf(cluster, idf)));
      const isTie = nearness === nearest.nearness && cluster.id < (nearest.cluster?.id ?? '');
      if (nearness > nearest.nearness || isTie) nearest = { cluster, cosine, nearness };
    }
    return nearest;
  }

  /** Spreads the post over an array by term number, in place of the post before it. */
  #ask(post: PostVector, size: number): void {
    if (this.#asked.length < size) this.#asked = new Float64Array(size);
    for (const id of this.#spread) this.#asked[id] = 0;
    post.ids.forEach((id, place) => {
      this.#asked[id] = post.unit[place] ?? 0;
    });
    this.#spread = post.ids;
  }

  /** Forgets clusters that no post as old as `earliestAt` could join. */
  #retire(earliestAt: number): string[] {
    const idle = this.#clusters.values().filter(({ lastAt }) => lastAt < earliestAt - this.#options.idleDays * DAY_MS);
    const retired = [...idle];
    for (const cluster of retired) {
      this.#clusters.delete(cluster.id);
      this.#index.remove(cluster, cluster.ids.subarray(0, cluster.size));
    }
    return retired.map(({ id }) => id);
  }
}

/** One-pass clustering: each post joins the nearest cluster if that is near enough, or founds one. */
export function createOnlineClustering(
  state: ClusteringState | null,
  newId: () => string,
  options: Partial<ClusteringOptions> = {},
): OnlineClustering {
  return new OnePassClustering(state, newId, { ...DEFAULTS, ...options });
}
