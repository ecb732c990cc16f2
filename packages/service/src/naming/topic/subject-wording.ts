import { tokenize } from '../../text/tokenize.ts';
import { CHORE, TROUBLE } from '../lexicon/phrasing.ts';

/** Says nothing of what it is about. */
const EMPTY =
  /^(?:due|via|opens?|closed?|clicks?|switch|because|bugs?|tests?|usages?|uses?|websites?|sites?|pages?|web|browser|issues?|problems?|support|versions?|dependency|dependencies|upgrades?|raises?|displays?|throws?|returns?|chooses?|gives?|gets?|makes?|shows?|takes?|causes?|latest|current|potential|possible|several|many|some|branch|branches|trunk|CVE)$/i;

/** A word with a meaning of its own that says neither what goes wrong nor what to do. */
export const isTelling = (word: string) =>
  /\p{L}.*\p{L}/u.test(word) &&
  !/\d\.\d|\d{3}/.test(word) &&
  !EMPTY.test(word) &&
  tokenize(word).length > 0 &&
  !TROUBLE.test(word) &&
  !CHORE.test(word) &&
  !/(?:ed|Exception|Error)$/i.test(word);

/** Verb or adjective as well as noun: inside a phrase it may stand, not at its beginning, and alone only where it is written as a noun. */
export const isHead = (word: string) => !/ing$/i.test(word);

/** A common word, which says more with the word before it. */
const COMMON_WORD = /^\p{L}\p{Ll}+$/u;
/** Share of the posts that must hold both, and of the headlines that must have the one before the other. */
const QUALIFIED_BY = { posts: 0.6, headlines: 0.3, least: 3 } as const;
const PLURAL_IN = 2;
const SEVERAL = 3;

/** A word as it is written most often; a name as a name, for many type it small. */
function mostWritten(words: readonly string[]): string | undefined {
  const times = (word: string) => words.filter((other) => other === word).length;
  const isName = (word: string) => /\p{Lu}/u.test(word) && times(word) > 1;
  return words.toSorted((a, b) => Number(isName(b)) - Number(isName(a)) || times(b) - times(a) || (a < b ? -1 : 1))[0];
}

/** Says "Maven plugins" of posts on a plugin, most of which are about one of Maven's. */
export function createSubjectWording(headlines: readonly string[], openings: readonly string[]) {
  const told = openings.map((opening) => new Set(tokenize(opening)));
  const words = openings.map((opening) => new Set(opening.toLowerCase().split(/[^\p{L}\p{N}]+/u)));

  function qualifierOf(terms: readonly string[]): string | undefined {
    const before = new Map<string, string[]>();
    for (const headline of headlines) {
      const written = headline.split(/[^\p{L}\p{N}#+]+/u);
      const at = written.findIndex((word) => tokenize(word).some((term) => terms.includes(term)));
      const others = written.slice(0, Math.max(0, at)).filter((word) => isTelling(word) && isHead(word));
      for (const word of new Set(others)) {
        const key = tokenize(word).join(' ');
        before.set(key, [...(before.get(key) ?? []), word]);
      }
    }
    const isShared = (key: string) =>
      told.filter((held) => [...key.split(' '), ...terms].every((term) => held.has(term))).length >=
      QUALIFIED_BY.posts * headlines.length;
    const least = Math.max(QUALIFIED_BY.least, QUALIFIED_BY.headlines * headlines.length);
    const [, variants = []] =
      [...before]
        .filter(([key, { length }]) => length >= least && isShared(key))
        .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))[0] ?? [];
    return mostWritten(variants);
  }

  /** How many things of the kind the headlines tell apart, by the word before: "shade plugin" and "surefire plugin" are two. */
  function kindsOf(terms: readonly string[]): number {
    const before = headlines.flatMap((headline) => {
      const written = headline.toLowerCase().split(/[^\p{L}\p{N}#+]+/u);
      return written.filter((_, at) => tokenize(written[at + 1] ?? '').some((term) => terms.includes(term)));
    });
    return new Set(before.filter((word) => isTelling(word) && isHead(word))).size;
  }

  return (phrase: string, terms: readonly string[]): { phrase: string; terms: readonly string[] } => {
    if (!COMMON_WORD.test(phrase)) return { phrase, terms };
    const plural = `${phrase}s`;
    const written = words.filter((held) => held.has(plural.toLowerCase())).length >= PLURAL_IN ? plural : phrase;
    const qualifier = qualifierOf(terms);
    if (qualifier !== undefined && kindsOf(terms) >= SEVERAL) return { phrase: `${qualifier} ${plural}`, terms };
    return { phrase: qualifier === undefined ? written : `${qualifier} ${written}`, terms };
  };
}
