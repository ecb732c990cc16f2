import type { SignalCluster } from '../model/cluster.ts';
import { grown, IntegerList, TermEntries } from './term-entries.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Terms a cluster keeps when it is cut; it may grow half as large again before that, since cutting costs a sort. */
const KEPT_TERMS = 96;
const MOST_TERMS = 144;

/** Sums are whole numbers of this part of a weight, so that what is stored is short and read back exactly. */
const PARTS = 10_000;

/** Entries read for one post, from its rarest term on: bounds the work where thousands of clusters share a word. */
const ENTRIES_READ = 20_000;

/** Similarities are kept to this part, so that rounding after a restart decides nothing. */
const STEP = 2 ** -24;

const NONE = -1;
const FIRST_CAPACITY = 1 << 10;

/** A signal of open clusters. */
export interface OpenSignal {
  readonly id: string;
  /** Posts of its open clusters. */
  posts: number;
  /** What all of these have in common with the post that was compared last. */
  shared: number;
}

/** A post as a sparse vector. */
export interface PostVector {
  terms: readonly number[];
  /** Weights before idf, in whole parts, on the scale on which the post with idf has unit length. */
  parts: readonly number[];
  /** Weights with idf, at unit length. */
  unit: readonly number[];
}

/** Weights as whole parts. */
export const inParts = (weight: number): number => Math.round(weight * PARTS);

/**
 * The micro-clusters that take posts, each in a slot. A cluster's vector is the root of its posts' summed weights times idf: breadth
 * counts for more than one sentence said again and again.
 */
