import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { isWhole, keysOfName, PROBLEM, saysTrouble } from '../naming/judge.ts';
import { hasWordsOf } from '../naming/statements.ts';
import { IN_SIMILAR_WORDS } from '../naming/summary.ts';
import { TROUBLES, UNSPECIFIC } from '../naming/word-lists.ts';
import { listOf } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import type { Chooser } from './choose.ts';
import { gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { isWish } from './problem-parts.ts';
import { authorOf, type Sentence } from './sentences.ts';
import { LEAST_SPECIFIC } from './specificity.ts';
import { begin, phraseOf, titleOf } from './titles.ts';
import { type Choice, typicalOf } from './typical.ts';

/** Authors cited for a part, who are to be talked to. */
const CITED_AUTHORS = 3;
/** What the problem is told from. */
export interface Reading extends Choice {
  citations: Citations;
}

/** Examples of a part, and words that one must add to it. */
const MOST_EXAMPLES = 2;
const ADDED_WORDS = 2;
/** Rank of a title in the words of what it is an example of; while there are such, no others are. */
const SAID = 4;

/**
 * Titles that say more than `said`, each by another author: those first that say it in the same words, can be read by themselves,
 * say when or where, and are short.
 */
function tellingOf(posts: readonly number[], said: string, { signal, documents }: Reading): SignalDocument[] {
  const own = new Set(tokenize(said));
  const known = new Set(own);
  const isSaidIn = hasWordsOf(said, signal);
  const titled = posts.flatMap((at) => {
    const [document, read] = [documents[at], signal.posts[at]];
    if (document?.title == null || read === undefined) return [];
    const title = titleOf(document);
    const words = new Set(tokenize(title));
    const added = words.difference(own);
    const rank = (isSaidIn(title) ? SAID + 2 : 0) + (isWhole(read.words) ? 2 : 0) - (title.endsWith('…') ? 2 : 0);
    return added.size < ADDED_WORDS ? [] : [{ document, added, rank }];
  });
  const isSaid = titled.some(({ rank }) => rank >= SAID);
  const authors = new Set<string>();
  return titled
    .sort((one, other) => other.rank - one.rank || one.added.size - other.added.size)
    .filter(({ document, added, rank }) => {
      if (isSaid && rank < SAID) return false;
      if (authors.has(authorOf(document)) || added.difference(known).size < ADDED_WORDS) return false;
      authors.add(authorOf(document));
      for (const word of added) known.add(word);
      return true;
    })
    .map(({ document }) => document);
}

/** The posts of a part to cite, one an author: the quoted one, those whose titles say more, and first of all those with its words. */
function citedPosts(
  part: Facet,
  examples: readonly SignalDocument[],
  { documents, signal }: Reading,
): SignalDocument[] {
  const isSaid = hasWordsOf(part.text, signal);
  const [quoted, ...others] = part.posts.flatMap((at) => documents[at] ?? []);
  const all = [quoted, ...examples.slice(0, MOST_EXAMPLES), ...others];
  const { true: own = [], false: rest = [] } = Object.groupBy(
    all.filter((document) => document !== undefined),
    ({ title }) => String(isSaid(title ?? '')) as 'true' | 'false',
  );
  const oneEach = (from: readonly SignalDocument[]) =>
    [...Map.groupBy(from, authorOf).values()].flatMap(([first]) => first ?? []);
  // A reader who opens a post looks for these words.
  const saying = oneEach(own);
  return (saying.length > 1 ? saying : oneEach([...own, ...rest])).slice(0, CITED_AUTHORS);
}

/** "at least 14 of 40 posts": a post may say it in words that are not read as the same. */
export const countOf = (posts: number, of: number, among = `${of}`): string =>
  posts === of ? `all ${among} posts` : `at least ${posts} of ${among} posts`;

const isQuoted = (document: SignalDocument, told: string) => told.includes(`“${titleOf(document)}”`);
const quoted = (document: SignalDocument, { cite }: Citations) => `“${titleOf(document)}” ${cite(document)}`;

/** The part in the words of one of its own posts, which comes first: what was counted for another part may have given it its name. */
export function inOwnWords(part: Facet, choice: Choice): Facet {
  const { posts } = part;
  const startingWith = (first: number) => [first, ...posts.filter((at) => at !== first)];
  const isSaid = hasWordsOf(part.text, choice.signal);
  const own = posts.find((at) => isSaid(choice.documents[at]?.title ?? ''));
  if (own !== undefined) return { ...part, posts: startingWith(own) };
  const [typical] = typicalOf(posts, 1, { ...choice, shared: new Set() });
  if (typical === undefined) return part;
  return { ...part, text: titleOf(typical), posts: startingWith(choice.documents.indexOf(typical)) };
}

/** "At least 14 of 40 posts (see [1] [2]) report “Icon missing from the tray” in these or similar words, including “Icon missing after sleep” [3]." Of a part of the largest: "5 of these". */
function partInWords(
  part: Facet,
  { largest, among, told, apart }: { largest?: Facet; among: string; told: string; apart: ReadonlySet<number> },
  reading: Reading,
): string {
  const { documents, citations } = reading;
  const isLargest = largest === undefined;
  const own = part.posts.filter((at) => !apart.has(at));
  const telling = tellingOf(own, part.text, reading);
  const cited = citedPosts(part, telling, reading);
  const isOfLargest = largest !== undefined && part.posts.every((at) => largest.posts.includes(at));
  const count = isOfLargest
    ? `at least ${part.posts.length} of these`
    : countOf(part.posts.length, documents.length, isLargest ? among : undefined);
  const said = `${begin(count)} (see ${cited.map(citations.cite).join(' ')}) ${isWish(part.text) ? 'ask for' : 'report'} “${phraseOf(part)}”${isLargest ? ` ${IN_SIMILAR_WORDS}` : ''}`;
  const examples = cited
    .filter((document) => telling.includes(document) && !isQuoted(document, told))
    .slice(0, isLargest ? MOST_EXAMPLES : 1)
    .map((document) => quoted(document, citations));
  return `${said}${examples.length === 0 ? '' : `, including ${examples.join(' and ')}`}.`;
}

/** Each part in a sentence, those of the largest behind it; `among`: "40", or "the 200 most typical". */
export function partsInWords([largest, ...others]: readonly Facet[], among: string, reading: Reading): string[] {
  if (largest === undefined) return [];
  // What another part says is no example of this one.
  const apart = new Set(others.flatMap(({ posts }) => posts));
  const told = [partInWords(largest, { among, told: '', apart }, reading)];
  const isOfLargest = ({ posts }: Facet) => posts.every((at) => largest.posts.includes(at));
  for (const part of others.toSorted((one, other) => Number(isOfLargest(other)) - Number(isOfLargest(one))))
    told.push(partInWords(part, { largest, among, told: told.join(' '), apart: new Set() }, reading));
  return told;
}

const MOST_OTHERS = 3;
/** “Issue with the tray” doesn't say what is wrong. */
const NO_TROUBLE: ReadonlySet<string> = new Set([PROBLEM]);
/** Share by weight of a complaint's words from which a title says the same. */
const SAME_SHARE = 0.5;
/** Keys of another signal's name in a title that is about that, and their weight as a share of what it has of its own signal's. */
const OF_OTHER = { keys: 3, share: 0.8 } as const;

interface Others {
  topic: string;
  parts: readonly Facet[];
  /** What is said before. */
  told: string;
  /** Names of the other signals. */
  topics: readonly string[];
  /** The signal is about a wish; else titles that only wish are told as such. */
  isWanted: boolean;
}

/**
 * "Other posts say “Icon blurred” [9] and “Icon too small” [10].": the most typical of those that say another trouble; '' where none
 * does. Not how many: posts may say a part in words of their own.
 */
export function othersOf({ topic, parts, told, topics, isWanted }: Others, reading: Reading): string {
  const { signal, documents, citations } = reading;
  const keysOf = (text: string) => keysOfName(signal.reader.words(text), signal).difference(signal.products);
  const complaints = [topic, ...parts.map(({ text }) => text)].map(keysOf);
  const said = new Set(tokenize(topic));
  const weigh = (keys: ReadonlySet<string>) => [...keys].reduce((sum, key) => sum + signal.weight(key), 0);
  const [own, ...others] = [topic, ...topics].map(keysOf);
  const troublesIn = (keys: ReadonlySet<string>) => keys.intersection(TROUBLES).difference(UNSPECIFIC);
  /** Has most of its words and no other trouble: the same complaint, worded differently. */
  const isSame = (keys: ReadonlySet<string>) =>
    complaints.some((complaint) => {
      const words = complaint.difference(UNSPECIFIC);
      const [one, other] = [troublesIn(complaint), troublesIn(keys)];
      const isOne = one.size === 0 ? other.size === 0 : !one.isDisjointFrom(other);
      return words.size > 0 && isOne && weigh(words.intersection(keys)) >= SAME_SHARE * weigh(words);
    });
  /** Another signal's name says nearly as much of it: it may be the opposite of what this one is about. */
  const isOfOther = (keys: ReadonlySet<string>) =>
    others.some((other) => {
      const shared = keys.intersection(other);
      return (
        shared.size >= OF_OTHER.keys && weigh(shared) >= OF_OTHER.share * weigh(keys.intersection(own ?? new Set()))
      );
    });
  const isTelling = ({ title }: SignalDocument) => {
    const keys = keysOf(title ?? '');
    return (
      tokenize(title ?? '').filter((word) => !said.has(word)).length >= ADDED_WORDS &&
      (isWanted || saysTrouble(keys.difference(NO_TROUBLE))) &&
      !isSame(keys) &&
      // It may say a part, and is not counted for its error.
      !signal.isMisspelled(title ?? '') &&
      !isOfOther(keys)
    );
  };
  const inParts = new Set(parts.flatMap(({ posts }) => posts));
  const left = [...documents.keys()].filter((at) => !inParts.has(at));
  const telling = left.filter((at) => documents[at] !== undefined && isTelling(documents[at]));
  const examples = typicalOf(telling, MOST_OTHERS, reading, left)
    .filter((document) => !isQuoted(document, told))
    .map((document) => quoted(document, citations));
  if (examples.length === 0) return '';
  return `${left.length === 1 ? 'Another post says' : 'Other posts say'} ${listOf(examples)}.`;
}

const MOST_QUOTES = 2;
/** Longer sentences tell more than one thing. */
const LONGEST_QUOTE = 160;
/** Words that a sentence adds to what is told. */
const ADDED_BY_QUOTE = 3;
/** How much of what the posts share a sentence says at least, as a share of what the best title says, and how much that counts beside its specificity. */
const RELEVANCE = { least: 0.3, counts: 4 } as const;

/**
 * The sentences that say most of what the posts share and can be checked: figures, errors, costs, when it happens. They add to `told` and
 * their titles, and are of posts that are `counted`: others may write about something else. '' where there are none.
 */
export function inTheirWords(
  citations: Citations,
  { chooser, told, counted }: { chooser: Chooser; told: string; counted: ReadonlySet<SignalDocument> },
): string {
  const known = new Set(tokenize(told));
  const added = ({ text, document }: Sentence) =>
    new Set(tokenize(text)).difference(known).difference(new Set(tokenize(document.title ?? '')));
  const fits = (sentence: Sentence) =>
    !sentence.isTitle &&
    counted.has(sentence.document) &&
    sentence.specificity >= LEAST_SPECIFIC &&
    sentence.text.length <= LONGEST_QUOTE &&
    !gives('asks', sentence.text) &&
    !gives('hedge', sentence.text) &&
    !gives('fine', sentence.text) &&
    chooser.relevanceOf(sentence) >= RELEVANCE.least &&
    added(sentence).size >= ADDED_BY_QUOTE;
  const rank = (sentence: Sentence) => sentence.specificity + RELEVANCE.counts * chooser.relevanceOf(sentence);
  const { quotes } = chooser.choose(fits, MOST_QUOTES, 1, rank);
  const shown = quotes.map(
    (quote) => `${citations.quote(quote)}${quote.posts > 1 ? ` (at least ${quote.posts} posts)` : ''}`,
  );
  return shown.length === 0 ? '' : `In their words: ${shown.join('; ')}.`;
}
