import { versionsOf } from './candidates.ts';
import { isWhole, keysOfName, saysNeed, saysTrouble } from './judge.ts';
import type { Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import {
  hasWordsOf,
  inSentence,
  isDenial,
  type Label,
  labelOf,
  PAINS,
  productOf,
  quotable,
  readTitle,
  says,
  weightOf,
  withFigures,
} from './statements.ts';
import { isTheme } from './theme.ts';
import { AUXILIARIES, MANNER, NEEDS, TROUBLES, UNSPECIFIC } from './word-lists.ts';
import { EXAMPLE, printName, type Word } from './words.ts';

/** One way in which the pain shows. */
export interface Facet {
  /** As one of those who have it says it. */
  text: string;
  /** What differs from post to post: a subject, an object, or a title about it. */
  example?: string;
  /** Indexes of the posts that say it, the quoted one first. */
  posts: readonly number[];
  authors: number;
  /** topic: they say what the topic says; part: they are posts of the largest facet, and add the same; about: they name the same thing. */
  kind: 'topic' | 'said' | 'part' | 'about';
}

const MOST_FACETS = 4;
const LEAST_AUTHORS = 2;
/** Of many posts, a facet that fewer than these say is no facet. */
const LEAST_SHARE = 0.05;
/** Topic words count less in a facet, which should add to the topic. */
const SAID_BY_TOPIC = 0.5;
/** How much more the topic is worth than another statement. */
const OF_TOPIC = 1.15;
/** What a statement is worth that says no trouble, and was cut from a title or says no need either. */
const WITHOUT_TROUBLE = 0.5;
/** Share by weight of a statement that is new, where its posts say what most do as well. */
const ADDED = 0.3;
/** Words of what is wanted where it begins with that: "Update Netty". */
const IMPERATIVE = 2;
/** Words of a phrase that names something. */
const PHRASE = { least: 2, most: 4 } as const;

interface Statement extends Label {
  example?: string;
  /** Posts that have it word for word, and all that say it. */
  own: number;
  posts: readonly number[];
  worth: number;
  fullness: number;
  isTopic: boolean;
}

/** "Runners run out" of something. */
const isOpen = (version: readonly Word[], words: readonly Word[]): boolean =>
  words[words.lastIndexOf(version.at(-1) as Word) + 1]?.core === 'of';

/** Whether it is so "often" or "suddenly" is for each post to say. */
const withoutManner = (words: readonly Word[]): readonly Word[] =>
  words.filter(({ core, keys }) => keys.length > 0 || !MANNER.has(core));

interface Wording {
  words: readonly Word[];
  /** Where it is from; -1 for the topic. */
  at: number;
  /** The subject or object that differs from post to post, and is left out. */
  slot?: readonly Word[];
  /** Whether that is the subject. */
  isHeadless?: boolean;
}

/** "Workspaces does not detect" of "Workspaces does not detect MATLAB", and "not captured" of "Chrome not captured". */
function* framesOf(
  version: readonly Word[],
  isShared: (word: Word) => boolean,
): Generator<Required<Omit<Wording, 'at'>>> {
  for (const [cut, first] of version.entries()) {
    const [begin, end, last] = [version.slice(0, cut), version.slice(cut), version[cut - 1]];
    if (last === undefined || begin.every(isShared) === end.every(isShared)) continue;
    const isVerb = isPredicate(last) || (isDenial(version, cut - 2) && !/ly$/.test(last.core));
    const isObject = first.keys.length > 0 && !isPredicate(first) && !/ly$/.test(first.core) && isWhole(end);
    if (begin.every(isShared) && isVerb && isObject && !AUXILIARIES.has(last.core))
      yield { words: begin, slot: end, isHeadless: false };
    const isDenied = isDenial(version, cut) || (AUXILIARIES.has(first.core) && isDenial(version, cut + 1));
    const isBegun = isDenied || (isPredicate(first) && !AUXILIARIES.has(first.core));
    const isSubject = !isPredicate(last) && isWhole(begin) && !saysNeed(begin[0]?.keys ?? []);
    if (end.every(isShared) && isBegun && isSubject) yield { words: end, slot: begin, isHeadless: true };
  }
}

/** Titles, with and without what can be left out, and the topic, each wording once with the posts that say it. */
function statementsOf(signal: Signal, topic: readonly Word[], isSaid: boolean): Statement[] {
  const titles = signal.posts.map((post) => readTitle(post, signal));
  const product = productOf(signal);
  const named = keysOfName(topic, signal);
  const weigh = (keys: Iterable<string>) => weightOf(keys, signal);
  const held = new Map<string, number>();
  for (const key of titles.flatMap(({ keys }) => [...keys])) held.set(key, (held.get(key) ?? 0) + 1);
  const isShared = ({ units }: Word) => units.every((unit) => unit.some((key) => (held.get(key) ?? 0) > 1));
  const quoted = quotable(signal);
  const wordings = signal.posts.flatMap((post, at): Wording[] =>
    (quoted.has(post) ? versionsOf(post.words) : [])
      .filter((words) => !isOpen(words, post.words))
      .map(withoutManner)
      .flatMap((words) => [{ words, at }, ...[...framesOf(words, isShared)].map((frame) => ({ ...frame, at }))]),
  );
  const subject = topic.findIndex(({ text }) => text.endsWith(':')) + 1;
  const isOfProduct = topic
    .slice(0, subject)
    .every(({ keys }) => keys.length > 0 && keys.some((key) => product.has(key)));
  const byText = Map.groupBy(
    !isSaid ? wordings : [...wordings, { words: isOfProduct ? topic.slice(subject) : topic, at: -1 }],
    ({ words }) => printName(words, signal).toLowerCase(),
  );
  return [...byText.values()].flatMap((all) => {
    const { words, slot, isHeadless } = all.find((wording) => wording.slot === undefined) ?? (all[0] as Wording);
    const print = (some: readonly Word[]) => signal.corrected(printName(some, signal));
    const isRead = slot !== undefined || isWhole(words);
    const need = words[0] !== undefined && saysNeed(words[0].keys) ? IMPERATIVE : undefined;
    const asTitle = all.filter(({ words, at }) => titles[at]?.places.length === words.length);
    const label = labelOf(words, print(words), signal, product, { isRead, need, isRepeated: asTitle.length > 1 });
    if (label === undefined) return [];
    const own = new Set(all.flatMap(({ at }) => (at < 0 ? [] : [at])));
    const isTitle = 2 * own.size >= titles.length || asTitle.length > 0;
    const isTopic = all.some(({ at }) => at < 0);
    if (!isTitle && !isTopic && label.keys.isDisjointFrom(PAINS)) return [];
    if (slot !== undefined && label.keys.isSubsetOf(named.union(UNSPECIFIC))) return [];
    const isPlain = !isTopic && label.keys.isDisjointFrom(TROUBLES) && (!isTitle || label.keys.isDisjointFrom(NEEDS));
    const saying = titles.flatMap((title, at) => (!own.has(at) && says(title, label) ? [at] : []));
    return [
      {
        ...label,
        text: isHeadless === true ? `… ${inSentence(label.text, signal)}` : label.text,
        ...(slot === undefined ? {} : { example: print(slot) }),
        own: own.size,
        posts: [...own, ...saying],
        worth:
          (weigh(label.keys.difference(named)) + SAID_BY_TOPIC * weigh(label.keys.intersection(named))) *
          (isPlain ? WITHOUT_TROUBLE : 1) *
          (isTopic ? OF_TOPIC : 1),
        fullness: weigh(keysOfName(words, signal)),
        isTopic,
      },
    ];
  });
}

interface Phrase {
  words: readonly Word[];
  keys: ReadonlySet<string>;
  posts: number[];
}

/** Names of things that titles share besides the topic: "mount points". By title and place: the words are nouns that follow each other. */
function phrasesOf(signal: Signal, open: readonly number[], named: ReadonlySet<string>): Phrase[] {
  const isName = (word: Word) =>
    word.keys.length > 0 &&
    /\p{L}{2}/u.test(word.core) &&
    word.keys.every((key) => !TROUBLES.has(key) && !NEEDS.has(key)) &&
    !isPredicate(word);
  const phrases = new Map<string, Phrase>();
  for (const at of open) {
    const words = signal.posts[at]?.words ?? [];
    for (let from = 0; from < words.length; from++)
      for (let end = from + PHRASE.least; end <= Math.min(words.length, from + PHRASE.most); end++) {
        const part = words.slice(from, end);
        if (!part.every(isName) || part.slice(0, -1).some(({ text }) => /[^\p{L}\p{N}+#]$/u.test(text))) break;
        const keys = keysOfName(part, signal);
        const id = [...keys].sort().join(' ');
        const phrase = phrases.get(id) ?? { words: part, keys, posts: [] };
        if (phrase.posts.at(-1) !== at) phrase.posts.push(at);
        phrases.set(id, phrase);
      }
  }
  return [...phrases.values()].filter(({ keys }) => !keys.isSubsetOf(named));
}

/** The shortest of some titles that can be read by itself, and says what is wrong or wanted where one does. */
function exampleOf(posts: readonly number[], signal: Signal, topic: string): string {
  const [best] = posts
    .map((at) => {
      const { words = [] } = signal.posts[at] ?? {};
      const keys = words.flatMap((word) => word.keys);
      const text = signal.corrected(printName(words, signal));
      const isPain = saysTrouble(keys) || saysNeed(keys);
      const isTold = topic.toLowerCase().includes(text.toLowerCase());
      return { text, rank: 2 * Number(isWhole(words)) + Number(isPain) - 4 * Number(isTold) };
    })
    .sort((one, other) => other.rank - one.rank || one.text.length - other.text.length);
  return best?.text ?? '';
}

/**
 * Up to four facets, the largest first: what the topic says; again and again the statement that the posts without a facet say most of; then
 * what the rest is about. A post says it whose title has its words, or synonyms, close together. Two authors and more each.
 */
export function facetsOf(signal: Signal, topic: string): Facet[] {
  const { posts: read, reader } = signal;
  const least = Math.max(2, LEAST_SHARE * read.length);
  const authorsOf = (posts: readonly number[]) => new Set(posts.map((at) => read[at]?.author)).size;
  const words = reader.words(topic.split(EXAMPLE)[0] ?? topic);
  const named = withFigures(keysOfName(words, signal).union(signal.products), words);
  const statements = statementsOf(signal, words, !isTheme(topic));
  const told = new Set<number>();
  const facets: Facet[] = [];
  const open = <Some extends { posts: readonly number[] }>(some: readonly Some[]): Some[] =>
    some
      .map((each) => ({ ...each, posts: each.posts.filter((at) => !told.has(at)) }))
      .filter(({ posts }) => posts.length >= least && authorsOf(posts) >= LEAST_AUTHORS);
  function tell({ text, example, posts }: Pick<Facet, 'text' | 'example' | 'posts'>, kind: Facet['kind']): void {
    facets.push({ text, posts, authors: authorsOf(posts), kind, ...(example === undefined ? {} : { example }) });
    for (const at of posts) told.add(at);
  }
  function tellBest(some: readonly Statement[], kind: 'said' | 'part'): void {
    for (let left = some; facets.length < MOST_FACETS; ) {
      const [best] = open(left).sort(
        (one, other) =>
          other.worth * other.posts.length - one.worth * one.posts.length ||
          Number(other.isTopic) - Number(one.isTopic) ||
          other.own - one.own ||
          other.fullness - one.fullness ||
          one.text.length - other.text.length,
      );
      if (best === undefined) return;
      tell(best, best.isTopic ? 'topic' : kind);
      // What says nothing more is the same facet.
      left = left.filter(({ keys, isTopic }) => isTopic || !keys.isSubsetOf(best.keys));
    }
  }
  tellBest(statements, 'said');
  // What some of those add who say what most do.
  const [largest] = facets.toSorted((one, other) => other.posts.length - one.posts.length);
  const whole = new Set(largest?.posts);
  const known = named.union(statements.find(({ text }) => text === largest?.text)?.keys ?? named);
  for (const at of whole) told.delete(at);
  tellBest(
    statements.flatMap((each) => {
      const added = each.keys.difference(known);
      const hasWords = hasWordsOf(each.text, signal);
      const posts = each.posts.filter(
        (at) => whole.has(at) && added.isSubsetOf(read[at]?.inTitle ?? known) && hasWords(read[at]?.post.title ?? ''),
      );
      const isNew = !added.isSubsetOf(PAINS) && weightOf(added, signal) >= ADDED * weightOf(each.keys, signal);
      return isNew && posts.length < whole.size ? [{ ...each, posts }] : [];
    }),
    'part',
  );
  for (const at of whole) told.add(at);
  const quoted = quotable(signal);
  const rest = [...read.entries()].flatMap(([at, post]) => (!told.has(at) && quoted.has(post) ? [at] : []));
  const worthOf = ({ keys, posts }: Phrase) => weightOf(keys.difference(named), signal) * (posts.length - 1);
  const phrases = phrasesOf(signal, rest, named);
  while (facets.length < MOST_FACETS) {
    const [best] = open(phrases).sort((one, other) => worthOf(other) - worthOf(one));
    if (best === undefined) break;
    const text = signal.corrected(printName(best.words, signal));
    tell({ text, example: exampleOf(best.posts, signal, topic), posts: best.posts }, 'about');
  }
  return facets.sort((one, other) => other.posts.length - one.posts.length);
}
