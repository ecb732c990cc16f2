import { tokenize } from './tokenize.ts';

/** Weight of each term of a text; the key is the term. */
export type TermVector = ReadonlyMap<string, number>;

/** Document frequencies of all stored posts. */
export interface Background {
  documentFrequencies: ReadonlyMap<string, number>;
  documents: number;
}

/** Inverse document frequency, never negative; an unknown term counts as the rarest. */
export function inverseFrequency(term: string, background: Background): number {
  const frequency = background.documentFrequencies.get(term) ?? 0;
  return Math.log(1 + (background.documents + 1) / (frequency + 1));
}

/** Terms of a text as a unit vector, weighted by log frequency and rarity. */
export const weighTerms = (text: string, background: Background): TermVector => weighTokens(tokenize(text), background);

/** The same for tokens. */
export function weighTokens(terms: readonly string[], background: Background): TermVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const [term, count] of counts) weights.set(term, (1 + Math.log(count)) * inverseFrequency(term, background));
  return scaleToUnit(weights);
}

function scaleToUnit(weights: TermVector): TermVector {
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  return new Map([...weights].map(([term, weight]) => [term, weight / length]));
}

/** The dot product, which is the cosine of unit vectors. */
export function cosine(left: TermVector, right: TermVector): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
}

/** The centre of many texts. */
export interface Centre {
  /**
   * Cosine of a vector to the sum of the others, 0-1. `own` is the index of the vector's own text, which is left out: otherwise
   * each of few texts would be nearest to itself.
   */
  closeness(vector: TermVector, own: number): number;
  /** The heaviest terms, heaviest first. */
  topTerms(count: number): string[];
}

/** Share and number of texts that must contain a term for it to be part of the centre. */
const SHARED_BY = { share: 0.1, texts: 2 } as const;

/** The centre of unit vectors, without terms that few of them contain. */
export function createCentre(vectors: readonly TermVector[]): Centre {
  const sum = new Map<string, number>();
  const holders = new Map<string, number>();
  for (const vector of vectors) {
    for (const [term, weight] of vector) {
      sum.set(term, (sum.get(term) ?? 0) + weight);
      holders.set(term, (holders.get(term) ?? 0) + 1);
    }
  }
  const least = Math.min(vectors.length, Math.max(SHARED_BY.texts, SHARED_BY.share * vectors.length));
  for (const [term, count] of holders) if (count < least) sum.delete(term);
  const squares = cosine(sum, sum);
  const lengthsWithout = vectors.map((own) => {
    const rest = squares - 2 * cosine(own, sum) + cosine(own, own);
    return vectors.length > 1 ? Math.sqrt(Math.max(0, rest)) || 1 : 0;
  });
  return {
    closeness(vector, own) {
      const left = vectors[own];
      const length = lengthsWithout[own] ?? 0;
      if (left === undefined || length === 0) return cosine(vector, sum) / (Math.sqrt(squares) || 1);
      return Math.max(0, cosine(vector, sum) - cosine(vector, left)) / length;
    },
    topTerms: (count) =>
      [...sum]
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .slice(0, count)
        .map(([term]) => term),
  };
}
