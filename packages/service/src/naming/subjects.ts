import { isWhole, keysOfName, saysNeed, saysTrouble } from './judge.ts';
import { AUXILIARIES, CONJUNCTIONS, PREPOSITIONS } from './lexicon.ts';
import type { Signal } from './read-posts.ts';
import { printWords, readWords, type Word } from './words.ts';

/** What several authors write, as most of them write it. */
export interface Phrase {
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

export interface Subject extends Phrase {
  isProduct: boolean;
}

const LEAST_AUTHORS = 2;
/** Share of the posts that must tell of a trouble. */
const TOLD_BY = 0.08;

const LONGEST_PHRASE = 4;
/** Share of the posts that must name a subject. */
const NAMED_BY = 1 / 3;
/** Subjects are names: they have a capital or a digit. */
const NAME = /[\p{Lu}\d]/u;
const PHRASE_ENDS = /[,;:.!?)\]|]$/;

/** Runs of up to four words within a title that begin and end with a word of content and cross no punctuation. */
export function* runsOf(words: readonly Word[]): Generator<readonly Word[]> {
  for (const [from, first] of words.entries()) {
    if (first.keys.length === 0) continue;
    for (const [length, last] of words.slice(from, from + LONGEST_PHRASE).entries()) {
      if (last.keys.length > 0) yield words.slice(from, from + length + 1);
      if (PHRASE_ENDS.test(last.text)) break;
    }
  }
}

/** How often each writing is used, most first; of equal ones, one with a capital. */
const mostUsed = (writings: ReadonlyMap<string, number>): string | undefined =>
  [...writings].sort(
    (one, other) => other[1] - one[1] || Number(NAME.test(other[0])) - Number(NAME.test(one[0])),
  )[0]?.[0];

/** The repository that all posts are from, as they write its name. */
function productOf({ posts }: Signal): string | undefined {
  const [name, ...others] = new Set(posts.map(({ post }) => post.repository?.split('/').at(-1)));
  if (name === undefined || others.length > 0 || !/^\p{L}[\w-]*$/u.test(name)) return undefined;
  const writings = new Map<string, number>();
  const pattern = new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`, 'gi');
  for (const { post } of posts)
    for (const [found] of `${post.title} ${post.text.slice(0, 1000)}`.matchAll(pattern))
      if (found !== found.toLowerCase()) writings.set(found, (writings.get(found) ?? 0) + 1);
  return mostUsed(writings) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

const withoutMarks = (words: readonly Word[]) =>
  printWords(words).replace(/^[^\p{L}\p{N}#@.]+|[^\p{L}\p{N}+#)]+$/gu, '');

interface Use {
  writings: Map<string, number>;
  posts: Set<number>;
  keys: ReadonlySet<string>;
}

/** Counts phrases by the posts that hold them; those of the same words in any order are one. */
function createCounter(signal: Signal, fits: (keys: ReadonlySet<string>) => boolean) {
  const uses = new Map<string, Use>();
  return {
    uses,
    count(words: readonly Word[], at: number) {
      const keys = keysOfName(words, signal);
      if (keys.size === 0 || !fits(keys)) return;
      const id = [...keys].sort().join(' ');
      const use = uses.get(id) ?? { writings: new Map<string, number>(), posts: new Set<number>(), keys };
      const written = withoutMarks(words);
      use.writings.set(written, (use.writings.get(written) ?? 0) + 1);
      use.posts.add(at);
      uses.set(id, use);
    },
  };
}

const weightOf = (keys: ReadonlySet<string>, signal: Signal) =>
  [...keys].reduce((sum, key) => sum + signal.weight(key), 0);

/** What the posts are about, heaviest first: where they are filed, their product, and names in their titles. */
export function subjectsOf(signal: Signal): Subject[] {
  const { uses, count } = createCounter(signal, (keys) => !saysTrouble(keys) && !saysNeed(keys));
  const product = productOf(signal);
  for (const [at, { headline, words }] of signal.posts.entries()) {
    if (product !== undefined) count(readWords(product), at);
    for (const tag of headline.tags) count(readWords(tag), at);
    for (const run of runsOf(words)) count(run, at);
  }
  return [...uses.values()]
    .filter(({ posts }) => posts.size >= Math.max(2, NAMED_BY * signal.posts.length))
    .map(({ writings, posts, keys }) => {
      const written = mostUsed(writings) ?? '';
      const isProduct = written.toLowerCase() === product?.toLowerCase();
      return { words: readWords(written), keys, isProduct, written, worth: weightOf(keys, signal) * posts.size };
    })
    .filter(({ written }) => NAME.test(written))
    .sort((one, other) => other.worth - one.worth);
}

/**
 * Whether nothing that belongs to the run stands before or after it: no auxiliary leads to it, and a title or a clause ends with
 * it, or a phrase that can be left out follows.
 */
function isWholePhrase(words: readonly Word[], run: readonly Word[]): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || !isWhole(run)) return false;
  const [before, after] = [words[words.indexOf(first) - 1], words[words.indexOf(last) + 1]];
  if (before !== undefined && AUXILIARIES.has(before.core)) return false;
  return (
    after === undefined || PHRASE_ENDS.test(last.text) || PREPOSITIONS.has(after.core) || CONJUNCTIONS.has(after.core)
  );
}

/** What goes wrong or is wanted, as two authors and more say it, heaviest first. */
export function troublesOf(signal: Signal): Phrase[] {
  const { uses, count } = createCounter(signal, (keys) => keys.size > 1 && (saysTrouble(keys) || saysNeed(keys)));
  for (const [at, { words }] of signal.posts.entries())
    for (const run of runsOf(words)) if (isWholePhrase(words, run)) count(run, at);
  return [...uses.values()]
    .filter(({ posts }) => posts.size >= TOLD_BY * signal.posts.length)
    .filter(({ posts }) => new Set([...posts].map((at) => signal.posts[at]?.author)).size >= LEAST_AUTHORS)
    .map(({ writings, posts, keys }) => ({
      words: readWords(mostUsed(writings) ?? ''),
      keys,
      worth: weightOf(keys, signal) * posts.size,
    }))
    .sort((one, other) => other.worth - one.worth);
}

const joined = (words: readonly Word[]) => words.map(({ core }) => core.replace(/[^\p{L}\p{N}]/gu, '')).join('');

/** "Awake: " before a statement that does not name it; undefined where it does. "Power Toys" names "PowerToys". */
export function withSubject(subject: Phrase, words: readonly Word[], signal: Signal): Word[] | undefined {
  const last = subject.words.at(-1);
  const isNamed =
    !subject.keys.isDisjointFrom(keysOfName(words, signal)) ||
    joined(words).includes(joined(subject.words).replace(/s$/, ''));
  if (last === undefined || isNamed) return undefined;
  return [...subject.words.slice(0, -1), { ...last, text: `${last.text}:` }, ...words];
}