export class OpenClusters {
  /** By slot. */
  ids: string[] = [];
  signals: OpenSignal[] = [];
  documents = new Int32Array(FIRST_CAPACITY);
  lastAt = new Float64Array(FIRST_CAPACITY);
  /** 1: of posts that stay apart from all others. */
  #apart = new Int32Array(FIRST_CAPACITY);
  /** Slots that the last comparison found, and their cosines to the post. */
  readonly found = new IntegerList();
  similarities = new Float64Array(FIRST_CAPACITY);
  #squares = new Float64Array(FIRST_CAPACITY);
  #first = new Int32Array(FIRST_CAPACITY);
  #last = new Int32Array(FIRST_CAPACITY);
  #sizes = new Int32Array(FIRST_CAPACITY);
  #entries = new TermEntries();
  #free = new IntegerList();
  #signals = new Map<string, OpenSignal>();
  #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Slots in use. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.ids.length; slot++) if (this.#first[slot] !== NONE) yield slot;
  }

  #signal(id: string): OpenSignal {
    const known = this.#signals.get(id) ?? { id, posts: 0, shared: 0 };
    this.#signals.set(id, known);
    return known;
  }

  #count(slot: number, posts: number): void {
    this.documents[slot] = (this.documents[slot] ?? 0) + posts;
    const signal = this.signals[slot];
    if (signal !== undefined) signal.posts += posts;
  }

  /** A new cluster without terms. */
  open(id: string, signal: string, lastAt: number, apart = false): number {
    const slot = this.#free.pop() ?? this.ids.length;
    if (slot >= this.#first.length) this.#grow();
    this.ids[slot] = id;
    this.signals[slot] = this.#signal(signal);
    this.documents[slot] = 0;
    this.lastAt[slot] = lastAt;
    this.#apart[slot] = Number(apart);
    this.#squares[slot] = 0;
    this.#first[slot] = NONE;
    this.#last[slot] = NONE;
    this.#sizes[slot] = 0;
    return slot;
  }

  read({ id, signalId, terms, documents, lastAt }: SignalCluster): number {
    const slot = this.open(id, signalId, lastAt);
    this.#count(slot, documents);
    for (const [term, sum] of terms) this.#append(slot, this.#vocabulary.idOf(term), inParts(sum));
    this.#measure(slot);
    return slot;
  }

  write(slot: number): SignalCluster {
    return {
      id: this.ids[slot] ?? '',
      signalId: this.signals[slot]?.id ?? '',
      terms: Array.from(this.#entriesOf(slot), (entry) => [
        this.#vocabulary.termOf(this.#entries.terms[entry] ?? 0),
        (this.#entries.sums[entry] ?? 0) / PARTS,
      ]),
      documents: this.documents[slot] ?? 0,
      lastAt: this.lastAt[slot] ?? 0,
    };
  }

  /** As after a restart, which reads open clusters only: its posts no longer count in the signal. */
  close(slot: number): void {
    this.#count(slot, -(this.documents[slot] ?? 0));
    for (const entry of this.#entriesOf(slot)) this.#entries.remove(entry);
    this.#first[slot] = NONE;
    this.#free.push(slot);
  }

  add(slot: number, { terms, parts }: PostVector, at: number): void {
    const { terms: termOf, sums } = this.#entries;
    const places = new Map(terms.map((term, place) => [term, place]));
    for (let entry = this.#first[slot] ?? NONE; entry !== NONE; entry = this.#entries.next[entry] ?? NONE) {
      const place = places.get(termOf[entry] ?? 0);
      if (place === undefined) continue;
      this.#entries.setSum(entry, (sums[entry] ?? 0) + (parts[place] ?? 0));
      places.delete(termOf[entry] ?? 0);
    }
    for (const [term, place] of places) this.#append(slot, term, parts[place] ?? 0);
    this.#count(slot, 1);
    this.lastAt[slot] = Math.max(this.lastAt[slot] ?? 0, at);
    if ((this.#sizes[slot] ?? 0) > MOST_TERMS) this.#dropLightest(slot);
    this.#measure(slot);
  }

  /**
   * Fills `found` and `similarities` with the clusters that share the post's rarest terms and took a post after `since`: those that
   * stay apart, or the others.
   */
  compare({ terms, unit }: PostVector, since: number, apart = false): void {
    const weights = this.#vocabulary.weights;
    const { found, similarities } = this;
    const side = Number(apart);
    found.size = 0;
    let read = 0;
    // Sorting is stable: terms of the same weight stay in the order of the post, whatever their numbers after a restart.
    const places = Array.from(terms.keys()).sort((one, other) => weightOf(other) - weightOf(one));
    for (const place of places) {
      const posting = this.#entries.ofTerm(terms[place] ?? 0);
      if (posting === undefined || (read > 0 && read + posting.size > ENTRIES_READ)) continue;
      read += posting.size;
      const factor = (unit[place] ?? 0) * weightOf(place);
      const { clusters, roots, size } = posting;
      for (let at = 0; at < size; at++) {
        const slot = clusters[at] ?? 0;
        const product = similarities[slot] ?? 0;
        if (product === 0) found.push(slot);
        similarities[slot] = product + factor * (roots[at] ?? 0);
      }
    }
    let kept = 0;
    for (let at = 0; at < found.size; at++) {
      const slot = found.values[at] ?? 0;
      const cosine = (similarities[slot] ?? 0) / Math.sqrt(this.#squares[slot] ?? 1);
      const isOpenToIt = (this.lastAt[slot] ?? 0) >= since && this.#apart[slot] === side;
      similarities[slot] = isOpenToIt ? Math.round(cosine / STEP) * STEP : 0;
      if (similarities[slot] > 0) found.values[kept++] = slot;
    }
    found.size = kept;

    function weightOf(place: number): number {
      return weights[terms[place] ?? 0] ?? 0;
    }
  }

  /** Makes ready for the next comparison. */
  forgetComparison(): void {
    for (let at = 0; at < this.found.size; at++) this.similarities[this.found.values[at] ?? 0] = 0;
    this.found.size = 0;
  }

  /** To be called when a term's weight changed. */
  reweigh(term: number, before: number): void {
    const after = this.#vocabulary.weights[term] ?? 0;
    const gain = after * after - before * before;
    const posting = this.#entries.ofTerm(term);
    if (posting === undefined) return;
    for (let at = 0; at < posting.size; at++) {
      const slot = posting.clusters[at] ?? 0;
      const sum = this.#entries.sums[posting.entries[at] ?? 0] ?? 0;
      this.#squares[slot] = (this.#squares[slot] ?? 0) + gain * sum;
    }
  }

  /** To be called when all weights changed. */
  reweighAll(): void {
    for (const slot of this.slots()) this.#measure(slot);
  }

  *#entriesOf(slot: number): Generator<number> {
    for (let entry = this.#first[slot] ?? NONE; entry !== NONE; ) {
      const next = this.#entries.next[entry] ?? NONE;
      yield entry;
      entry = next;
    }
  }

  #append(slot: number, term: number, sum: number): void {
    const entry = this.#entries.add(slot, term, sum);
    const last = this.#last[slot] ?? NONE;
    if (last === NONE) this.#first[slot] = entry;
    else this.#entries.next[last] = entry;
    this.#last[slot] = entry;
    this.#sizes[slot] = (this.#sizes[slot] ?? 0) + 1;
  }

  #measure(slot: number): void {
    const { terms, sums, next } = this.#entries;
    const weights = this.#vocabulary.weights;
    let square = 0;
    for (let entry = this.#first[slot] ?? NONE; entry !== NONE; entry = next[entry] ?? NONE) {
      square += (sums[entry] ?? 0) * (weights[terms[entry] ?? 0] ?? 0) ** 2;
    }
    this.#squares[slot] = square;
  }

  #dropLightest(slot: number): void {
    const { terms, sums } = this.#entries;
    const idf = this.#vocabulary.weights;
    const weighed = Array.from(this.#entriesOf(slot), (entry) => {
      const term = terms[entry] ?? 0;
      return { entry, term, sum: sums[entry] ?? 0, weight: (sums[entry] ?? 0) * (idf[term] ?? 0) ** 2 };
    }).sort((one, other) => other.weight - one.weight);
    for (const { entry } of weighed) this.#entries.remove(entry);
    this.#first[slot] = NONE;
    this.#last[slot] = NONE;
    this.#sizes[slot] = 0;
    for (const { term, sum } of weighed.slice(0, KEPT_TERMS)) this.#append(slot, term, sum);
  }

  #grow(): void {
    const capacity = this.#first.length * 2;
    this.documents = grown(this.documents, new Int32Array(capacity));
    this.lastAt = grown(this.lastAt, new Float64Array(capacity));
    this.#apart = grown(this.#apart, new Int32Array(capacity));
    this.similarities = grown(this.similarities, new Float64Array(capacity));
    this.#squares = grown(this.#squares, new Float64Array(capacity));
    this.#first = grown(this.#first, new Int32Array(capacity));
    this.#last = grown(this.#last, new Int32Array(capacity));
    this.#sizes = grown(this.#sizes, new Int32Array(capacity));
  }
}
