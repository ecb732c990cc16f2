import { keysOfName, saysNeed, saysTrouble } from './judge.ts';
import type { Signal } from './read-posts.ts';
import type { Word } from './words.ts';

/** What the posts are about, as most of them write it. */
export interface Subject {
  words: readonly Word[];
  keys: ReadonlySet<string>;
  /** The repository that all posts are from. */
  isProduct: boolean;
}

const MOST_SUBJECTS = 3;
/** Share of the posts that must name a subject. */
const NAMED_BY = 1 / 3;
/** Names of products and modules have a capital or a digit inside; "CI" and "URL" are words. */
const NAME = /^(?!\p{Lu}+$)(?=.*\p{L}.*[\p{Lu}\d])[\p{L}\d.-]+$/u;
/** Versions, ids and error codes: "v0.77.0", "CVE-2023-3635", "0x80263001". */
const NUMBERED = /^v?\d|-\d/i;

const mostUsed = (writings: ReadonlyMap<string, number>): string | undefined =>
  [...writings].sort((one, other) => other[1] - one[1])[0]?.[0];

/** Where a third of the posts are filed, heaviest first; where there is no such place, or where it is asked for, the product of all. */
export function subjectsOf(signal: Signal, alsoProduct = false): Subject[] {
  const uses = new Map<string, { writings: Map<string, number>; posts: Set<number>; keys: ReadonlySet<string> }>();
  const count = (written: string, at: number) => {
    const read = signal.reader.words(written);
    const keys = keysOfName(read, signal);
    // SyntaxError is a trouble, by a part of it.
    if (keys.size === 0 || saysTrouble(read.flatMap((word) => word.keys)) || saysNeed(keys)) return;
    const id = [...keys].sort().join(' ');
    const use = uses.get(id) ?? { writings: new Map<string, number>(), posts: new Set<number>(), keys };
    use.writings.set(written, (use.writings.get(written) ?? 0) + 1);
    use.posts.add(at);
    uses.set(id, use);
  };
  const product = signal.product?.repository;
  const idOf = (written = '') => [...keysOfName(signal.reader.words(written), signal)].sort().join(' ');
  for (const [at, { headline, words }] of signal.posts.entries()) {
    if (product !== undefined) count(product, at);
    for (const tag of headline.tags) count(tag, at);
    for (const { text } of words) {
      const bare = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (NAME.test(bare) && !NUMBERED.test(bare)) count(bare, at);
    }
  }
  const parts = [...uses].filter(
    ([id, { posts }]) => id !== idOf(product) && posts.size >= Math.max(2, NAMED_BY * signal.posts.length),
  );
  const whole = [...uses].filter(([id]) => id === idOf(product));
  return (parts.length > 0 && !alsoProduct ? parts : [...parts, ...whole])
    .map(([id, { writings, posts, keys }]) => ({
      isProduct: id === idOf(product),
      words: signal.reader
        .words(mostUsed(writings) ?? '')
        .map((word) => (id === idOf(product) ? { ...word, text: signal.product?.name ?? word.text } : word)),
      keys,
      worth: [...keys].reduce((sum, key) => sum + signal.weight(key), 0) * posts.size,
    }))
    .sort((one, other) => Number(one.isProduct) - Number(other.isProduct) || other.worth - one.worth)
    .slice(0, MOST_SUBJECTS);
}

const joined = (words: readonly Word[]) => words.map(({ core }) => core.replace(/[^\p{L}\p{N}]/gu, '')).join('');

/** "Awake: " before a statement that does not name it; undefined where it does. "Power Toys" names "PowerToys". */
export function withSubject(subject: Subject, words: readonly Word[], signal: Signal): Word[] | undefined {
  const last = subject.words.at(-1);
  const isNamed =
    !subject.keys.isDisjointFrom(keysOfName(words, signal)) ||
    joined(words).includes(joined(subject.words).replace(/s$/, ''));
  if (last === undefined || isNamed) return undefined;
  return [...subject.words.slice(0, -1), { ...last, text: `${last.text}:` }, ...words];
}
