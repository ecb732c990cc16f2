import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { isWhole, keysOfName } from '../naming/judge.ts';
import type { Signal } from '../naming/read-posts.ts';
import { sentenceKey } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import type { Chooser } from './choose.ts';
import { gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { isWish } from './parts.ts';
import { authorOf, type Sentence } from './sentences.ts';
import type { SharedWord } from './shared-words.ts';
import { LEAST_SHARP } from './sharp.ts';
import { begin, listOf, phraseOf, titleOf } from './titles.ts';

/** Authors cited for the largest part, who are to be talked to, and for each of the others. */
const CITED_AUTHORS = { first: 3, others: 2 } as const;
/** What the problem is told from. */
export interface Reading {
  signal: Signal;
  documents: readonly SignalDocument[];
  citations: Citations;
}

/** Examples of a part, and words that one must add to it. */
const MOST_EXAMPLES = 2;
const ADDED_WORDS = 2;
/** "Working" and "works" are one; shorter words are mostly of grammar. */
const ENDING = /(?:ing|ed|es|s)$/;
const LEAST_STEM = 4;
/** Rank of a title in the words of what it is an example of; while there are such, no others are. */
const SAID = 4;

/**
 * Titles that say more than `said`, each by another author: those first that say it in the same words, can be read by themselves,
 * say when or where, and are short.
 */
function tellingOf(posts: readonly number[], said: string, { signal, documents }: Reading): SignalDocument[] {
  const own = new Set(tokenize(said));
  const known = new Set(own);
  const stems = signal.reader.words(said).map(({ core }) => core.replace(ENDING, ''));
  const isSaidIn = (title: string) =>
    stems.every((stem) => stem.length < LEAST_STEM || title.toLowerCase().includes(stem));
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

/** The posts of a part to cite, one an author: the quoted one, then those whose titles say more. */
function citedPosts(part: Facet, reading: Reading, most: number): SignalDocument[] {
  const { documents } = reading;
  const [quoted, ...others] = part.posts.flatMap((at) => documents[at] ?? []);
  const byAuthor = new Map<string, SignalDocument>();
  for (const document of [quoted, ...tellingOf(part.posts, part.text, reading).slice(0, MOST_EXAMPLES), ...others])
    if (document !== undefined && !byAuthor.has(authorOf(document))) byAuthor.set(authorOf(document), document);
  return [...byAuthor.values()].slice(0, most);
}

/** "at least 14 of 40 posts": a post may say it in words that are not read as the same. */
const countOf = (posts: number, of: number, among = `${of}`): string =>
  posts === of ? `all ${among} posts` : `at least ${posts} of ${among} posts`;

const isQuoted = (document: SignalDocument, told: string) => told.includes(`“${titleOf(document)}”`);
const quoted = (document: SignalDocument, { cite }: Citations) => `“${titleOf(document)}” ${cite(document)}`;

/** "At least 14 of 40 posts [1] [2] [3] report “Icon missing from the tray”, including “Icon missing after an update” [2]." */
function partInWords(
  part: Facet,
  { isLargest, among, told }: { isLargest: boolean; among: string; told: string },
  reading: Reading,
): string {
  const { documents, citations } = reading;
  const cited = citedPosts(part, reading, isLargest ? CITED_AUTHORS.first : CITED_AUTHORS.others);
  const numbers = cited.map(citations.cite).join(' ');
  const telling = new Set(tellingOf(part.posts, part.text, reading));
  const examples = cited
    .filter((document) => telling.has(document) && !isQuoted(document, told))
    .slice(0, isLargest ? MOST_EXAMPLES : 1);
  const such =
    examples.length === 0 ? '' : `, including ${examples.map((each) => quoted(each, citations)).join(' and ')}`;
  const count = countOf(part.posts.length, documents.length, isLargest ? among : undefined);
  return `${begin(count)} ${numbers} ${isWish(part) ? 'ask for' : 'report'} “${phraseOf(part)}”${such}.`;
}

/** Each part in a sentence; `among`: "40", or "the 200 most typical". */
export function partsInWords(parts: readonly Facet[], among: string, reading: Reading): string[] {
  const told: string[] = [];
  for (const [at, part] of parts.entries())
    told.push(partInWords(part, { isLargest: at === 0, among, told: told.join(' ') }, reading));
  return told;
}

/** "Titles also mention “sleep” (5 of 40), as in “Icon missing after sleep” [9]; “monitor” (4)." `told`: what is quoted already. */
export function patternInWords(shared: readonly SharedWord[], told: string, reading: Reading): string {
  const { documents, citations } = reading;
  let quotes = told;
  const words = shared.map(({ text, posts }, at) => {
    const count = `${text} (${posts.length}${at === 0 ? ` of ${documents.length}` : ''})`;
    const example = tellingOf(posts, '', reading).find((document) => !isQuoted(document, quotes));
    if (example === undefined) return count;
    const quote = quoted(example, citations);
    quotes += quote;
    return `${count}, as in ${quote}`;
  });
  return words.length === 0 ? '' : `Titles also mention ${words.join('; ')}.`;
}

const MOST_OTHERS = 3;
/** Characters of a problem that fit on a screen, of them those of quotes, and those around a title among the others and around all. */
const ROOM = 1_200;
const ROOM_FOR_QUOTES = 330;
const AROUND_TITLE = 9;
const AROUND_OTHERS = 22;

/** "The other 6 posts include “Icon blurred” [9] and “Icon on the wrong screen” [10]." `said`: what is told before them. */
export function othersOf(
  {
    topic,
    parts,
    sentences,
    said: before,
  }: { topic: string; parts: readonly Facet[]; sentences: readonly Sentence[]; said: string },
  { signal, documents, citations }: Reading,
): string {
  const keysOf = (text: string) => keysOfName(signal.reader.words(text), signal).difference(signal.products);
  const complaints = parts.map(({ text }) => keysOf(text)).filter(({ size }) => size > 1);
  const saysPart = ({ title }: SignalDocument) => {
    const keys = keysOf(title ?? '');
    return complaints.some((each) => each.isSubsetOf(keys));
  };
  const sharpness = new Map(sentences.map((each) => [each.isTitle ? each.document : null, each.sharpness]));
  const worthOf = (document: SignalDocument) => sharpness.get(document) ?? 0;
  const told = new Set(parts.flatMap(({ posts }) => posts));
  const left = documents.filter((_, at) => !told.has(at));
  const others = left
    .filter((document) => !saysPart(document))
    .sort(
      (one, other) =>
        worthOf(other) - worthOf(one) || other.severity - one.severity || other.similarity - one.similarity,
    );
  const bare = documents.filter(({ text }) => text.trim() === '').length;
  const forQuotes = 2 * bare > documents.length ? 0 : ROOM_FOR_QUOTES;
  let room = ROOM - AROUND_OTHERS - before.length - forQuotes;
  const said = new Set(tokenize(topic));
  const tells = ({ title }: SignalDocument) => tokenize(title ?? '').filter((word) => !said.has(word)).length;
  const titles = new Map(
    others.filter((document) => tells(document) >= ADDED_WORDS).map((each) => [sentenceKey(titleOf(each)), each]),
  );
  const named = [...titles.values()]
    .slice(0, MOST_OTHERS)
    .filter((document) => {
      room -= titleOf(document).length + AROUND_TITLE;
      return room >= 0;
    })
    .map((document) => quoted(document, citations));
  if (left.length === 0) return '';
  const isOne = left.length === 1;
  const begins = isOne ? 'The other post' : `The other ${left.length} posts`;
  if (named.length === 0) return `${begins} ${isOne ? 'reports' : 'report'} something else.`;
  return `${begins} ${isOne ? 'is' : named.length < left.length ? 'include' : 'are'} ${listOf(named)}.`;
}

/** Sentences that tell most, and others about the trouble where there are none. */
const MOST_QUOTES = { sharp: 3, others: 2 } as const;
/** Longer sentences tell more than one thing. */
const LONGEST_QUOTE = 160;
/** Needs the sentence before it. */
const GOES_ON = /^\p{L}+(?: \p{L}+)? (?:this|that|these|those)\b/iu;
/** Words that a sentence adds to what is told, and how much of what the posts share it says at least, as a share of what the best title says. */
const ADDED_BY_QUOTE = 3;
const LEAST_RELEVANT = { sharp: 0.08, others: 0.25 } as const;

/**
 * Sentences that tell most that can be checked, figures, errors, costs, when it happens, and add to `told` and their titles; said by several
 * first. '' where the posts are titles.
 */
export function inTheirWords(
  { documents, citations }: Pick<Reading, 'documents' | 'citations'>,
  { chooser, told, worth }: { chooser: Chooser; told: string; worth: (text: string) => number },
): string {
  const known = new Set(tokenize(told));
  const best = Math.max(...documents.map(({ title }) => worth(title ?? '')));
  const added = ({ text, document }: Sentence) =>
    new Set(tokenize(text)).difference(known).difference(new Set(tokenize(document.title ?? '')));
  const fits = (sentence: Sentence) =>
    !sentence.isTitle &&
    sentence.text.length <= LONGEST_QUOTE &&
    !GOES_ON.test(sentence.text) &&
    !gives('asks', sentence.text) &&
    !gives('hedge', sentence.text) &&
    !gives('fine', sentence.text) &&
    added(sentence).size >= ADDED_BY_QUOTE;
  const isSharp = (sentence: Sentence) =>
    sentence.sharpness >= LEAST_SHARP && fits(sentence) && worth(sentence.text) > LEAST_RELEVANT.sharp * best;
  const isOther = (sentence: Sentence) =>
    sentence.saysTrouble && fits(sentence) && worth(sentence.text) > LEAST_RELEVANT.others * best;
  const rank = ({ sharpness, posts }: Sentence) => sharpness + Math.log2(posts) / 2;
  const sharp = chooser.choose(isSharp, MOST_QUOTES.sharp, 1, rank).quotes;
  const quotes = sharp.length > 0 ? sharp : chooser.choose(isOther, MOST_QUOTES.others, 1, rank).quotes;
  let room = ROOM_FOR_QUOTES;
  const fitting = quotes.filter(({ text }) => {
    room -= text.length;
    return room >= 0;
  });
  const shown = fitting.map(
    (quote) => `${citations.quote(quote)}${quote.posts > 1 ? ` (at least ${quote.posts} posts)` : ''}`,
  );
  return shown.length === 0 ? '' : `In their words: ${shown.join('; ')}.`;
}
