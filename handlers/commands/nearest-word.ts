import { distance } from 'fastest-levenshtein';

/** The candidate that a mistyped word most likely means, or null when none is near. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase();
  if (typed.length > LONGEST_TYPO) return null;
  const best = candidates
    .map((candidate) => ({ candidate, slips: countSlips(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips)[0];
  return best !== undefined && best.slips <= allowedSlips(best.candidate) ? best.candidate : null;
}

const LONGEST_TYPO = 40;

/** Letters swapped are one slip of the fingers, though two edits. */
function countSlips(typed: string, word: string): number {
  const slips = distance(typed, word);
  return slips > 1 && lettersOf(typed) === lettersOf(word) ? 1 : slips;
}

const lettersOf = (word: string) => [...word].sort().join('');

function allowedSlips({ length }: string): number {
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}
