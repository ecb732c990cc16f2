import { isVague, withoutSubject } from './agreement.ts';
import type { Candidate } from './candidates.ts';
import type { Facet } from './facets.ts';
import { isWhole, keysOfName, PROBLEM, saysNeed, saysTrouble, worthOfName } from './judge.ts';
import { AUXILIARIES, UNSPECIFIC } from './lexicon.ts';
import { EXAMPLE, NAME_LENGTH, printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import { labelOf, productOf, quotable, weightOf } from './statements.ts';
import type { Theme } from './theme.ts';
import type { Word } from './words.ts';

/** Share of the other posts that hold what an example adds to the theme, by weight: one post's story is typical of none. */
const TYPICAL = 0.15;
/** Hard to read inside another name. */
const UNREADABLE = /["“”`()[\]#/*:;,]|\b(?:or|etc)\b|\.\s|^\d+\s|\P{Script=Latin}{4}/u;
const BARE = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** As it is written inside a sentence: "Wrong characters" as "wrong characters", but "SVG" and "PowerToys" as they are. */
function inSentence(text: string, { posts }: Signal): string {
  const [first = ''] = text.split(' ');
  if (!/^\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?$/u.test(first)) return text;
  const isName = posts.some(({ words }) => words.slice(1).some((word) => word.text.replace(BARE, '') === first));
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Without the theme where a verb follows: "Advanced Paste loses tabs" as "loses tabs". */
function withoutTheme(words: readonly Word[], { words: named }: Theme): readonly Word[] {
  const rest = words.slice(named.length);
  const [first] = rest;
  const begins = named.every(({ core }, at) => words[at]?.core === core);
  const isVerb = first !== undefined && isPredicate(first) && !AUXILIARIES.has(first.core);
  return begins && rest.length > 1 && isVerb ? rest : words;
}

/** Statements that others may share, most typical first: facets, what is cut from titles, and titles as they are. */
function statementsOf(signal: Signal, facets: readonly Facet[], candidates: readonly Candidate[]): (readonly Word[])[] {
  const quoted = quotable(signal);
  const titles = signal.posts
    .map((post, at) => ({ post, words: post.words, worth: worthOfName(post.words, signal, at) }))
    .filter(({ post, words }) => quoted.has(post) && isWhole(words))
    .sort((one, other) => other.worth - one.worth);
  const told = facets.map(({ text }) => signal.reader.words(text));
  return [...told, ...candidates.map(({ words }) => words), ...titles.map(({ words }) => words)].map(withoutSubject);
}

/** A theme with a typical complaint: "Problems with Text Extractor, e.g. wrong characters". The theme alone where there is none. */
export function withExample(
  theme: Theme,
  signal: Signal,
  facets: readonly Facet[],
  candidates: readonly Candidate[],
): string {
  if (theme.isStatement) return theme.text;
  const product = productOf(signal);
  const nothing = signal.products.union(new Set([PROBLEM])).union(theme.keys);
  const { length } = signal.posts;
  const othersHold = (key: string) => Math.max(0, signal.share(key) * length - 1) / Math.max(1, length - 1);
  const print = (words: readonly Word[]) => signal.corrected(printName(words, signal));
  for (const words of statementsOf(signal, facets, candidates)) {
    const keys = keysOfName(words, signal);
    const added = keys.difference(nothing);
    if (added.isSubsetOf(UNSPECIFIC) || !(theme.isWanted ? saysNeed(keys) : saysTrouble(keys))) continue;
    const text = print(words);
    const label = labelOf(words, text, signal, product);
    if (label === undefined || UNREADABLE.test(text)) continue;
    // "Does not open" is told by what does not, because most posts have a "not".
    const vague = isVague(words, label.keys);
    if (vague && label.denied === undefined) continue;
    const told = vague ? added.difference(UNSPECIFIC) : added;
    const shared = [...told].reduce((sum, key) => sum + signal.weight(key) * othersHold(key), 0);
    if (shared < TYPICAL * weightOf(told, signal)) continue;
    const name = `${theme.text}${EXAMPLE}${inSentence(print(withoutTheme(words, theme)), signal)}`;
    if (name.length <= NAME_LENGTH.most) return name;
  }
  return theme.text;
}
