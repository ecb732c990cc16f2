import { grown } from './term-entries.ts';

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
  #terms = new Int32Array(1 << 10);
  #weights = new Float32Array(1 << 10);
  #size = 0;

  /** Keeps the heaviest `mostTerms` terms, scaled to length 1. `weightOf` is read by term number. */
  add(terms: number[], weightOf: { readonly [term: number]: number }, mostTerms: number): void {
    const weight = (term: number) => weightOf[term] ?? 0;
    terms.sort((one, other) => weight(other) - weight(one) || one - other);
    const size = Math.min(terms.length, mostTerms);
    let square = 0;
    for (let place = 0; place < size; place++) square += weight(terms[place] ?? 0) ** 2;
    const length = Math.sqrt(square) || 1;
    if (this.#size + size > this.#terms.length) {
      const capacity = this.#terms.length * 2 + size;
      this.#terms = grown(this.#terms, new Int32Array(capacity));
      this.#weights = grown(this.#weights, new Float32Array(capacity));
    }
    for (let place = 0; place < size; place++) {
      const term = terms[place] ?? 0;
      this.#terms[this.#size] = term;
      this.#weights[this.#size++] = weight(term) / length;
    }
    this.#start.push(this.#size);
  }

  build(termCount: number): SparseRows {
    return {
      start: Int32Array.from(this.#start),
      terms: this.#terms.subarray(0, this.#size),
      weights: this.#weights.subarray(0, this.#size),
      termCount,
    };
  }
}

/** The most similar rows of each row, the most similar first; unused places hold row -1. */
export interface Neighbours {
  perRow: number;
  rows: Int32Array;
  similarities: Float32Array;
}

/** Index entries read for one row, from its heaviest term on. Bounds the time of a night; up to 10,000 rows are read in full. */
const ENTRIES_READ = 10_000;

/** Less than this two short texts share by chance. */
const LEAST_SIMILARITY = 0.05;

interface Index {
  start: Int32Array;
  rows: Int32Array;
  weights: Float32Array;
}

function indexByTerm({ start, terms, weights, termCount }: SparseRows): Index {
  const byTerm = new Int32Array(termCount + 1);
  for (const term of terms) byTerm[term + 1] = (byTerm[term + 1] ?? 0) + 1;
  for (let term = 0; term < termCount; term++) byTerm[term + 1] = (byTerm[term + 1] ?? 0) + (byTerm[term] ?? 0);
  const next = byTerm.slice();
  const index = { start: byTerm, rows: new Int32Array(terms.length), weights: new Float32Array(terms.length) };
  for (let row = 0; row < start.length - 1; row++) {
    for (let entry = start[row] ?? 0; entry < (start[row + 1] ?? 0); entry++) {
      const term = terms[entry] ?? 0;
      const place = next[term] ?? 0;
      next[term] = place + 1;
      index.rows[place] = row;
      index.weights[place] = weights[entry] ?? 0;
    }
  }
  return index;
}

/** Similarities of one row to all others, from its heaviest terms on. Reused from row to row. */
class Scores {
  readonly found: Int32Array;
  readonly sums: Float32Array;
  size = 0;

  constructor(rows: number) {
    this.found = new Int32Array(rows);
    this.sums = new Float32Array(rows);
  }

  read(row: number, { start, terms, weights }: SparseRows, index: Index): void {
    const { sums, found } = this;
    let read = 0;
    for (let entry = start[row] ?? 0; entry < (start[row + 1] ?? 0); entry++) {
      const term = terms[entry] ?? 0;
      const weight = weights[entry] ?? 0;
      const end = index.start[term + 1] ?? 0;
      let place = index.start[term] ?? 0;
      if (read > 0 && read + end - place > ENTRIES_READ) continue;
      read += end - place;
      for (; place < end; place++) {
        const other = index.rows[place] ?? 0;
        const sum = sums[other] ?? 0;
        if (sum === 0) found[this.size++] = other;
        sums[other] = sum + weight * (index.weights[place] ?? 0);
      }
    }
  }

  clear(): void {
    for (let place = 0; place < this.size; place++) this.sums[this.found[place] ?? 0] = 0;
    this.size = 0;
  }
}

/** What two rows of different repositories keep of their similarity: the same words mean less there than at home. */
const OTHER_REPOSITORY = 0.5;

/** Inserts the found rows by similarity into the places of `row`; of equal ones the earlier row goes first. */
function keepNearest(
  { found, sums, size }: Scores,
  row: number,
  { perRow, rows, similarities }: Neighbours,
  repositories: readonly number[],
): void {
  const own = repositories[row] ?? -1;
  const base = row * perRow;
  let kept = 0;
  let least = LEAST_SIMILARITY;
  for (let place = 0; place < size; place++) {
    const other = found[place] ?? 0;
    const sum = sums[other] ?? 0;
    if (sum < least || other === row) continue;
    const theirs = repositories[other] ?? -1;
    const isFar = own >= 0 && theirs >= 0 && own !== theirs;
    const similarity = isFar ? sum * OTHER_REPOSITORY : sum;
    if (similarity < least) continue;
    let at = kept < perRow ? kept++ : perRow;
    for (; at > 0; at--) {
      const before = similarities[base + at - 1] ?? 0;
      if (before > similarity || (before === similarity && (rows[base + at - 1] ?? 0) < other)) break;
      if (at === perRow) continue;
      similarities[base + at] = before;
      rows[base + at] = rows[base + at - 1] ?? -1;
    }
    if (at < perRow) {
      similarities[base + at] = similarity;
      rows[base + at] = other;
    }
    if (kept === perRow) least = similarities[base + perRow - 1] ?? 0;
  }
}

/**
 * The `perRow` most similar rows of each row, by cosine. `repositories`: a number for that of each row, -1 where it is not known; rows
 * of two count as less alike.
 */
export function nearestRows(rows: SparseRows, perRow: number, repositories: readonly number[] = []): Neighbours {
  const count = rowCount(rows);
  const index = indexByTerm(rows);
  const scores = new Scores(count);
  const neighbours: Neighbours = {
    perRow,
    rows: new Int32Array(count * perRow).fill(-1),
    similarities: new Float32Array(count * perRow),
  };
  for (let row = 0; row < count; row++) {
    scores.read(row, rows, index);
    keepNearest(scores, row, neighbours, repositories);
    scores.clear();
  }
  return neighbours;
}
