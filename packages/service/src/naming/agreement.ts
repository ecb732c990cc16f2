import type { Candidate } from './candidates.ts';
import { keysOfName, PROBLEM, SAYS, saysNeed, saysTrouble, supportOf } from './judge.ts';
import type { Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import { labelOf, productOf, readTitle, says } from './statements.ts';
import { DETERMINERS, PREPOSITIONS, UNSPECIFIC } from './word-lists.ts';
import type { Word } from './words.ts';

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

/** Share of the other titles that say a statement, or of the other posts that contain all of it, before it names them all. */
const SAID = 1 / 3;
const CONTAINED = 0.5;
/** How much of a statement that others say must be said on average. */
const SUPPORTED = 0.5;
/** Share of the others that contain each word in it. */
const EACH = 0.25;

/** Says that something is missing. */
const LACKS = /^(?:without|no|not)$/;

/** "Covers the", "revoked by": a verb, whether it is known or not. */
const isVerbBefore = (word: Word, next: Word | undefined): boolean =>
  next !== undefined &&
  ((/\p{L}{2}ed$/u.test(word.core) && PREPOSITIONS.has(next.core)) ||
    (/\p{L}{2}[^s]s$/u.test(word.core) && DETERMINERS.has(next.core)));

const told = (keys: readonly string[]) => keys.filter((key) => key !== PROBLEM);

/** Nouns alone state nothing, and a need that comes last is one: "schema migrations". */
const isBare = (words: readonly Word[]): boolean =>
  !words.some(({ keys }, at) => saysTrouble(told(keys)) || (saysNeed(keys) && at < words.length - 1)) &&
  !words.some((word, at) => isPredicate(word) || LACKS.test(word.core) || isVerbBefore(word, words[at + 1]));

/** "Not" and "error" alone: "Peek does not remember its size" has all words of "Peek not working". NullPointerException says which. */
export function isVague(words: readonly Word[], keys: ReadonlySet<string>): boolean {
  const pains = [...keys].filter(isPain);
  const isCode = words.some(({ units }) => units.some((unit) => unit.length > 1 && unit.some(isPain)));
  return !isCode && pains.length > 0 && pains.every((key) => UNSPECIFIC.has(key));
}

/** What is filed under a subject: "Awake: …". */
export const withoutSubject = (words: readonly Word[]) =>
  words.slice(words.findLastIndex(({ text }) => text.endsWith(':')) + 1);

/** "Required check stuck" says of the theme what goes wrong, and nothing else. */
const addsTroubleTo = (theme: ReadonlySet<string>, keys: ReadonlySet<string>): boolean => {
  const added = [...keys.difference(theme)];
  return theme.isSubsetOf(keys) && added.length > 0 && added.every(isPain);
};

/** How much the posts of a signal share of some words. */
export interface Sharing {
  /** Share of the titles, beside one, that contain every word, 0-1; the product's name counts nothing. */
  together(words: readonly Word[]): number;
  /** Whether a statement names them all: enough of the others say it. `theme`: keys of what most titles are about. */
  isName(candidate: Candidate, theme: ReadonlySet<string>): boolean;
}

export function createSharing(signal: Signal): Sharing {
  const { posts } = signal;
  const titles = posts.map((post) => readTitle(post, signal));
  const product = productOf(signal);
  const shareOfOthers = (count: number) => (count - 1) / Math.max(1, posts.length - 1);
  const keysOf = (words: readonly Word[]) =>
    keysOfName(words, signal).difference(signal.products.union(new Set([PROBLEM])));

  const inTitles = (keys: ReadonlySet<string>) =>
    keys.size === 0 ? 0 : shareOfOthers(titles.filter((title) => keys.isSubsetOf(title.keys)).length);

  function inPosts(keys: ReadonlySet<string>): number {
    const held = [...keys].map(signal.holding);
    return shareOfOthers(posts.filter((_, at) => held.every((each) => (each[at] ?? 0) > 0)).length);
  }

  /** A trouble in a body counts less: most bodies name one. */
  const isContained = (key: string) =>
    (isPain(key) ? signal.share(key) : shareOfOthers(signal.held(key) * posts.length)) >= EACH;

  return {
    together: (words) => inTitles(keysOf(words)),
    isName({ words, text }, theme) {
      const own = withoutSubject(words);
      const keys = keysOf(own);
      if (isBare(own)) return false;
      const label = labelOf(own, text, signal, product);
      const said = label === undefined ? 0 : shareOfOthers(titles.filter((title) => says(title, label)).length);
      const vague = isVague(own, label?.keys ?? keys);
      const saying = vague ? said : Math.max(said, inTitles(keys));
      if (label !== undefined && saying >= (addsTroubleTo(theme, keys) && !vague ? LEAST_SAYING : SAID)) return true;
      const isPlain = vague && (label?.denied === undefined || keys.difference(UNSPECIFIC).isSubsetOf(theme));
      if (saying <= 0 || (isPlain && saying < LEAST_SAYING)) return false;
      if (!theme.isSubsetOf(keysOf(words))) return false;
      const isSupported = label !== undefined && supportOf(keys, signal) >= SUPPORTED;
      return [...keys].every(isContained) && (isSupported || inPosts(keys) >= CONTAINED);
    },
  };
}
