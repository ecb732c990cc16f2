import { type Background, inverseFrequency } from '../../text/term-vector.ts';
import { tokenize, tokenizeWords } from '../../text/tokenize.ts';
import type { ReadDocument } from './read-documents.ts';
import { openingOf } from './shared-subjects.ts';

/** A term that so many of the posts hold is part of what they share; one in fewer counts by the share that has it. */
const WIDELY_SHARED = 0.5;

/** How much more a term counts for being in more of the posts: breadth goes before rarity. */
const BREADTH_POWER = 1.5;

/** The headline names the matter, the rest tells a story around it: a term there counts so much more. */
const HEADLINE_COUNTS = 1;

/** Terms that make up what the posts share. */
const SUBJECT_TERMS = 12;

/** No name of 80 characters holds more of them; one that does loses nothing. */
const NAMEABLE_TERMS = 5;

/** What the posts share, by its words. */
export interface Subject {
  /** 0-1: how much of what the posts share a text names. */
  coverage(text: string): number;
  /** 0-1: how much of what a text names is shared; the rest is one post's own. */
  focus(text: string): number;
  /** 0-1: share of the posts, but the one it was taken from, that hold together at least this share of what a text names. */
  holds(text: string, own: number, least: number): number;
  /** 0-1: mean share of the posts that hold each word of a text. */
  meanShare(text: string): number;
  /** 0-1: share of the posts that hold a word where they begin: further on they name others of its kind. */
  openingShare(word: string): number;
}

/** In how many of the texts, each given by its terms, each term occurs. */
function countHolders(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const terms of texts) {
    for (const term of new Set(terms)) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  return holders;
}

/** Reads the subject of posts off the terms that most of them hold. */
export function createSubject(documents: readonly ReadDocument[], background: Background): Subject {
  const holders = countHolders(documents.map(({ terms }) => terms));
  const termsOf = documents.map(({ title, prose }) => new Set(tokenize([title ?? '', ...prose.slice(0, 8)].join(' '))));
  const openings = documents.map((document) => new Set(tokenize(openingOf(document))));
  const inHeadlines = countHolders(documents.map(({ title, prose }) => tokenize(title ?? prose[0] ?? '')));
  const shareOf = (term: string) => {
    const count = holders.get(term) ?? 0;
    const weighed = count + (inHeadlines.get(term) ?? 0) * HEADLINE_COUNTS;
    return count < 2 ? 0 : weighed / (1 + HEADLINE_COUNTS) / documents.length;
  };
  const heaviest = [...holders.keys()]
    .map((term) => ({ term, weight: shareOf(term) ** BREADTH_POWER * inverseFrequency(term, background) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, SUBJECT_TERMS);
  const weights = new Map(heaviest.map(({ term, weight }) => [term, weight]));
  const nameable = heaviest.slice(0, NAMEABLE_TERMS).reduce((sum, { weight }) => sum + weight, 0);

  return {
    coverage(text) {
      if (nameable === 0) return 1;
      let named = 0;
      for (const term of new Set(tokenize(text))) named += weights.get(term) ?? 0;
      return Math.min(1, named / nameable);
    },
    holds(text, own, least) {
      const said = new Map(tokenizeWords(text).map((terms) => [terms[0], terms]));
      const words = [...said.values()].map((terms) => ({
        terms,
        weight: Math.max(...terms.map((term) => inverseFrequency(term, background))),
      }));
      const all = words.reduce((sum, { weight }) => sum + weight, 0);
      const others = termsOf.filter((_, index) => index !== own);
      const holding = others.filter((held) => {
        const isHeld = ([whole = '', ...parts]: readonly string[]) =>
          held.has(whole) || (parts.length > 0 && parts.every((part) => held.has(part)));
        const named = words.reduce((sum, { terms, weight }) => sum + (isHeld(terms) ? weight : 0), 0);
        return named >= least * all;
      });
      return all === 0 ? 0 : holding.length / Math.max(1, others.length);
    },
    meanShare(text) {
      const words = [...new Map(tokenizeWords(text).map((terms) => [terms[0], terms])).values()];
      const shares = words.map((terms) => {
        const [whole = '', ...parts] = terms;
        const holding = termsOf.filter(
          (held) => held.has(whole) || (parts.length > 0 && parts.every((part) => held.has(part))),
        );
        return holding.length / termsOf.length;
      });
      return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
    },
    openingShare(word) {
      const terms = tokenize(word);
      return openings.filter((held) => terms.every((term) => held.has(term))).length / openings.length;
    },
    focus(text) {
      let all = 0;
      let shared = 0;
      for (const term of new Set(tokenize(text))) {
        const weight = inverseFrequency(term, background);
        all += weight;
        shared += weight * Math.min(1, shareOf(term) / WIDELY_SHARED);
      }
      return all === 0 ? 0 : shared / all;
    },
  };
}

/** An acronym, or a word with capitals inside. */
const NAMED = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{Lu}\d]{2,}|\p{L}*\p{Ll}\p{Lu}\p{L}*)(?![\p{L}\p{N}])/gu;
/** Share of the posts that must begin with each of them: what fewer begin with is one post's own. */
const NAMED_BY = 0.5;

/** Whether every site, class or method that a text names is one of most of the posts. */
export const namesOnlyShared = (text: string, subject: Subject): boolean =>
  (text.match(NAMED) ?? []).every((name) => subject.openingShare(name) >= NAMED_BY);
