/** Shorter words are too near to too many others. */
const LEAST_LENGTH = 4;

/** Whether one inserted, missing, changed or swapped character makes one word of the other. */
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

/** Characters of a suffix that stemming may have cut off a half-typed word. */
const LONGEST_SUFFIX = 4;

/** Finds the words of an index that somebody may have meant. */
export interface Spelling {
  /**
   * Words that a half-typed one may become, at most `limit`: longer ones that begin with it, or stems that it has outgrown
   * ("hydrat" on the way to "hydration", whose stem is "hydr").
   */
  completing(start: string, limit: number): string[];
  /** Words one typing error away that begin with the same letter: people rarely miss the first. */
  near(word: string): string[];
}

export function createSpelling(words: Iterable<string>): Spelling {
  const sorted = [...words].sort();
  const known = new Set(sorted);
  const byStart = Map.groupBy(sorted, (word) => `${word.charAt(0)}${word.length}`);

  function firstFrom(start: string): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    completing(start, limit) {
      const from = firstFrom(start);
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
