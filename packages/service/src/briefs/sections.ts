import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { sentenceKey, shorten, stripMarkup } from '../text/sentences.ts';
import { listNamed, type Named, settingsOf } from '../text/settings.ts';
import { tokenize } from '../text/tokenize.ts';
import { type Chooser, isCued } from './choose.ts';
import { type Cue, gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { authorOf, type Sentence } from './sentences.ts';

/** Authors cited for the largest facet, who are to be talked to, and for each of the others. */
export const CITED_AUTHORS = { first: 3, others: 2 } as const;
/** What fewer authors say is their own case, and no section. */
const LEAST_AUTHORS = 2;
const MOST_QUOTES = 2;
const TITLE_LENGTH = 100;
/** Share of a facet's words that a sentence quoted for it has. */
const SAYS_FACET = 0.5;

const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
const joined = (quotes: readonly Sentence[], { quote }: Citations) => quotes.map(quote).join(' ');

/** A facet as a phrase: "Icon missing from the tray". */
export const phraseOf = ({ text }: Facet): string => begin(text.replace(/[\s.,;:]+$/, ''));

const TOLD_IN_FULL = 12;

/** The posts of a facet, one an author: the quoted one, then those that tell most in their titles. */
export function citedPosts({ posts }: Facet, documents: readonly SignalDocument[], most: number): SignalDocument[] {
  const [quotedPost, ...others] = posts.flatMap((at) => documents[at] ?? []);
  const told = ({ title }: SignalDocument) => Math.min(TOLD_IN_FULL, tokenize(title ?? '').length);
  const byAuthor = new Map<string, SignalDocument>();
  for (const document of [quotedPost, ...others.toSorted((one, other) => told(other) - told(one))])
    if (document !== undefined && !byAuthor.has(authorOf(document))) byAuthor.set(authorOf(document), document);
  return [...byAuthor.values()].slice(0, most);
}

/** The site that a title is about is no link to leave out: "www.shop.example - Cart is empty". */
const SITE = /\bwww\.(?=[\w.-]{1,200}\s)/gi;

const titleOf = ({ title }: SignalDocument): string =>
  shorten(stripMarkup((title ?? '').replace(SITE, '')).replace(/^\[([^\]]+)\]\s*(?=\S)/, '$1: '), TITLE_LENGTH).replace(
    /[\s.]+$/,
    '',
  );

/** Examples of a part, and words that one must add to it. */
const MOST_EXAMPLES = 2;
const ADDED_WORDS = 2;

/** What posts of a part say more than it does: “Icon missing from the tray after an update” [2]. */
function examplesOf({ text }: Facet, cited: readonly SignalDocument[], { cite }: Citations): string[] {
  const said = new Set(tokenize(text));
  return cited.flatMap((document) => {
    const title = titleOf(document);
    const added = tokenize(title).filter((word) => !said.has(word));
    if (added.length < ADDED_WORDS) return [];
    for (const word of added) said.add(word);
    return [`“${title}” ${cite(document)}`];
  });
}

/** "14 of 40 posts: Icon missing from the tray [1] [2] [3], including “Icon missing after an update” [2]. 9 of 40 posts: …"; `among`: "40", or "the 200 most typical". */
export function problemOf(
  facets: readonly Facet[],
  documents: readonly SignalDocument[],
  { among, citations }: { among: string; citations: Citations },
): string {
  return facets
    .map((facet, at) => {
      const cited = citedPosts(facet, documents, at === 0 ? CITED_AUTHORS.first : CITED_AUTHORS.others);
      const numbers = cited.map(citations.cite).join(' ');
      const examples = examplesOf(facet, cited, citations).slice(0, MOST_EXAMPLES);
      const such = examples.length === 0 ? '' : `, including ${examples.join(' and ')}`;
      return `${facet.posts.length} of ${at === 0 ? among : documents.length} posts: ${phraseOf(facet)} ${numbers}${such}.`;
    })
    .join(' ');
}

const MOST_OTHERS = 3;

/** "Also: “Icon blurred” [9]; “Icon on the wrong screen” [10]; and 4 more." */
export function othersOf(
  facets: readonly Facet[],
  documents: readonly SignalDocument[],
  topic: string,
  { cite }: Citations,
): string {
  const told = new Set(facets.flatMap(({ posts }) => posts));
  const others = documents.filter((_, at) => !told.has(at)).sort((one, other) => other.similarity - one.similarity);
  const said = new Set(tokenize(topic));
  const tells = ({ title }: SignalDocument) => tokenize(title ?? '').filter((word) => !said.has(word)).length;
  const titles = new Map(
    others.filter((document) => tells(document) >= ADDED_WORDS).map((each) => [sentenceKey(titleOf(each)), each]),
  );
  const named = [...titles.values()].slice(0, MOST_OTHERS).map((document) => {
    return `“${titleOf(document)}” ${cite(document)}`;
  });
  const more = others.length - named.length;
  if (named.length === 0) return '';
  return `Also: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`;
}

