import { distance } from 'fastest-levenshtein';

/** The most similar candidate, or null when none is similar enough. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase();
  if (typed.length > LONGEST_TYPO) return null;
  const best = candidates
    .map((candidate) => ({ candidate, typos: countTypos(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.typos - b.typos)[0];
  return best !== undefined && best.typos <= allowedTypos(best.candidate) ? best.candidate : null;
}

const LONGEST_TYPO = 40;

/** Swapped letters count as one typo, though they are two edits. */
function countTypos(typed: string, word: string): number {
  const typos = distance(typed, word);
  return typos > 1 && lettersOf(typed) === lettersOf(word) ? 1 : typos;
}

const lettersOf = (word: string) => [...word].sort().join('');

function allowedTypos({ length }: string): number {
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}
