import type { SignalDocument } from '../model/signal.ts';
import { cleanTitle } from '../naming/clean-title.ts';
import type { Facet } from '../naming/facets.ts';
import type { Reader } from '../naming/index.ts';
import { complaintsOf } from '../naming/join-facets.ts';
import { keysOfName, saysNeed, saysTrouble } from '../naming/judge.ts';
import type { Signal } from '../naming/read-posts.ts';
import { hasWordsOf } from '../naming/statements.ts';
import { NEEDS, UNSPECIFIC } from '../naming/word-lists.ts';
import needs from '../naming/words/needs.json' with { type: 'json' };
import { gives, matchesAny } from './cues.ts';
import generic from './generic.json' with { type: 'json' };

/** Words that put many things into a sentence and are about none of them. */
const GENERIC: ReadonlySet<string> = new Set(generic);

/** Authors that must say the largest part. */
const LEAST_AGREEING = 4;
/** Posts from which a part counts in whatever words; with fewer all have its own, or they often share no more than a word. */
const LEAST_POSTS = 3;
const MOSTLY = 0.5;
/** Share of the posts that say one of the parts; with fewer the posts differ more than they agree. */
const LEAST_TOLD = 0.35;
/** Share of the posts that have the largest wish. */
const LEAST_WISHING = 0.4;

interface Reading {
  signal: Signal;
  documents: readonly SignalDocument[];
  topic: string;
}

/** The facets that a brief is written from, the largest first: none where too few say the same, none of it in the topic, and where most posts are a project's chores. */
export function partsOf({ signal, documents, topic }: Reading): Facet[] {
  const { reader, posts } = signal;
  const chores = new Set([...posts.keys()].filter((at) => documents[at] && isChore(documents[at], reader)));
  if (chores.size >= MOSTLY * posts.length) return [];
  const isDemand = (facet: Facet) => facet.posts.filter((at) => chores.has(at)).length < MOSTLY * facet.posts.length;
  // Whether there is a brief is told by what the topic says, where enough say it.
  const rankOf = ({ kind, authors }: Facet) =>
    kind === 'about' ? -1 : Number(kind === 'topic' && authors >= LEAST_AGREEING);
  const [largest, ...others] = complaintsOf(signal, topic)
    .filter(isDemand)
    .sort((one, other) => rankOf(other) - rankOf(one));
  if (largest === undefined || largest.kind === 'about' || largest.authors < LEAST_AGREEING) return [];
  /** What posts only name, or state without a trouble or a wish, is no complaint. */
  const isSaid = ({ kind, text }: Facet) =>
    kind !== 'about' && (isWish(text) || [saysNeed, saysTrouble].some((says) => says(keysIn(text, reader))));
  const isSure = (part: Facet) =>
    part.posts.length >= LEAST_POSTS ||
    part.posts.every((at) => hasWordsOf(part.text, signal)(documents[at]?.title ?? ''));
  const parts = [largest, ...others.filter((part) => isSaid(part) && isSure(part))];
  const told = new Set(parts.flatMap((part) => part.posts));
  if (told.size < LEAST_TOLD * posts.length) return [];
  // Different wishes are different changes.
  if (isWish(largest.text) && largest.posts.length < LEAST_WISHING * posts.length) return [];
  const saysOf = keysOfName(reader.words(largest.text), signal).difference(signal.products);
  const words = reader.words(topic);
  // "Fancy Zones" is "FancyZones", and "not working" alone is nothing that topic and part share.
  const named = new Set([
    ...keysOfName(words, signal).difference(UNSPECIFIC),
    ...words.map(({ core }, at) => core + (words[at + 1]?.core ?? '')),
  ]);
  // "Tests fail", "throws an error"
  const ofNothing = new Set(words.flatMap(({ core, keys }) => (GENERIC.has(core) ? keys : [])));
  const hasSubject =
    !saysOf.isSubsetOf(UNSPECIFIC.union(NEEDS)) && !saysOf.difference(ofNothing).isSubsetOf(UNSPECIFIC);
  if (!hasSubject || saysOf.isDisjointFrom(named)) return [];
  return parts.sort((one, other) => other.posts.length - one.posts.length);
}

const isDenied = matchesAny([
  "not|never|can't|cannot|doesn't|don't|didn't|isn't|won't|unable|fails|failed|failing|failure|error|errors|broken|wrong",
]);
const saysWish = matchesAny([
  `^${[...needs, 'allow', 'provide', 'implement', 'update'].join('|')}`,
  ...['should', 'ability to', 'option to', 'feature request', 'to be able', 'wanted'],
]);

const keysIn = (text: string, reader: Reader) => reader.words(text).flatMap(({ keys }) => keys);

/** Whether a text says what people want, not what goes wrong. */
export const isWish = (text: string): boolean => !isDenied(text) && saysWish(text);

/** A project's own tests by their class names. */
const TEST_CLASS = /\b(?:I?Test[A-Z]\w+|[A-Z]\w+Test)\b/;

/** Upgrades for these reasons are what users wait for. */
const SECURITY = /\bCVE|vulnerab|security/i;

/** A project's note to itself, not what somebody suffers from: an upgrade, a refactoring, a test of its own that fails. */
function isChore({ title }: SignalDocument, reader: Reader): boolean {
  if (title === null || SECURITY.test(title)) return false;
  if (TEST_CLASS.test(title) || gives('ownSources', title)) return true;
  const { text } = cleanTitle(title, () => true);
  return gives('chore', text) && !reader.words(text).some(({ keys }) => saysTrouble(keys) && !saysNeed(keys));
}
