import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { listNamed, settingsOf } from '../naming/settings.ts';
import { type Chooser, isCued } from './choose.ts';
import { type Cue, gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { authorOf, type Sentence } from './sentences.ts';

/** Authors cited for each facet. Where there is one facet, three: that many are to be talked to. */
const CITED_AUTHORS = { one: 3, each: 2 } as const;

const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
const quoted = (quotes: readonly Sentence[], { quote }: Citations) => quotes.map(quote).join(' ');

/** "14 of 40 posts: Icon missing from the tray [1] [2]. 9 of 40 posts: …" */
export function problemOf(facets: readonly Facet[], documents: readonly SignalDocument[], { cite }: Citations): string {
  const most = facets.length === 1 ? CITED_AUTHORS.one : CITED_AUTHORS.each;
  return facets
    .map(({ text, posts }) => {
      const byAuthor = new Map<string, SignalDocument>();
      for (const document of posts.flatMap((at) => documents[at] ?? []))
        if (!byAuthor.has(authorOf(document))) byAuthor.set(authorOf(document), document);
      const cited = [...byAuthor.values()].slice(0, most).map(cite);
      return `${posts.length} of ${documents.length} posts: ${begin(text.replace(/[\s.]+$/, ''))} ${cited.join(' ')}.`;
    })
    .join(' ');
}

/** Two sentences in which people say what goes wrong, else titles; '' where there are none. */
export function inTheirWords(chooser: Chooser, citations: Citations): string {
  const told = chooser.choose((sentence) => !sentence.isTitle && sentence.saysTrouble, 2).quotes;
  return quoted(told.length > 0 ? told : chooser.choose(({ saysTrouble }) => saysTrouble, 2).quotes, citations);
}

const COSTS: readonly [Cue, string][] = [
  ['dataLost', 'Data lost'],
  ['blocked', 'Blocked'],
  ['money', 'Money'],
  ['timeLost', 'Time lost'],
];

/** Who has it, as far as several name it, and what it costs them; '' where neither is said. */
export function affectedOf(
  documents: readonly SignalDocument[],
  topic: string,
  { chooser, citations }: { chooser: Chooser; citations: Citations },
): string {
  const posts = documents.map((document) => ({
    text: `${document.title ?? ''}\n${document.text}`,
    author: authorOf(document),
  }));
  const { roles, platforms, stacks, versions } = settingsOf(posts, topic);
  const named = [
    ['People', roles],
    ['Platforms', platforms],
    ['Stack', stacks],
    ['Versions', versions],
  ] as const;
  const costs = COSTS.map(([cue, label]) => {
    const { quotes, posts: count } = chooser.choose(isCued(cue, 'asks'), 2);
    return quotes.length === 0 ? '' : `${label} (${count} of ${documents.length} posts): ${quoted(quotes, citations)}`;
  });
  return [...named.map(([label, list]) => (list.length === 0 ? '' : `${label}: ${listNamed(list)}.`)), ...costs]
    .filter((part) => part !== '')
    .join(' ');
}

export interface Workarounds {
  told: string[];
  /** "[5]": a post that says that one works; null where none does. */
  working: string | null;
}

/** What they do today, and whether they say that it works. */
export function workaroundsOf(of: number, chooser: Chooser, citations: Citations): Workarounds {
  const { quotes, posts } = chooser.choose(isCued('workaround', 'asks'));
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

/** What they ask for, wishes in sentences before those that are titles; '' where nobody asks. */
export function wishesOf(of: number, chooser: Chooser, citations: Citations): string {
  // "Upgrade failed" is no wish.
  const asks = ({ text, isTitle, saysTrouble }: Sentence) =>
    isTitle ? gives('wish', text) && !saysTrouble : gives('asks', text);
  const { quotes, posts } = chooser.choose(asks);
  if (quotes.length === 0) return '';
  return `${posts} of ${of} posts ${posts === 1 ? 'asks' : 'ask'} for a change: ${quoted(quotes, citations)}`;
}
