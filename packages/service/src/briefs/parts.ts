import type { SignalDocument } from '../model/signal.ts';
import { type Facet, facetsOf } from '../naming/facets.ts';
import { keysOfName, PROBLEM } from '../naming/judge.ts';
import { NEEDS, TROUBLES, UNSPECIFIC, withBroader } from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import { PAINS, weightOf } from '../naming/statements.ts';
import { isChore } from './chores.ts';
import { authorOf } from './sentences.ts';

/** Authors that must say the largest part. */
const LEAST_AGREEING = 3;
const MOSTLY = 0.5;
/** Share of the posts that say the largest where most say none, and that say any unless so many authors say the largest. */
const LEAST_SHARE = { largest: 0.25, any: 0.4 } as const;
const MANY = 5;

/** Words that the title of joined facets may have besides the topic's: with more it is of one case. */
const ADDED = 1;

interface Reading {
  signal: Signal;
  documents: readonly SignalDocument[];
  topic: string;
}

/** Share by weight of the topic's subject that a facet about the same names, and words. */
const SAME_SUBJECT = { share: 0.5, words: 2, anyTrouble: 3 } as const;

/**
 * Joins facets that are one complaint in two wordings, under that of the larger or the topic's. Either the trouble of one is that of the other too, and
 * what only one of them names is in the topic, which all are about: "Page does not load", "Stuck loading". Or both say a trouble of the
 * topic, which is more than "not" or "error", of most that it names: "Scanner misses library", "Scan is clean, library vulnerable".
 */
function joined(facets: readonly Facet[], { signal, documents, topic }: Reading): Facet[] {
  const { reader, products } = signal;
  const named = keysOfName(reader.words(topic), signal).difference(products);
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
    return { facet, pains, all, subject: keys.difference(PAINS), isTopic, isWhole };
  });
  const isSame = (one: (typeof read)[number], other: (typeof read)[number]) =>
    (one.isTopic && other.isTopic) ||
    (one.pains.size > 0 &&
      other.pains.size > 0 &&
      (one.pains.isSubsetOf(other.all) || other.pains.isSubsetOf(one.all)) &&
      one.subject.symmetricDifference(other.subject).isSubsetOf(told));
  const kept: { first: (typeof read)[number]; posts: number[] }[] = [];
  for (const each of read) {
    const same = kept.find(({ first }) => isSame(first, each));
    if (same === undefined) kept.push({ first: each, posts: [...each.facet.posts] });
    else if (each.isWhole && !same.first.isWhole) {
      same.first = each;
      same.posts.unshift(...each.facet.posts);
    } else same.posts.push(...each.facet.posts);
  }
  const authorsOf = (posts: readonly number[]) =>
    new Set(posts.map((at) => (documents[at] === undefined ? at : authorOf(documents[at])))).size;
  return kept
    .map(({ first, posts }) => ({ text: first.facet.text, posts, authors: authorsOf(posts) }))
    .sort((one, other) => other.posts.length - one.posts.length);
}

/** The facets that a brief is written from: none where too few say the same, none of it in the topic, and where most posts are a project's chores. */
export function partsOf({ signal, documents, topic }: Reading): Facet[] {
  const { reader, posts } = signal;
  const chores = new Set([...posts.keys()].filter((at) => documents[at] && isChore(documents[at], reader)));
  if (chores.size >= MOSTLY * posts.length) return [];
  const isDemand = (facet: Facet) => facet.posts.filter((at) => chores.has(at)).length < MOSTLY * facet.posts.length;
  const parts = joined(facetsOf(signal, topic), { signal, documents, topic }).filter(isDemand);
  const [largest] = parts;
  const told = parts.reduce((sum, part) => sum + part.posts.length, 0);
  if (largest === undefined || largest.authors < LEAST_AGREEING) return [];
  const isOne =
    largest.posts.length >= LEAST_SHARE.largest * posts.length &&
    (told >= LEAST_SHARE.any * posts.length || largest.authors >= MANY);
  if (!isOne && told < MOSTLY * posts.length) return [];
  const saysOf = keysOfName(reader.words(largest.text), signal).difference(signal.products);
  const words = reader.words(topic);
  // "Fancy Zones" is "FancyZones", and "not working" alone is nothing that topic and part share.
  const named = new Set([
    ...keysOfName(words, signal).difference(UNSPECIFIC),
    ...words.map(({ core }, at) => core + (words[at + 1]?.core ?? '')),
  ]);
  const hasSubject = !saysOf.isSubsetOf(TROUBLES.union(NEEDS));
  return hasSubject && !saysOf.isDisjointFrom(named) ? parts : [];
}

/** Share of the posts that say the same of which a subject without a trouble of its own is a problem. */
const ONE_PROBLEM = 0.5;
/** "Not working" and "issue" may be anything. */
const VAGUE = /\b(?:work(?:s|ed|ing)?|broken?|issues?|problems?|bugs?)\b/i;

/** Whether the posts share a subject more than a problem: fewer than half say the largest part, and it names no trouble of its own. */
export function isSubject({ text, posts }: Facet, topic: string, signal: Signal): boolean {
  const said = `${topic} ${text}`;
  const pains = new Set(signal.reader.words(said).flatMap(({ keys }) => keys)).intersection(PAINS);
  const isVague = pains.size > 0 && pains.isSubsetOf(UNSPECIFIC) && VAGUE.test(said);
  return isVague && posts.length < ONE_PROBLEM * signal.posts.length;
}
