import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { listNamed, settingsOf } from '../naming/settings.ts';
import type { Chooser } from './choose.ts';
import { type Cue, gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { authorOf, type Sentence } from './sentences.ts';

/** Two authors for each claim. */
const CITED_AUTHORS = 2;

const sentence = (text: string) => (/[.!?…]["”']?$/.test(text) ? text : `${text}.`);
const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
const quoted = (quotes: readonly Sentence[], { quote }: Citations) => quotes.map(quote).join(' ');

/** "14 of 40 posts: Icon missing from the tray [1] [2]. 9 of 40 posts: …" */
export function problemOf(
  facets: readonly Facet[],
  documents: readonly SignalDocument[],
  citations: Citations,
): string {
  return facets
    .map(({ text, posts }) => {
      const authors = new Set<string>();
      const cited = posts.flatMap((at) => {
        const document = documents[at];
        if (document === undefined || authors.size >= CITED_AUTHORS || authors.has(authorOf(document))) return [];
        authors.add(authorOf(document));
        return [citations.cite(document)];
      });
      return `${posts.length} of ${documents.length} posts: ${begin(text.replace(/[\s.]+$/, ''))} ${cited.join(' ')}.`;
    })
    .join(' ');
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
  chooser: Chooser,
  citations: Citations,
): string {
  const posts = documents.map((document) => ({
    text: `${document.title ?? ''}\n${document.text}`,
    author: authorOf(document),
  }));
  const { roles, platforms, stacks, versions } = settingsOf(posts, topic);
  const named = [
    roles.length > 0 ? `People: ${listNamed(roles)}.` : '',
    platforms.length > 0 ? `Platforms: ${listNamed(platforms)}.` : '',
    stacks.length > 0 ? `Stack: ${listNamed(stacks)}.` : '',
    versions.length > 0 ? `Versions: ${listNamed(versions)}.` : '',
  ];
  const costs = COSTS.map(([cue, label]) => {
    const { quotes, posts: count } = chooser.choose([cue]);
    return quotes.length === 0
      ? ''
      : `${label} (${count} of ${documents.length} posts): ${quoted(quotes.slice(0, 2), citations)}`;
  });
  return [...named, ...costs]
    .filter((part) => part !== '')
    .map(sentence)
    .join(' ');
}

export interface Workarounds {
  told: string[];
  /** Posts that say that one works. */
  working: number;
}

/** What they do today, and whether they say that it works. */
export function workaroundsOf(of: number, chooser: Chooser, citations: Citations): Workarounds {
  const { quotes, posts } = chooser.choose(['workaround'], ['asks']);
  if (quotes.length === 0) return { told: [], working: 0 };
  const working = quotes.filter(({ text }) => gives('works', text) && !gives('fails', text));
  const verdict = ({ text }: Sentence) =>
    gives('fails', text) ? ' It does not hold.' : gives('works', text) ? ' It works.' : '';
  return {
    told: [
      `${posts} of ${of} posts say what they do instead.`,
      ...quotes.map((quote) => `${citations.quote(quote)}${verdict(quote)}`),
    ],
    working: working.length,
  };
}

/** What they ask for; '' where no two authors ask. */
export function wishesOf(of: number, chooser: Chooser, citations: Citations): string {
  const { quotes, posts } = chooser.choose(['asks']);
  return quotes.length === 0 ? '' : `${posts} of ${of} posts ask for a change: ${quoted(quotes, citations)}`;
}
