/** Sparse unit vectors, one a row, packed into typed arrays. Within a row the heaviest terms come first. */
export interface SparseRows {
  /** Row r holds the entries from `start[r]` up to `start[r + 1]`. */
  start: Int32Array;
  terms: Int32Array;
  weights: Float32Array;
  /** Term numbers are below this. */
  termCount: number;
}

export const rowCount = (rows: SparseRows): number => rows.start.length - 1;

/** Collects rows one after the other. */
export class RowBuilder {
  #start = [0];
  #terms: number[] = [];
  #weights: number[] = [];

  /** Keeps the heaviest `mostTerms` terms, scaled to length 1. `weightOf` is read by term number. */
  add(terms: number[], weightOf: { readonly [term: number]: number }, mostTerms: number): void {
    const weight = (term: number) => weightOf[term] ?? 0;
    terms.sort((one, other) => weight(other) - weight(one) || one - other);
    const size = Math.min(terms.length, mostTerms);
    let square = 0;
    for (let place = 0; place < size; place++) square += weight(terms[place] ?? 0) ** 2;
    const length = Math.sqrt(square) || 1;
    for (let place = 0; place < size; place++) {
      const term = terms[place] ?? 0;
      this.#terms.push(term);
      this.#weights.push(weight(term) / length);
    }
    this.#start.push(this.#terms.length);
  }

  build(termCount: number): SparseRows {
    return {
      start: Int32Array.from(this.#start),
      terms: Int32Array.from(this.#terms),
      weights: Float32Array.from(this.#weights),
      termCount,
    };
  }
}
