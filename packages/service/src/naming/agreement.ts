import type { Candidate } from './candidates.ts';
import { keysOfName, PROBLEM, saysNeed, saysTrouble, supportOf } from './judge.ts';
import type { Signal } from './read-posts.ts';

/** Share of the posts, beside the one a statement is from, that must say it. */
const LEAST_SAYING = 0.2;

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
  const [first, ...others] = posts;
  const { length } = signal.posts;
  const keys = keysOfName(words, signal);
  const pains = [...keys].filter((key) => key !== PROBLEM && isPain(key));
  const isPlain = pains.every((key) => key === '~not');
  const subjects = [...keys].filter((key) => !isPain(key) && !(isPlain && signal.products.has(key)));
  if (subjects.length + pains.length < 2) return false;
  if (pains.length === 0 && subjects.length === 2) return shareOfWhole(subjects, signal) >= LEAST_SAYING;
  const saying = others.length > 0 ? supportOf(keys, signal) : (supportOf(keys, signal, first) * (length - 1)) / length;
  return saying >= LEAST_SAYING;
}
