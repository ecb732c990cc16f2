import { lowerBound } from './lower-bound.ts';

/** Shorter words resemble too many others. */
const LEAST_LENGTH = 4;

/** Whether the words differ by one inserted, missing, changed or swapped character. */
export function isOneEditApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.slice(at) === long.slice(at + 1)) return true;
  if (short.length < long.length) return false;
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2));
}

/** Longest suffix that stemming may have removed from a half-typed word. */
const LONGEST_SUFFIX = 4;

/** Finds words of the index for a half-typed or misspelled one. */
export interface Spelling {
  /**
   * Completions of a half-typed word, at most `limit`: longer words that begin with it, or stems that it already exceeds
   * ("hydrat" on the way to "hydration", whose stem is "hydr").
   */
  completing(start: string, limit: number): string[];
  /** Words one edit away with the same first letter, which people rarely mistype. */
  near(word: string): string[];
}

export function createSpelling(words: Iterable<string>): Spelling {
  const sorted = [...words].sort();
  const known = new Set(sorted);
  const byStart = Map.groupBy(sorted, (word) => `${word.charAt(0)}${word.length}`);

  return {
    completing(start, limit) {
      const from = lowerBound(sorted, start);
      const longer = sorted.slice(from, from + limit).filter((word) => word.startsWith(start));
      const outgrown = Array.from({ length: LONGEST_SUFFIX }, (_, cut) => start.slice(0, -cut - 1));
      const stems = outgrown.filter((stem) => stem.length >= LEAST_LENGTH && known.has(stem));
      return [...longer, ...stems.slice(0, 1)].slice(0, limit);
    },
    near(word) {
      if (word.length < LEAST_LENGTH) return [];
      const lengths = [word.length - 1, word.length, word.length + 1];
      return lengths
        .flatMap((length) => byStart.get(`${word.charAt(0)}${length}`) ?? [])
        .filter((candidate) => isOneEditApart(word, candidate));
    },
  };
}
