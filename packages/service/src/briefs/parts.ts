import type { SignalDocument } from '../model/signal.ts';
import { cleanTitle } from '../naming/clean-title.ts';
import { codesIn } from '../naming/facets.ts';
import type { Facet } from '../naming/index.ts';
import { isWhole, keysOfName } from '../naming/judge.ts';
import { NEEDS, TROUBLES } from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import { isChore } from './chores.ts';

/** Share of the posts that the parts must say together; authors that must say the largest and each. */
const LEAST_TOLD = 0.3;
const LEAST_AGREEING = { largest: 3, each: 2 } as const;
const MOST_PARTS = 4;
const MOSTLY = 0.5;
const LABEL_LENGTH = { least: 12, most: 110 } as const;

/** Share of a label's words by weight that a title holds which says the same. */
const SAYS_SAME = 0.85;
/** A word of the topic counts less: a part should add to it. */
const SAID_BY_TOPIC = 0.2;
/** A label of as many words states something, in whatever words: "Layer cache rebuilt on every push". */
const STATEMENT = 5;

/** "Issue with X" and "Request for X" don't say what. */
const VAGUE = new Set(['~problem', '~wish']);
const PAINS = TROUBLES.union(NEEDS).difference(VAGUE);

interface Label {
  text: string;
  keys: ReadonlySet<string>;
  /** Posts that say it, its own first. */
  posts: readonly number[];
  worth: number;
}

/** From this share on, a repository's posts are what the signal is about, and the others share a word with it. */
const HOME = 0.67;

/** The posts of the repository that nearly all are from; all where they are from several. */
export function postsOfHome(documents: readonly SignalDocument[]): readonly SignalDocument[] {
  const byPlace = [...Map.groupBy(documents, ({ repository }) => repository)];
  const [home] = byPlace.sort(([, one], [, other]) => other.length - one.length);
  return home !== undefined && home[0] !== null && home[1].length >= HOME * documents.length ? home[1] : documents;
}

interface Reading {
  signal: Signal;
  documents: readonly SignalDocument[];
  topic: string;
}

/**
 * The parts of a problem, the largest first: titles, whole or without when and where, that others say too, word for word or in synonyms. A
 * post is in one part. None where too few say the same, none of it in the topic, and where most posts are a project's chores.
 */
export function partsOf({ signal, documents, topic }: Reading): Facet[] {
  const { reader, posts } = signal;
  const chores = new Set([...posts.keys()].filter((at) => documents[at] && isChore(documents[at], reader)));
  if (chores.size >= MOSTLY * posts.length) return [];
  const named = keysOfName(reader.words(topic), signal);
  const authorsOf = (some: readonly number[]) => new Set(some.map((at) => posts[at]?.author)).size;
  const told = new Set<number>();
  const parts: Facet[] = [];
  let left = labelsOf(signal, documents, named);
  while (parts.length < MOST_PARTS) {
    const [best] = left
      .map((label) => ({ ...label, posts: label.posts.filter((at) => !told.has(at)) }))
      .filter((label) => authorsOf(label.posts) >= LEAST_AGREEING.each)
      .sort((one, other) => other.worth * other.posts.length - one.worth * one.posts.length);
    if (best === undefined) break;
    for (const at of best.posts) told.add(at);
    left = left.filter(({ keys }) => !keys.isSubsetOf(best.keys));
    const isDemand = best.posts.filter((at) => chores.has(at)).length < MOSTLY * best.posts.length;
    if (isDemand) parts.push({ text: best.text, posts: best.posts, authors: authorsOf(best.posts) });
  }
  parts.sort((one, other) => other.posts.length - one.posts.length);
  const [largest] = parts;
  const sum = parts.reduce((all, part) => all + part.posts.length, 0);
  if (largest === undefined || largest.authors < LEAST_AGREEING.largest) return [];
  if (sum < LEAST_TOLD * posts.length) return [];
  const ofTopic = keysOfName(reader.words(largest.text), signal).intersection(named).difference(productsOf(signal));
  return ofTopic.size > 0 ? parts : [];
}

const productsOf = ({ posts, reader }: Signal): Set<string> =>
  new Set(
    posts.flatMap(({ post }) => reader.words(post.repository?.split('/').at(-1) ?? '').flatMap(({ keys }) => keys)),
  );

/** Titles that can be read by themselves and say of something what goes wrong or is wanted, each with the posts that say it. */
function labelsOf(signal: Signal, documents: readonly SignalDocument[], named: ReadonlySet<string>): Label[] {
  const { posts, reader, weight } = signal;
  const products = productsOf(signal);
  const weigh = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + weight(key), 0);
  const says = (statement: ReadonlySet<string>, keys: ReadonlySet<string>, whole: number) => {
    const pains = keys.intersection(PAINS);
    return (
      (pains.size === 0 || !pains.isDisjointFrom(statement)) && weigh(keys.intersection(statement)) >= SAYS_SAME * whole
    );
  };
  return posts.flatMap((_, own) =>
    wordingsOf(cleanTitle(documents[own]?.title ?? '', () => false).text).flatMap((text) => {
      const words = reader.words(text);
      const keys = keysOfName(words, signal).difference(products);
      const subject = keys.difference(PAINS).difference(VAGUE);
      const isReadable = isWhole(words) && text.length >= LABEL_LENGTH.least && text.length <= LABEL_LENGTH.most;
      if (!isReadable || subject.size === 0 || words.length < 2 || /[{}=\\?]|https?:/.test(text)) return [];
      if (keys.isDisjointFrom(PAINS) && (words.length < STATEMENT || !keys.isDisjointFrom(VAGUE))) return [];
      const whole = weigh(keys);
      const codes = codesIn(words).intersection(keys);
      const others = [...posts.keys()].filter((at) => {
        const inTitle = posts[at]?.inTitle ?? new Set();
        return at !== own && codes.isSubsetOf(inTitle) && says(inTitle, keys, whole);
      });
      const worth = weigh(keys.difference(named)) + SAID_BY_TOPIC * weigh(keys.intersection(named));
      return [{ text, keys, posts: [own, ...others], worth }];
    }),
  );
}

/** Where a title says when and where: what stands before is a statement, too. */
const CIRCUMSTANCE =
  /\s+(?:when|after|while|if|since|due to|because|until|unless|in|on|with|for|from|by|via|during)\s/gi;

/** The title, and what it says without when and where. */
const wordingsOf = (title: string): string[] => [
  title,
  ...[...title.matchAll(CIRCUMSTANCE)].map(({ index }) => title.slice(0, index)),
];
