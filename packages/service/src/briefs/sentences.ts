import type { SignalDocument } from '../model/signal.ts';
import type { Reader } from '../naming/index.ts';
import { saysTrouble } from '../naming/judge.ts';
import { AUXILIARIES, CONJUNCTIONS, DETERMINERS, PREPOSITIONS } from '../naming/word-lists.ts';
import { finishSentence, sentenceKey, stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { specificityOf } from './specificity.ts';

/** A sentence of a post that a brief can cite. */
export interface Sentence {
  text: string;
  /** As it stands in its chunk. */
  written: string;
  chunkId: string;
  document: SignalDocument;
  author: string;
  isTitle: boolean;
  saysTrouble: boolean;
  /** How much it tells that can be checked. */
  specificity: number;
  /** Posts that have it word for word. */
  posts: number;
}

const LENGTH = { least: 30, most: 220 } as const;
const EXCERPT_LENGTH = 300;

/** Posts read, nearest to the signal first: a brief quotes a dozen sentences. */
const POSTS_READ = 120;

/** Share of the posts from which a sentence that they have word for word is a form's. */
const OF_FORM = 0.2;

/** A post without an author counts as its own author. */
export const authorOf = ({ author, postId }: SignalDocument): string => author ?? `post ${postId}`;

function sentenceOf(
  document: SignalDocument,
  chunkId: string,
  { written, isTitle = false }: { written: string; isTitle?: boolean },
  reader: Reader,
): Sentence {
  const text = finishSentence(written);
  const isTrouble = reader.words(written).some(({ keys }) => saysTrouble(keys));
  const specificity = specificityOf(text, isTrouble);
  const author = authorOf(document);
  return { text, written, chunkId, document, author, isTitle, saysTrouble: isTrouble, specificity, posts: 1 };
}

/** What ends in one of these goes on. */
const OPEN: ReadonlySet<string> = new Set([...CONJUNCTIONS, ...DETERMINERS, ...PREPOSITIONS, ...AUXILIARIES]);

/** "We need components such as": the rest is in the next line. */
const isCut = (sentence: string): boolean => OPEN.has(/[\p{L}'’]+$/u.exec(sentence)?.[0].toLowerCase() ?? '');

/** "Mods, delete this. 44 people …": two sentences. */
const TWO = /\p{L}{2}[.!?] \d/u;

/** Cut out of what somebody says or a dialog shows. */
const isUnpaired = (sentence: string): boolean =>
  sentence.split('"').length % 2 === 0 || sentence.split('“').length !== sentence.split('”').length;

const isQuotable = (sentence: string, reader: Reader): boolean =>
  !TWO.test(sentence) &&
  !isUnpaired(sentence) &&
  sentence.length >= LENGTH.least &&
  sentence.length <= LENGTH.most &&
  reader.isWhole(sentence) &&
  !isCut(sentence);

/** Titles, and sentences that can be read by themselves, nearest posts first; what a fifth of the posts have word for word is a form's and left out. */
export function sentencesOf(documents: readonly SignalDocument[], reader: Reader): Sentence[] {
  const nearest = [...documents].sort((one, other) => other.similarity - one.similarity).slice(0, POSTS_READ);
  const found = nearest.flatMap((document) => {
    const title = stripMarkup(document.title ?? '');
    const titles =
      title === ''
        ? []
        : [sentenceOf(document, document.chunks[0]?.id ?? document.postId, { written: title, isTitle: true }, reader)];
    // A chunk of a post without a text is its title.
    const chunks = document.text.trim() === '' ? [] : document.chunks;
    const told = chunks.flatMap(({ id, text }) =>
      reader
        .sentences(text)
        .filter((written) => isQuotable(written, reader) && written !== title)
        .map((written) => sentenceOf(document, id, { written }, reader)),
    );
    return [...titles, ...told];
  });
  const postsWith = new Map(
    [...Map.groupBy(found, ({ text }) => sentenceKey(text))].map(
      ([key, all]) => [key, new Set(all.map(({ document }) => document.postId)).size] as const,
    ),
  );
  return found
    .map((sentence) => ({ ...sentence, posts: postsWith.get(sentenceKey(sentence.text)) ?? 1 }))
    .filter(({ isTitle, posts }) => isTitle || posts === 1 || posts < OF_FORM * nearest.length);
}

/** The sentence with what stands around it in its chunk, at most 300 characters. */
export function excerptAround({ text, written, chunkId, document, isTitle }: Sentence): string {
  if (isTitle) return text;
  const chunk = stripMarkup(document.chunks.find(({ id }) => id === chunkId)?.text ?? '');
  const at = chunk.indexOf(written);
  if (at === -1) return text;
  const room = Math.max(0, EXCERPT_LENGTH - written.length - 2) / 2;
  const [least, most] = [Math.ceil(at - room), Math.floor(at + written.length + room)];
  const [from, end] = [chunk.indexOf(' ', least) + 1, chunk.lastIndexOf(' ', most)];
  const start = least <= 0 ? 0 : Math.min(at, from === 0 ? at : from);
  const stop = most >= chunk.length ? chunk.length : Math.max(at + written.length, end);
  return `${start > 0 ? '…' : ''}${chunk.slice(start, stop)}${stop < chunk.length ? '…' : ''}`;
}

/** Some of them are named for another reason. */
const MOST_PEOPLE = 6;

/** The posts that tell most, one an author: of the longest texts that hold a sentence to quote (`detailed`) those to start with, then titles of many words. */
export function tellingMost(
  sentences: readonly Sentence[],
  {
    isOfStart,
    isCited,
    documents,
  }: Record<'isOfStart' | 'isCited', (document: SignalDocument) => boolean> & { documents: readonly SignalDocument[] },
): { documents: SignalDocument[]; detailed: ReadonlySet<SignalDocument> } {
  const worth = new Map<SignalDocument, number>();
  for (const { document, specificity } of sentences)
    worth.set(document, Math.max(worth.get(document) ?? 0, specificity));
  const texts = new Set(sentences.flatMap(({ document, isTitle }) => (isTitle ? [] : [document])));
  const longest = [...texts].sort((one, other) => other.text.length - one.text.length);
  const detailed = new Set(longest.slice(0, MOST_PEOPLE));
  const worthOf = (document: SignalDocument) =>
    detailed.has(document)
      ? (worth.get(document) ?? 0) + Number(isOfStart(document)) + Number(isCited(document))
      : new Set(tokenize(document.title ?? '')).size;
  const ordered = documents.toSorted(
    (one, other) =>
      Number(detailed.has(other)) - Number(detailed.has(one)) ||
      (detailed.has(one) ? 0 : Number(isOfStart(other)) - Number(isOfStart(one))) ||
      worthOf(other) - worthOf(one),
  );
  const byAuthor = new Map<string, SignalDocument>();
  for (const document of ordered) if (!byAuthor.has(authorOf(document))) byAuthor.set(authorOf(document), document);
  return { documents: [...byAuthor.values()].slice(0, MOST_PEOPLE), detailed };
}