/** What goes wrong in sentences of posts that `told` does not quote yet, the largest facets first; '' where the posts are titles. */
export function inTheirWords(
  facets: readonly Facet[],
  documents: readonly SignalDocument[],
  { chooser, citations, told }: { chooser: Chooser; citations: Citations; told: string },
): string {
  const quoted = [...told.matchAll(/” \[(\d+)\]/g)].map(([, number]) => citations.evidence[Number(number) - 1]);
  const isQuoted = ({ provider, externalId }: SignalDocument) =>
    quoted.some((each) => each?.provider === provider && each.externalId === externalId);
  const quotes = facets.flatMap(({ text, posts }) => {
    const own = new Set(posts.map((at) => documents[at]));
    const words = new Set(tokenize(text));
    const fits = ({ isTitle, saysTrouble, document, text: sentence }: Sentence) =>
      !isTitle &&
      saysTrouble &&
      own.has(document) &&
      !isQuoted(document) &&
      words.intersection(new Set(tokenize(sentence))).size >= SAYS_FACET * words.size;
    return chooser.choose(fits, 1).quotes;
  });
  return quotes.length === 0 ? '' : `In their words: ${joined(quotes.slice(0, MOST_QUOTES), citations)}`;
}

const COSTS: readonly [Cue, string][] = [
  ['dataLost', 'Data lost'],
  ['blocked', 'Blocked'],
  ['money', 'Money'],
  ['timeLost', 'Time lost'],
];

/** Share of the posts that name a platform or version which is worth telling. */
const NAMED_BY = 0.15;

export interface Affected {
  /** Who has it, as far as several name it, and what it costs them; '' where neither is said. */
  told: string;
  /** The version that most posts name. */
  version: Named | undefined;
}

export function affectedOf(
  documents: readonly SignalDocument[],
  topic: string,
  { chooser, citations }: { chooser: Chooser; citations: Citations },
): Affected {
  const posts = documents.map((document) => ({
    text: `${document.title ?? ''}\n${document.text}`,
    author: authorOf(document),
  }));
  const settings = settingsOf(posts, topic);
  const byMany = (all: readonly Named[]) => all.filter((each) => each.posts >= NAMED_BY * documents.length);
  const [platforms, versions] = [byMany(settings.platforms), byMany(settings.versions)];
  const named = [
    ['People', byMany(settings.roles)],
    ['Platforms', platforms],
    ['Versions', versions],
  ] as const;
  const costs = COSTS.map(([cue, label]) => ({
    label,
    ...chooser.choose((sentence) => !sentence.isTitle && isCued(cue, 'asks')(sentence), MOST_QUOTES, LEAST_AUTHORS),
  })).filter(({ quotes }) => quotes.length > 0);
  return {
    told: [
      ...named.flatMap(([label, list]) => (list.length === 0 ? [] : [`${label}: ${listNamed(list)}.`])),
      ...costs.map(
        ({ label, posts: count, quotes }) =>
          `${label} (${count} of ${documents.length} posts): ${joined(quotes, citations)}`,
      ),
    ].join(' '),
    version: versions[0],
  };
}

export interface Workarounds {
  told: string[];
  /** "[5]": a post that says that one works; null where none does. */
  working: string | null;
}

/** What several do today, and whether they say that it works. */
export function workaroundsOf(of: number, chooser: Chooser, citations: Citations): Workarounds {
  const { quotes, posts } = chooser.choose(isCued('workaround', 'asks'), undefined, LEAST_AUTHORS);
  const fails = ({ text }: Sentence) => gives('fails', text);
  const works = (sentence: Sentence) => gives('works', sentence.text) && !fails(sentence);
  const told = quotes.map((quote) => {
    const verdict = fails(quote) ? ' It does not hold.' : works(quote) ? ' It works.' : '';
    return `${citations.quote(quote)}${verdict}`;
  });
  const working = quotes.find(works);
  return {
    told:
      posts > told.length && told.length > 0 ? [`${posts} of ${of} posts say what they do instead.`, ...told] : told,
    working: working === undefined ? null : citations.quote(working).replace(/^.*(?=\[)/s, ''),
  };
}

export interface Wishes {
  told: string;
  /** Numbers of the citations. */
  asking: string[];
}

/** What several ask for in sentences; '' where nobody asks. */
export function wishesOf(of: number, chooser: Chooser, citations: Citations): Wishes {
  const asks = ({ isTitle, text }: Sentence) => !isTitle && gives('asks', text);
  const { quotes, posts } = chooser.choose(asks, undefined, LEAST_AUTHORS);
  if (quotes.length === 0) return { told: '', asking: [] };
  const told = `${posts} of ${of} posts ask for a change: ${joined(quotes, citations)}`;
  return { told, asking: [...told.matchAll(/\[(\d+)\]/g)].map(([, number = '']) => number) };
}
