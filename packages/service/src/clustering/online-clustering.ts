import type { SignalCluster } from '../model/cluster.ts';
import { DAY_MS } from '../model/day.ts';
import type { TermCounts } from '../model/post.ts';
import { addPost, Centroid, type PostVector, readCentroid, similarityTo, writeCentroid } from './centroid.ts';
import { ClusterIndex } from './cluster-index.ts';
import { Vocabulary } from './vocabulary.ts';

/** A micro-cluster that shares words with an arriving post. */
export interface Kin {
  cluster: Centroid;
  similarity: number;
  signalId: string;
}

/**
 * Least mean similarity of a post to all posts of a signal. Lower than at night, when posts have borrowed terms and are more alike.
 */
const ARRIVAL_COHERENCE = 0.12;

/**
 * The signal of a post that founds a micro-cluster, until the night looks at it: the one that it makes most coherent; null when it
 * would only loosen each. Posts of a signal that are not among the kin count as having nothing in common with it.
 */
function chooseSignal(kin: readonly Kin[], postsIn: (signalId: string) => number): string | null {
  const shared = new Map<string, number>();
  for (const { cluster, signalId, similarity } of kin) {
    shared.set(signalId, (shared.get(signalId) ?? 0) + similarity * cluster.documents);
  }
  let chosen: string | null = null;
  let most = 0;
  for (const [signalId, sum] of shared) {
    const gain = sum - ARRIVAL_COHERENCE * postsIn(signalId);
    if (gain <= most) continue;
    chosen = signalId;
    most = gain;
  }
  return chosen;
}

export interface OnlineState {
  clusters: Iterable<SignalCluster>;
  documentFrequencies: Iterable<[term: string, documents: number]>;
  documents: number;
}

/** What has changed since the last call; to be stored with the posts or not at all. */
export interface OnlineChanges {
  clusters: SignalCluster[];
  documentFrequencies: [term: string, add: number][];
  documents: number;
  /** Clusters idle for so long that they take no more posts. */
  retired: string[];
}

export interface Assignment {
  clusterId: string;
  isNew: boolean;
  /** The signal the cluster is in, until the night decides; of a new cluster without kin its own id. */
  signalId: string;
  /** Cosine of the post to the nearest cluster of its signal, 0-1; 1 where it is alone. */
  similarity: number;
}

/**
 * Least cosine to join a micro-cluster: high enough that all of its posts say the same in nearly the same words. The night joins
 * micro-clusters but never parts them.
 */
const SAME_WORDS = 0.65;

/** Days without a post until a cluster takes no more. */
const IDLE_DAYS = 90;

/** Clusters that take posts at once. The most recent go on; the others keep their posts, and the night still sees them. */
const MOST_OPEN = 60_000;

/** Old posts that come in now and then, as when a source is read back, must not keep all clusters of their time open. */
const STRAY_SHARE = 0.05;

export interface OnlineClustering {
  /** Places one post; the terms must not be empty. The same posts in the same order always give the same clusters. */
  assign(terms: TermCounts, at: number): Assignment;
  takeChanges(): OnlineChanges;
  clusters(): SignalCluster[];
}

class MicroClusters implements OnlineClustering {
  #vocabulary: Vocabulary;
  #index = new ClusterIndex();
  #clusters = new Map<string, Centroid>();
  #signalOf = new Map<string, string>();
  #postsIn = new Map<string, number>();
  #newId: () => string;
  #sameWords: number;
  #asked = new Float64Array(0);
  #changed = new Set<Centroid>();
  #frequencies = new Map<string, number>();
  #times: number[] = [];

  constructor(state: OnlineState | null, newId: () => string, sameWords: number) {
    this.#newId = newId;
    this.#sameWords = sameWords;
    this.#vocabulary = new Vocabulary(state?.documents, state?.documentFrequencies);
    for (const stored of state?.clusters ?? []) this.#open(readCentroid(stored, this.#vocabulary), stored.signalId);
  }

