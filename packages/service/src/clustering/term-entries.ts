/** Bytes a list begins with; most terms are in few clusters. */
const FIRST_LENGTH = 4;
const FIRST_CAPACITY = 1 << 12;
const NONE = -1;

/** `larger` with the values of `small` at its start. */
export function grown<Values extends Int32Array | Uint32Array | Float32Array | Float64Array>(
  small: Values,
  larger: Values,
): Values {
  larger.set(small);
  return larger;
}

/** A list of integers that grows without leaving garbage behind. */
export class IntegerList {
  values = new Int32Array(FIRST_LENGTH);
  size = 0;

  push(value: number): void {
    if (this.size === this.values.length) this.values = grown(this.values, new Int32Array(this.size * 2));
    this.values[this.size++] = value;
  }

  pop(): number | undefined {
    return this.size === 0 ? undefined : this.values[--this.size];
  }
}

/** The clusters that hold a term, side by side in memory, since each post reads thousands of places. */
export class Posting {
  clusters = new Int32Array(FIRST_LENGTH);
  /** Roots of the sums. */
  roots = new Float32Array(FIRST_LENGTH);
  entries = new Int32Array(FIRST_LENGTH);
  size = 0;

  grow(): void {
    const length = this.size * 2;
    this.clusters = grown(this.clusters, new Int32Array(length));
    this.roots = grown(this.roots, new Float32Array(length));
    this.entries = grown(this.entries, new Int32Array(length));
  }
}

/**
 * One entry for each term of each cluster, in typed arrays: with objects, an import would spend its time on collecting garbage.
 * Entries of one cluster are linked in the order in which they came; those of one term are in its posting.
 */
export class TermEntries {
  terms = new Int32Array(FIRST_CAPACITY);
  /** Whole numbers. */
  sums = new Uint32Array(FIRST_CAPACITY);
  /** The next entry of the same cluster; -1 after the last. */
  next = new Int32Array(FIRST_CAPACITY);
  #places = new Int32Array(FIRST_CAPACITY);
  #postings: (Posting | undefined)[] = [];
  #free = new IntegerList();
  #count = 0;

  ofTerm(term: number): Posting | undefined {
    return this.#postings[term];
  }

  add(cluster: number, term: number, sum: number): number {
    const entry = this.#free.pop() ?? this.#count++;
    if (entry === this.terms.length) this.#grow();
    this.terms[entry] = term;
    this.next[entry] = NONE;
    const posting = this.#postingOf(term);
    if (posting.size === posting.clusters.length) posting.grow();
    this.#places[entry] = posting.size;
    posting.clusters[posting.size] = cluster;
    posting.entries[posting.size++] = entry;
    this.setSum(entry, sum);
    return entry;
  }

  /** Made when the first cluster holds the term: most terms that were ever met are in no open cluster. */
  #postingOf(term: number): Posting {
    while (this.#postings.length <= term) this.#postings.push(undefined);
    const posting = this.#postings[term] ?? new Posting();
    this.#postings[term] = posting;
    return posting;
  }

  setSum(entry: number, sum: number): void {
    this.sums[entry] = sum;
    const posting = this.#postings[this.terms[entry] ?? 0];
    if (posting !== undefined) posting.roots[this.#places[entry] ?? 0] = Math.sqrt(sum);
  }

  remove(entry: number): void {
    const posting = this.#postings[this.terms[entry] ?? 0];
    if (posting === undefined) return;
    const place = this.#places[entry] ?? 0;
    const last = --posting.size;
    const moved = posting.entries[last] ?? 0;
    posting.entries[place] = moved;
    posting.clusters[place] = posting.clusters[last] ?? 0;
    posting.roots[place] = posting.roots[last] ?? 0;
    this.#places[moved] = place;
    this.#free.push(entry);
  }

  #grow(): void {
    const capacity = this.terms.length * 2;
    this.terms = grown(this.terms, new Int32Array(capacity));
    this.sums = grown(this.sums, new Uint32Array(capacity));
    this.next = grown(this.next, new Int32Array(capacity));
    this.#places = grown(this.#places, new Int32Array(capacity));
  }
}
