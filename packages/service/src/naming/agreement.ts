import type { Candidate } from './candidates.ts';
import { keysOfName, PROBLEM, SAYS, saysNeed, saysTrouble, supportOf } from './judge.ts';
import { UNSPECIFIC } from './lexicon.ts';
import type { Signal } from './read-posts.ts';

/** Share of the posts, beside the one a statement is from, that must say it. */
const LEAST_SAYING = 0.2;
/** And how many: two that hold just as much of it as it takes to say it. */
const LEAST_OTHERS = 2 * SAYS;

const isPain = (key: string) => saysTrouble([key]) || saysNeed([key]);

/** Share of the posts, beside the one it is from, that hold every word. */
function shareOfWhole(keys: readonly string[], { posts, holding }: Signal): number {
  const shares = keys.map(holding);
  const saying = posts.filter((_, at) => shares.every((held) => (held[at] ?? 0) > 0)).length;
  return (saying - 1) / posts.length;
}

/**
 * Whether others say the candidate too: posts that only share a word agree on nothing. A statement is a trouble or need and what has
 * it ("crashes" of the product, but "not working" of a part of it), or two words, which others must say whole.
 */
export function isAgreed({ words, posts }: Candidate, signal: Signal): boolean {
  const [first] = posts;
  const { length } = signal.posts;
  const keys = keysOfName(words, signal);
  const pains = [...keys].filter((key) => key !== PROBLEM && isPain(key));
  const isPlain = pains.every((key) => UNSPECIFIC.has(key));
  const subjects = [...keys].filter((key) => !isPain(key) && !(isPlain && signal.products.has(key)));
  if (subjects.length + (isPlain ? Math.min(1, pains.length) : pains.length) < 2) return false;
  if (pains.length === 0 && subjects.length === 2)
    return shareOfWhole(subjects, signal) * length >= Math.max(LEAST_OTHERS, LEAST_SAYING * length);
  const saying = supportOf(keys, signal, first) * (length - 1);
  return saying >= Math.max(LEAST_OTHERS, LEAST_SAYING * length);
}