  assign(terms: TermCounts, at: number): Assignment {
    const post = this.#readPost(terms);
    const kin = this.#compare(post, at);
    const nearest = kin[0];
    const isNew = nearest === undefined || nearest.similarity < this.#sameWords;
    const cluster = isNew ? new Centroid(this.#newId(), at, terms.size) : nearest.cluster;
    if (isNew) this.#open(cluster, chooseSignal(kin, (id) => this.#postsIn.get(id) ?? 0) ?? cluster.id);
    const signalId = this.#signalOf.get(cluster.id) ?? cluster.id;
    this.#postsIn.set(signalId, (this.#postsIn.get(signalId) ?? 0) + 1);
    const change = addPost(cluster, post, at, this.#vocabulary.weights);
    this.#index.add(cluster, change.added);
    this.#index.remove(cluster, change.dropped);
    this.#changed.add(cluster);
    this.#times.push(at);
    const neighbor = kin.find((each) => each.signalId === signalId);
    return { clusterId: cluster.id, isNew, signalId, similarity: neighbor?.similarity ?? 1 };
  }

  takeChanges(): OnlineChanges {
    const changes = {
      clusters: Array.from(this.#changed, (cluster) => this.#write(cluster)),
      documentFrequencies: [...this.#frequencies],
      documents: this.#times.length,
      retired: this.#retire(),
    };
    this.#changed = new Set();
    this.#frequencies = new Map();
    this.#times = [];
    return changes;
  }

  clusters(): SignalCluster[] {
    return Array.from(this.#clusters.values(), (cluster) => this.#write(cluster));
  }

  #write(cluster: Centroid): SignalCluster {
    return {
      ...writeCentroid(cluster, this.#vocabulary),
      signalId: this.#signalOf.get(cluster.id) ?? cluster.id,
    };
  }

  #open(cluster: Centroid, signalId: string): void {
    this.#clusters.set(cluster.id, cluster);
    this.#signalOf.set(cluster.id, signalId);
    this.#postsIn.set(signalId, (this.#postsIn.get(signalId) ?? 0) + cluster.documents);
    this.#index.add(cluster, cluster.ids.subarray(0, cluster.size));
  }

  /** Counts the post's terms and weighs them by what is known up to now, the post included. */
  #readPost(terms: TermCounts): PostVector {
    const vocabulary = this.#vocabulary;
    const ids = Array.from(terms.keys(), (term) => vocabulary.idOf(term));
    for (const id of ids) vocabulary.count(id, 1);
    vocabulary.countDocuments(1);
    for (const term of terms.keys()) this.#frequencies.set(term, (this.#frequencies.get(term) ?? 0) + 1);
    const frequencies = Array.from(terms.values(), (count) => (count < 1 ? count : 1 + Math.log(count)));
    const weights = ids.map((id, place) => (frequencies[place] ?? 0) * (vocabulary.weights[id] ?? 0));
    const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
    return { ids, raw: frequencies.map((weight) => weight / length), unit: weights.map((weight) => weight / length) };
  }

  /** The clusters nearest to the post, the nearest first. */
  #compare(post: PostVector, at: number): Kin[] {
    const idf = this.#vocabulary.weights;
    if (this.#asked.length < idf.length) this.#asked = new Float64Array(idf.length);
    const asked = this.#asked;
    for (const [place, id] of post.ids.entries()) asked[id] = post.unit[place] ?? 0;
    // Sorting is stable: terms of the same weight stay in the order of the post, whatever their numbers after a restart.
    const byWeight = post.ids.toSorted((one, other) => (idf[other] ?? 0) - (idf[one] ?? 0));
    const kin: Kin[] = [];
    for (const cluster of this.#index.candidates(byWeight, idf)) {
      if (at - cluster.lastAt > IDLE_DAYS * DAY_MS) continue;
      const similarity = similarityTo(cluster, asked, idf);
      kin.push({ cluster, similarity, signalId: this.#signalOf.get(cluster.id) ?? cluster.id });
    }
    for (const id of post.ids) asked[id] = 0;
    return kin.sort((one, other) => other.similarity - one.similarity || (one.cluster.id < other.cluster.id ? -1 : 1));
  }

  /** Forgets clusters that no post as old as the oldest of the last batch could join. */
  #retire(): string[] {
    const times = this.#times.toSorted((one, other) => one - other);
    const earliest = times[Math.floor(times.length * STRAY_SHARE)];
    if (earliest === undefined) return [];
    const idle = earliest - IDLE_DAYS * DAY_MS;
    const surplus = this.#clusters.size - MOST_OPEN;
    const oldest = surplus > 0 ? [...this.#clusters.values()].sort((one, other) => one.lastAt - other.lastAt) : [];
    const retired = new Set([
      ...[...this.#clusters.values()].filter(({ lastAt }) => lastAt < idle),
      ...oldest.slice(0, Math.max(0, surplus)),
    ]);
    for (const cluster of retired) {
      // As after a restart, which loads open clusters only: an interrupted import must end like an uninterrupted one.
      const signalId = this.#signalOf.get(cluster.id) ?? cluster.id;
      this.#postsIn.set(signalId, (this.#postsIn.get(signalId) ?? 0) - cluster.documents);
      this.#clusters.delete(cluster.id);
      this.#signalOf.delete(cluster.id);
      this.#index.remove(cluster, cluster.ids.subarray(0, cluster.size));
    }
    return Array.from(retired, ({ id }) => id);
  }
}

/** One-pass clustering: each post joins the micro-cluster that says the same, or founds one in the signal of its neighbours. */
export function createOnlineClustering(
  state: OnlineState | null,
  newId: () => string,
  sameWords = SAME_WORDS,
): OnlineClustering {
  return new MicroClusters(state, newId, sameWords);
}
