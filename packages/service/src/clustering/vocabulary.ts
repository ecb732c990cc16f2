/** Between 0, where every term counts alike, and 1, where the rarest drown the rest, as they do in posts of thirty words. */
const IDF_POWER = 0.7;

/** Documents imagined before the first: of a handful of posts about one thing, its words must not count for nothing. */
const IMAGINED = 100;

/** Weights follow counts in steps of a fifth, so that most posts change none of them. */
const STEPS_PER_DOUBLING = 4;

/** What a term of every document counts for: next to nothing, but where all say the same, nothing else makes them alike. */
const LEAST_RARITY = 0.01;

function stepBelow(count: number): number {
  if (count <= STEPS_PER_DOUBLING) return count;
  return 2 ** (Math.floor(Math.log2(count) * STEPS_PER_DOUBLING) / STEPS_PER_DOUBLING);
}

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

/**
 * Numbers for terms, so that the arithmetic runs on typed arrays, and how telling each is by the documents counted up to now.
 * The same counts give the same weights, in whatever order they were made.
 */
export class Vocabulary {
  #ids = new Map<string, number>();
  #terms: string[] = [];
  #frequencies = new Float64Array(1 << 12);
  #weights = new Float64Array(1 << 12);
  #documents = 0;
  #step = 0;

  constructor(documents = 0, documentFrequencies: Iterable<readonly [term: string, documents: number]> = []) {
    this.countDocuments(documents);
    for (const [term, count] of documentFrequencies) this.count(this.idOf(term), count);
  }

  /** Different terms. */
  get size(): number {
    return this.#terms.length;
  }

  /** Next to 0 for a term in every document, more the rarer it is; by number, valid until the next count or new term. */
  get weights(): Float64Array {
    return this.#weights;
  }

  /** The number of a term; a term not met before gets the next one. */
  idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.push(term) - 1;
    this.#ids.set(term, id);
    if (id >= this.#weights.length) {
      this.#frequencies = doubled(this.#frequencies);
      this.#weights = doubled(this.#weights);
    }
    this.#weights[id] = this.#weightAt(0);
    return id;
  }

  termOf(id: number): string {
    return this.#terms[id] ?? '';
  }

  /** Returns whether the term's weight changed. */
  count(id: number, documents: number): boolean {
    const before = this.#frequencies[id] ?? 0;
    const after = before + documents;
    this.#frequencies[id] = after;
    if (stepBelow(before) === stepBelow(after)) return false;
    this.#weights[id] = this.#weightAt(after);
    return true;
  }

  /** Returns whether all weights changed. */
  countDocuments(documents: number): boolean {
    this.#documents += documents;
    const step = stepBelow(this.#documents);
    if (step === this.#step) return false;
    this.#step = step;
    for (let id = 0; id < this.size; id++) this.#weights[id] = this.#weightAt(this.#frequencies[id] ?? 0);
    return true;
  }

  #weightAt(frequency: number): number {
    const rarity = Math.log((this.#step + IMAGINED) / (stepBelow(frequency) + 0.5));
    return Math.max(LEAST_RARITY, rarity) ** IDF_POWER;
  }
}
