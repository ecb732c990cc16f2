import { type Facet, facetsOf } from './facets.ts';
import { keysOfName, PROBLEM } from './judge.ts';
import type { Signal } from './read-posts.ts';
import { PAINS, weightOf } from './statements.ts';
import { TROUBLES, UNSPECIFIC, withBroader } from './word-lists.ts';
import { EXAMPLE } from './words.ts';

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
function joinFacets(facets: readonly Facet[], signal: Signal, topic: string): Facet[] {
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
      same.posts = [...each.facet.posts, ...same.posts];
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
    .map(({ first: { facet }, posts: all }): Facet => {
      const posts = [...new Set(all)];
      return { ...facet, posts, authors: authorsOf(posts) };
    })
    .sort((one, other) => other.posts.length - one.posts.length);
}

/** The facets of a signal, none of them another in other words: what its summary and its brief count. */
export function complaintsOf(signal: Signal, topic: string): Facet[] {
  const { joined = [], apart = [] } = Object.groupBy(facetsOf(signal, topic), ({ kind }) =>
    kind === 'about' || kind === 'part' ? 'apart' : 'joined',
  );
  return [...joinFacets(joined, signal, topic), ...apart].sort((one, other) => other.posts.length - one.posts.length);
}
