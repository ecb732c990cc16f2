import type { SignalDocument } from '../model/signal.ts';
import { shorten, stripMarkup } from '../text/sentences.ts';
import type { ShownPost } from './acceptance/index.ts';

export interface ShownDocument extends ShownPost {
  document: SignalDocument;
}

const MOST_POSTS = 30;
const POST_LENGTH = 600;

/** Where posts name people: addresses, home folders, fields of logs, thanks and credits. */
const PEOPLE = [
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  /(?<=[\\/](?:home|users)[\\/])[\w.-]+/gi,
  /\b(?:owner|user(?:name)?|group|author|assignee|reporter)\s?=\s?[\w.-]+/gi,
  /(?<=\b(?:thanks|thank you|kudos|credits?|cc|(?:contributed|reported|suggested|proposed|fixed|written) by|on behalf of)(?: to)?[ :]+)\p{Lu}[\p{L}.-]+(?:(?:,? and|,)? \p{Lu}[\p{L}.-]+)*/giu,
];
const withoutPeople = (text: string): string => PEOPLE.reduce((left, pattern) => left.replace(pattern, ' '), text);

/** A link's host says which site it is about; the rest of a link is no text. */
const LINK = /https?:\/\/(?:www\.)?([\w.-]+\w)[^\s\])}>"']*/gi;

const textOf = ({ title, text, repository, provider }: SignalDocument): string => {
  const body = text.slice(0, 2 * POST_LENGTH);
  const whole = title === null ? body : `${title}. ${body}`;
  return shorten(stripMarkup(`${repository ?? provider}: ${withoutPeople(whole.replace(LINK, '$1'))}`), POST_LENGTH);
};

/** The most typical posts, one an author. */
export function showPosts(documents: readonly SignalDocument[]): ShownDocument[] {
  const byAuthor = new Map<string, SignalDocument>();
  for (const document of documents.toSorted((one, other) => other.similarity - one.similarity)) {
    const author = document.author ?? `post ${document.postId}`;
    if (!byAuthor.has(author)) byAuthor.set(author, document);
  }
  return [...byAuthor]
    .slice(0, MOST_POSTS)
    .map(([author, document], at) => ({ number: at + 1, author, text: textOf(document), document }));
}

/** The texts have no markup, so none can close its element. */
const elementsOf = (posts: readonly ShownPost[]): string[] =>
  posts.map(({ number, text }) => `<post id="${number}">\n${text}\n</post>`);

/** `extract` is our own summary. */
export const writeContent = (posts: readonly ShownPost[], extract: string): string =>
  [...elementsOf(posts), `<extract>\n${stripMarkup(extract)}\n</extract>`].join('\n');

export const writeQuestion = (question: string, posts: readonly ShownPost[]): string =>
  [...elementsOf(posts), `<question>\n${stripMarkup(question)}\n</question>`].join('\n');
