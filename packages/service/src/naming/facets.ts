import { versionsOf } from './candidates.ts';
import { keysOfName, PROBLEM } from './judge.ts';
import { NEEDS, TROUBLES, UNSPECIFIC, withBroader } from './lexicon.ts';
import { EXAMPLE, printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { type Label, labelOf, PAINS, productOf, quotable, readTitle, says, weightOf } from './statements.ts';
import type { Word } from './words.ts';

/** One way in which the pain shows, as one of those who have it says it. */
export interface Facet {
  text: string;
  /** Indexes of the posts that say it, the quoted one first. */
  posts: readonly number[];
  authors: number;
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

interface Statement extends Label {
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

/** Titles, with and without what can be left out, and the topic, each wording once with the posts that say it. */
function statementsOf(signal: Signal, topic: readonly Word[]): Statement[] {
  const product = productOf(signal);
  const titles = signal.posts.map((post) => readTitle(post, signal));
  const named = keysOfName(topic, signal);
  const weigh = (keys: Iterable<string>) => weightOf(keys, signal);
  const quoted = quotable(signal);
  const wordings = signal.posts.flatMap((post, at) =>
    (quoted.has(post) ? versionsOf(post.words) : []).flatMap((version) =>
      isOpen(version, post.words) ? [] : [{ version, at }],
    ),
  );
  const subject = topic.findIndex(({ text }) => text.endsWith(':')) + 1;
  const isOfProduct = topic
    .slice(0, subject)
    .every(({ keys }) => keys.length > 0 && keys.some((key) => product.has(key)));
  const byText = Map.groupBy(
    [...wordings, { version: isOfProduct ? topic.slice(subject) : topic, at: -1 }],
    ({ version }) => printName(version, signal).toLowerCase(),
  );
  return [...byText.values()].flatMap((all) => {
    const version = all[0]?.version ?? [];
    const text = signal.corrected(printName(version, signal));
    const label = labelOf(version, text, signal, product);
    if (label === undefined) return [];
    const own = new Set(all.flatMap(({ at }) => (at < 0 ? [] : [at])));
    const isTitle =
      2 * own.size >= titles.length || all.some(({ version, at }) => titles[at]?.places.length === version.length);
    const isTopic = all.some(({ at }) => at < 0);
    if (!isTitle && !isTopic && label.keys.isDisjointFrom(PAINS)) return [];
    const isPlain = !isTopic && label.keys.isDisjointFrom(TROUBLES) && (!isTitle || label.keys.isDisjointFrom(NEEDS));
    const saying = titles.flatMap((title, at) => (!own.has(at) && says(title, label, weigh) ? [at] : []));
    return [
      {
        ...label,
        own: own.size,
        posts: [...own, ...saying],
        worth:
          (weigh(label.keys.difference(named)) + SAID_BY_TOPIC * weigh(label.keys.intersection(named))) *
          (isPlain ? WITHOUT_TROUBLE : 1) *
          (isTopic ? OF_TOPIC : 1),
        fullness: weigh(keysOfName(version, signal)),
        isTopic,
      },
    ];
  });
}

/**
 * Up to four facets, the largest first: again and again the statement that the posts without a facet say most of. A post says it
 * whose title has its words, or synonyms, close together. Two authors and more say each; a post counts once.
 */
export function facetsOf(signal: Signal, topic: string): Facet[] {
  const least = Math.max(2, LEAST_SHARE * signal.posts.length);
  const authorsOf = (posts: readonly number[]) => new Set(posts.map((at) => signal.posts[at]?.author)).size;
  const told = new Set<number>();
  const facets: Facet[] = [];
  let left = statementsOf(signal, signal.reader.words(topic.split(EXAMPLE)[0] ?? topic));
  while (facets.length < MOST_FACETS) {
    const [best] = left
      .map((each) => ({ ...each, posts: each.posts.filter((at) => !told.has(at)) }))
      .filter(({ posts }) => posts.length >= least && authorsOf(posts) >= LEAST_AUTHORS)
      .sort(
        (one, other) =>
          other.worth * other.posts.length - one.worth * one.posts.length ||
          Number(other.isTopic) - Number(one.isTopic) ||
          other.own - one.own ||
          other.fullness - one.fullness ||
          one.text.length - other.text.length,
      );
    if (best === undefined) break;
    facets.push({ text: best.text, posts: best.posts, authors: authorsOf(best.posts) });
    for (const at of best.posts) told.add(at);
    // What says nothing more is the same facet.
    left = left.filter(({ keys }) => !keys.isSubsetOf(best.keys));
  }
  return facets.sort((one, other) => other.posts.length - one.posts.length);
}

/** "0x80263001", "P1001" */
const ERROR_CODE = /\b(?:0x[\dA-Fa-f]{6,}|[A-Z]{1,3}\d{4,5})\b/g;
/** Titles that must have a code together with a message, before the message alone is the same error. */
const LEAST_WITH_CODE = 2;

const codesIn = (signal: Signal, at: number): Set<string> => new Set(signal.posts[at]?.post.title?.match(ERROR_CODE));

/** The error code that most of these posts with one have in their titles. */
function codeOf(posts: readonly number[], signal: Signal): string | undefined {
  const codes = posts.flatMap((at) => [...codesIn(signal, at)]);
  const [most] = [...Map.groupBy(codes, (code) => code).values()].sort((one, other) => other.length - one.length);
  return most?.[0];
}

/** What crashes does not work either, but is a complaint of its own. */
const CRASHES = '~crash';

/** Words that the title of joined facets may have besides the topic's: with more it is of one case. */
const ADDED = 1;

/** Share by weight of the topic's subject that a facet about the same names, and words. */
const SAME_SUBJECT = { share: 0.5, words: 2, anyTrouble: 3 } as const;

/**
 * Joins facets that are one complaint in two wordings, under that of the larger or the topic's. Either the trouble of one is that of the other too, and
 * what only one of them names is in the topic, which all are about: "Page does not load", "Stuck loading". Or both say a trouble of the
 * topic, which is more than "not" or "error", of most that it names: "Scanner misses library", "Scan is clean, library vulnerable".
 * Or both have the same error code, or one the message that goes with the other's.
 */
export function joinFacets(facets: readonly Facet[], signal: Signal, topic: string): Facet[] {
  const { reader, products } = signal;
  const named = keysOfName(reader.words(topic.split(EXAMPLE)[0] ?? topic), signal).difference(products);
  const told = new Set([...named, ...products, ...UNSPECIFIC, PROBLEM]);
  const subject = named.difference(PAINS);
  const read = facets.map((facet) => {
    const keys = keysOfName(reader.words(facet.text), signal);
    const pains = keys.intersection(PAINS);
    const all = withBroader(pains);
    all.delete(PROBLEM);
    const own = keys.intersection(subject);
    const isTopic =
      own.size >= SAME_SUBJECT.words &&
      weightOf(own, signal) >= SAME_SUBJECT.share * weightOf(subject, signal) &&
      (!pains.intersection(TROUBLES).difference(UNSPECIFIC).isDisjointFrom(named) ||
        (own.size >= SAME_SUBJECT.anyTrouble && pains.size > 0));
    const isWhole = named.isSubsetOf(keys) && keys.difference(told).size <= ADDED;
    return {
      facet,
      pains,
      all,
      subject: keys.difference(PAINS),
      code: codeOf(facet.posts, signal),
      message: keys,
      isTopic,
      isWhole,
    };
  });
  type Read = (typeof read)[number];
  const isSameError = ({ facet, code }: Read, other: Read) => {
    if (code === undefined) return false;
    const withMessage = facet.posts.filter(
      (at) => codesIn(signal, at).has(code) && other.message.isSubsetOf(signal.posts[at]?.inTitle ?? new Set()),
    );
    return code === other.code || (other.code === undefined && withMessage.length >= LEAST_WITH_CODE);
  };
  const isSame = (one: Read, other: Read) =>
    (one.isTopic && other.isTopic) ||
    isSameError(one, other) ||
    isSameError(other, one) ||
    (one.pains.size > 0 &&
      other.pains.size > 0 &&
      one.pains.has(CRASHES) === other.pains.has(CRASHES) &&
      (one.pains.isSubsetOf(other.all) || other.pains.isSubsetOf(one.all)) &&
      one.subject.symmetricDifference(other.subject).isSubsetOf(told));
  const kept: { first: Read; posts: number[] }[] = [];
  for (const each of read) {
    const same = kept.find(({ first }) => isSame(first, each));
    if (same === undefined) kept.push({ first: each, posts: [...each.facet.posts] });
    else if (each.isWhole && !same.first.isWhole) {
      same.first = each;
      same.posts.unshift(...each.facet.posts);
    } else same.posts.push(...each.facet.posts);
  }
  const authorsOf = (posts: readonly number[]) => new Set(posts.map((at) => signal.posts[at]?.author)).size;
  const inSome = new Set(kept.flatMap(({ posts }) => posts));
  for (const at of signal.posts.keys()) {
    const codes = codesIn(signal, at);
    const same = kept.find(({ first: { code } }) => code !== undefined && codes.has(code));
    if (!inSome.has(at)) same?.posts.push(at);
  }
  return kept
    .map(({ first, posts }) => ({ text: first.facet.text, posts, authors: authorsOf(posts) }))
    .sort((one, other) => other.posts.length - one.posts.length);
}

/** The complaints of a signal with their posts: what its summary and its brief count. */
export const complaintsOf = (signal: Signal, topic: string): Facet[] =>
  joinFacets(facetsOf(signal, topic), signal, topic);
