import type { SignalCluster } from '../model/cluster.ts';
import { DAY_MS } from '../model/day.ts';
import type { TermCounts } from '../model/post.ts';
import { inParts, OpenClusters, type OpenSignal, type PostVector } from './open-clusters.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * Least mean similarity of a post to all posts of a signal. Lower than at night, when posts have borrowed terms and are more alike.
 */
const ARRIVAL_COHERENCE = 0.12;

export interface OnlineState {
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
export const SAME_WORDS = 0.65;

/** Days without a post until a cluster takes no more. */
const IDLE_DAYS = 90;

/** Old posts that come in now and then, as when a source is read back, must not keep all clusters of their time open. */
const STRAY_SHARE = 0.05;

/** One-pass clustering: each post joins the micro-cluster that says the same, or founds one in the signal of its neighbours. */
export class OnlineClustering {
  #vocabulary: Vocabulary;
  #clusters: OpenClusters;
  #newId: () => string;
  #sameWords: number;
  #changed = new Set<number>();
  #frequencies = new Map<number, number>();
  #times: number[] = [];

  constructor(state: OnlineState | null, newId: () => string, sameWords = SAME_WORDS) {
    this.#newId = newId;
    this.#sameWords = sameWords;
    this.#vocabulary = new Vocabulary(state?.documents, state?.documentFrequencies);
    this.#clusters = new OpenClusters(this.#vocabulary);
  }

  /** Goes on with a stored cluster. They are read one by one, so that an import never holds all of them as objects. */
  read(stored: SignalCluster): void {
    this.#clusters.read(stored);
  }

  /**
   * Places one post; the terms must not be empty. The same posts in the same order always give the same clusters.
   * @param apart it joins only posts that were placed apart, too
   */
  assign(terms: TermCounts, at: number, apart = false): Assignment {
    const clusters = this.#clusters;
    const post = this.#readPost(terms);
    clusters.compare(post, at - IDLE_DAYS * DAY_MS, apart);
    const nearest = this.#nearest();
    const isNew = nearest === null || (clusters.similarities[nearest] ?? 0) < this.#sameWords;
    const slot = isNew ? this.#found(at, apart) : nearest;
    const signalId = clusters.signals[slot]?.id ?? '';
    const similarity = this.#similarityTo(slot);
    clusters.forgetComparison();
    clusters.add(slot, post, at);
    this.#changed.add(slot);
    this.#times.push(at);
    return { clusterId: clusters.ids[slot] ?? '', isNew, signalId, similarity };
  }

  takeChanges(): OnlineChanges {
    const changes = {
      clusters: Array.from(this.#changed, (slot) => this.#clusters.write(slot)),
      documentFrequencies: Array.from(this.#frequencies, ([id, add]): [string, number] => [
        this.#vocabulary.termOf(id),
        add,
      ]),
      documents: this.#times.length,
      retired: this.#retire(),
    };
    this.#changed = new Set();
    this.#frequencies = new Map();
    this.#times = [];
    return changes;
  }

  clusters(): SignalCluster[] {
    return Array.from(this.#clusters.slots(), (slot) => this.#clusters.write(slot));
  }

  /** A new micro-cluster in the signal of its kin, or in one of its own. */
  #found(at: number, apart: boolean): number {
    const signalId = this.#chooseSignal();
    const id = this.#newId();
    return this.#clusters.open(id, signalId ?? id, at, apart);
  }

  /** Counts the post's terms and weighs them by what is known up to now, the post included. */
  #readPost(counts: TermCounts): PostVector {
    const vocabulary = this.#vocabulary;
    const terms = Array.from(counts.keys(), (term) => vocabulary.idOf(term));
    for (const id of terms) {
      const before = vocabulary.weights[id] ?? 0;
      if (vocabulary.count(id, 1)) this.#clusters.reweigh(id, before);
      this.#frequencies.set(id, (this.#frequencies.get(id) ?? 0) + 1);
    }
    if (vocabulary.countDocuments(1)) this.#clusters.reweighAll();
    const frequencies = Array.from(counts.values(), (count) => (count < 1 ? count : 1 + Math.log(count)));
    const weights = terms.map((id, place) => (frequencies[place] ?? 0) * (vocabulary.weights[id] ?? 0));
    const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
    return {
      terms,
      parts: frequencies.map((weight) => inParts(weight / length)),
      unit: weights.map((weight) => weight / length),
    };
  }

  /** Of the clusters that were compared the most similar one. */
  #nearest(): number | null {
    const { found, similarities, ids } = this.#clusters;
    let nearest: number | null = null;
    for (let at = 0; at < found.size; at++) {
      const slot = found.values[at] ?? 0;
      const gain = nearest === null ? 1 : (similarities[slot] ?? 0) - (similarities[nearest] ?? 0);
      if (gain > 0 || (gain === 0 && (ids[slot] ?? '') < (ids[nearest ?? 0] ?? ''))) nearest = slot;
    }
    return nearest;
  }

  /**
   * The signal of a post that founds a micro-cluster, until the night looks at it: the one that it makes most coherent; null when it
   * would only loosen each. Posts of a signal that were not compared count as having nothing in common with it.
   */
  #chooseSignal(): string | null {
    const { found, similarities, signals, documents } = this.#clusters;
    const touched: OpenSignal[] = [];
    for (let at = 0; at < found.size; at++) {
      const slot = found.values[at] ?? 0;
      const signal = signals[slot];
      if (signal === undefined) continue;
      if (signal.shared === 0) touched.push(signal);
      signal.shared += (similarities[slot] ?? 0) * (documents[slot] ?? 0);
    }
    let chosen: string | null = null;
    let most = 0;
    for (const signal of touched) {
      const gain = Math.fround(signal.shared - ARRIVAL_COHERENCE * signal.posts);
      signal.shared = 0;
      if (gain < most || (gain === most && (chosen === null || signal.id > chosen))) continue;
      chosen = signal.id;
      most = gain;
    }
    return chosen;
  }

  /** To the nearest cluster of the same signal that was compared; 1 where there is none. */
  #similarityTo(cluster: number): number {
    const { found, similarities, signals } = this.#clusters;
    const signal = signals[cluster];
    let most = 0;
    for (let at = 0; at < found.size; at++) {
      const slot = found.values[at] ?? 0;
      if (signals[slot] === signal) most = Math.max(most, similarities[slot] ?? 0);
    }
    return most === 0 ? 1 : Math.min(1, most);
  }

  /** Forgets clusters that no post as old as the oldest of the last batch could join. */
  #retire(): string[] {
    const times = this.#times.toSorted((one, other) => one - other);
    const earliest = times[Math.floor(times.length * STRAY_SHARE)];
    if (earliest === undefined) return [];
    const clusters = this.#clusters;
    const idle = earliest - IDLE_DAYS * DAY_MS;
    const retired = Array.from(clusters.slots()).filter((slot) => (clusters.lastAt[slot] ?? 0) < idle);
    return retired.map((slot) => {
      clusters.close(slot);
      return clusters.ids[slot] ?? '';
    });
  }
}
