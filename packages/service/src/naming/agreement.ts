import type { Candidate } from './candidates.ts';
import { keysOfName, PROBLEM, saysNeed, saysTrouble, supportOf } from './judge.ts';
import type { Signal } from './read-posts.ts';

/** Share of the posts, beside the one a statement is from, that must say it. */
const LEAST_SAYING = 0.2;

const isPain = (key: string) => saysTrouble([key]) || saysNeed([key]);

/** A trouble or need and what has it, or three words: "crashes" of the product, but "not working" of a part of it. */
function isStatement(keys: ReadonlySet<string>, { products }: Signal): boolean {
  const pains = [...keys].filter((key) => key !== PROBLEM && isPain(key));
  const isPlain = pains.every((key) => key === '~not');
  const others = [...keys].filter((key) => !isPain(key) && !(isPlain && products.has(key)));
  return pains.length === 0 ? others.length > 2 : others.length + pains.length > 1;
}

/** Whether others say the candidate too: posts that only share a word agree on nothing. */
export function isAgreed({ words, posts }: Candidate, signal: Signal): boolean {
  const [first, ...others] = posts;
  const { length } = signal.posts;
  const keys = keysOfName(words, signal);
  if (!isStatement(keys, signal)) return false;
  const saying = others.length > 0 ? supportOf(keys, signal) : (supportOf(keys, signal, first) * (length - 1)) / length;
  return saying >= LEAST_SAYING;
}
