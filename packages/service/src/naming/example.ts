import { isVague, withoutSubject } from './agreement.ts';
import type { Candidate } from './candidates.ts';
import type { Facet } from './facets.ts';
import { isWhole, keysOfName, PROBLEM, saysNeed, saysTrouble, worthOfName } from './judge.ts';
import type { Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import { inSentence, labelOf, productOf, quotable, weightOf } from './statements.ts';
import type { Theme } from './theme.ts';
import { DETERMINERS, PREPOSITIONS, UNSPECIFIC } from './word-lists.ts';
import { EXAMPLE, NAME_LENGTH, printName, type Word } from './words.ts';

/** Share of the other posts that hold what an example adds to the theme, by weight: one post's story is typical of none. */
const TYPICAL = 0.15;
/** Words that "does not work" needs beside the theme before it tells something: "custom path does not work with vite". */
const TELLS = 2;
/** Hard to read inside another name. */
const UNREADABLE = /["“”`()[\]#/*:;,]|\b(?:or|etc)\b|\.\s|^\d+\s|\P{Script=Latin}{4}/u;

const TO_BE = /^(?:is|are|was|were)$/;

/** "Remove the lock" asks for something; "disabling telemetry has no effect" and "migrations" don't. */
const asks = ([first]: readonly Word[]): boolean =>
  first !== undefined && first.keys.length === 1 && saysNeed(first.keys) && !/(?:ed|ing|s)$/.test(first.core);

/** Without the theme and the product where a verb follows, or a preposition leads to them: "loses tabs", "wrong translation [in the ColorPicker]". */
function withoutTheme(words: readonly Word[], theme: Theme, { products }: Signal): readonly Word[] {
  const named = new Set(theme.words.map(({ core }) => core));
  const isTold = ({ keys, core }: Word) =>
    named.has(core) || (keys.length > 0 && keys.every((key) => theme.keys.has(key) || products.has(key)));
  const next = words.findIndex((word) => !isTold(word));
  const verb = next > 0 ? words[next] : undefined;
  const isCut = verb !== undefined && (isPredicate(verb) || saysTrouble(verb.keys));
  // "Never restored", not "is never restored".
  const rest = isCut ? words.slice(next + Number(TO_BE.test(verb.core) && next < words.length - 1)) : words;
  const last = rest.findLastIndex((word) => !isTold(word));
  const end = DETERMINERS.has(rest[last]?.core ?? '') ? last - 1 : last;
  const isLed = last < rest.length - 1 && PREPOSITIONS.has(rest[end]?.core ?? '');
  const left = rest.slice(0, end);
  return isLed && left.length > 1 && isWhole(left) && saysTrouble(left.flatMap(({ keys }) => keys)) ? left : rest;
}

interface Statement {
  words: readonly Word[];
  /** Whether a post that says it names the theme. */
  isOfTheme: boolean;
}

/** Statements that others may share, most typical first: facets, what is cut from titles, and titles as they are. */
function statementsOf(
  signal: Signal,
  theme: Theme,
  facets: readonly Facet[],
  candidates: readonly Candidate[],
): Statement[] {
  const quoted = quotable(signal);
  const titles = signal.posts
    .map((post, at) => ({ post, words: post.words, posts: [at], worth: worthOfName(post.words, signal, at) }))
    .filter(({ post, words }) => quoted.has(post) && isWhole(words))
    .sort((one, other) => other.worth - one.worth);
  const told = facets
    .filter(({ example }) => example === undefined)
    .map(({ text, posts }) => ({ words: signal.reader.words(text), posts }));
  const isAbout = (at: number) => theme.keys.isSubsetOf(signal.posts[at]?.inTitle ?? new Set());
  return [...told, ...candidates, ...titles].map(({ words, posts }) => ({
    words: withoutSubject(words),
    isOfTheme: [...posts].some(isAbout),
  }));
}

/** How good an example is: typical before one post's, what the theme says (a fault or a request) before the other, and both before "does not work". */
const RANKS = { oneCase: 1, otherKind: 2, vague: 4 } as const;

interface Example {
  words: readonly Word[];
  /** What the theme says, a fault or a request. */
  isOfKind: boolean;
  /** 0 is best. */
  rank: number;
}

/** What can be an example; undefined for what says neither fault nor request, no more than the theme, or is of one post that does not name it. */
function rankExamples(
  signal: Signal,
  theme: Theme,
  print: (words: readonly Word[]) => string,
): (statement: Statement) => Example | undefined {
  const product = productOf(signal);
  const nothing = signal.products.union(new Set([PROBLEM])).union(theme.keys);
  const { length } = signal.posts;
  const othersHold = (key: string) => Math.max(0, signal.share(key) * length - 1) / Math.max(1, length - 1);
  return ({ words, isOfTheme }) => {
    const keys = keysOfName(words, signal);
    const added = keys.difference(nothing);
    const isOfKind = theme.isWanted ? saysNeed(keys) : saysTrouble(keys);
    if (added.isSubsetOf(UNSPECIFIC) || !(isOfKind || asks(words) || saysTrouble(keys))) return undefined;
    const text = print(words);
    const label = labelOf(words, text, signal, product);
    if (label === undefined || UNREADABLE.test(text)) return undefined;
    // "Does not open" is told by what does not, because most posts have a "not".
    const isUnspecific = isVague(words, label.keys);
    const told = isUnspecific ? added.difference(UNSPECIFIC) : added;
    const vague = isUnspecific && label.denied === undefined;
    if (vague && told.size < TELLS) return undefined;
    const shared = [...told].reduce((sum, key) => sum + signal.weight(key) * othersHold(key), 0);
    const isTypical = shared >= TYPICAL * weightOf(told, signal);
    if (!isTypical && !isOfTheme) return undefined;
    const kind = vague ? RANKS.vague : isOfKind ? 0 : RANKS.otherKind;
    return { words, isOfKind, rank: kind + (isTypical ? 0 : RANKS.oneCase) };
  };
}

/** A theme with a typical complaint: "Problems with Text Extractor, e.g. wrong characters". The theme alone where there is none. */
export function withExample(
  theme: Theme,
  signal: Signal,
  facets: readonly Facet[],
  candidates: readonly Candidate[],
): string {
  if (theme.isStatement) return theme.text;
  const print = (words: readonly Word[]) => signal.corrected(printName(words, signal));
  const rank = rankExamples(signal, theme, print);
  const examples = statementsOf(signal, theme, facets, candidates).flatMap((each) => rank(each) ?? []);
  examples.sort((one, other) => one.rank - other.rank);
  const [usual, other] = theme.isWanted ? [theme.wanted, theme.troubled] : [theme.troubled, theme.wanted];
  // A shorter example leaves room for the product's name.
  for (const at of theme.troubled.keys())
    for (const { words, isOfKind } of examples) {
      const text = `${EXAMPLE}${inSentence(print(withoutTheme(words, theme, signal)), signal)}`;
      const wordings = asks(words) ? theme.wanted : isOfKind ? usual : other;
      const name = `${wordings[at] ?? wordings.at(-1)}${text}`;
      if (name.length <= NAME_LENGTH.most) return name;
    }
  return theme.text;
}
