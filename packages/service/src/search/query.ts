import { tokenize } from '../text/tokenize.ts';
import { SMALL_TALK, TROUBLE_WORDS, WEAK_WORDS } from './common-words.ts';
import type { Postings } from './postings.ts';
import type { Spelling } from './spelling.ts';
import { foldPhrases, LONGEST_PHRASE, type Synonym, synonymsOf } from './synonyms.ts';

/** A word or phrase of the query, with its synonyms. */
export interface Concept {
  asked: Synonym;
  synonyms: readonly Synonym[];
}

/** Limits the cost of a query. */
const MOST_CONCEPTS = 120;

interface QueryTerm {
  term: string;
  written: string;
}

function parseTerms(query: string): QueryTerm[] {
  const words = foldPhrases(query).split(/\s+/);
  return words.flatMap((word) =>
    tokenize(word).map((term) => ({
      term,
      written: word.toLowerCase().replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ''),
    })),
  );
}

function longestPhraseAt(terms: readonly QueryTerm[], start: number): { length: number; synonyms: readonly Synonym[] } {
  for (let length = Math.min(LONGEST_PHRASE, terms.length - start); length > 0; length--) {
    const phrase = terms.slice(start, start + length).map(({ term }) => term);
    const synonyms = synonymsOf(phrase);
    if (synonyms !== undefined) return { length, synonyms };
  }
  return { length: 1, synonyms: [] };
}

/** The concepts of a query: known phrases, else single words. */
export function parseQuery(query: string): Concept[] {
  const terms = parseTerms(query);
  const concepts = new Map<string, Concept>();
  for (let at = 0; at < terms.length && concepts.size < MOST_CONCEPTS; ) {
    const { length, synonyms } = longestPhraseAt(terms, at);
    const phrase = terms.slice(at, at + length);
    const asked = {
      written: [...new Set(phrase.map(({ written }) => written))].join(' '),
      terms: phrase.map(({ term }) => term),
    };
    concepts.set(asked.terms.join(' '), { asked, synonyms });
    at += length;
  }
  return [...concepts.values()];
}

/** One wording of a concept, in terms of the index. */
export interface ConceptVariant extends Synonym {
  /** The query's own words. */
  asked: boolean;
}

/** A concept with all its variants in the index, the query's own words first. */
export interface ExpandedConcept {
  variants: readonly ConceptVariant[];
  /** Its weight in the query, 0-1: higher for rarer words, 1 for unknown ones. */
  weight: number;
  /** How much a match counts: 1, less for a weak word, 0 for small talk. */
  power: number;
  /** Some signal contains it. */
  known: boolean;
}

const MOST_COMPLETIONS = 8;
const WEAK_POWER = 0.3;
const TROUBLE_WEIGHT = 0.3;

/** All variants of a concept. A word that no signal contains is completed or corrected. */
function variantsOf({ asked, synonyms }: Concept, postings: Postings, spelling: Spelling): ConceptVariant[] {
  const own: ConceptVariant = { ...asked, asked: true };
  const others = synonyms.map((synonym) => ({ ...synonym, asked: false }));
  const [term, ...more] = asked.terms;
  if (term === undefined || more.length > 0 || postings.get(term) !== undefined || synonyms.length > 0)
    return [own, ...others];
  const completed = spelling.completing(term, MOST_COMPLETIONS);
  const meant = completed.length > 0 ? completed : spelling.near(term).filter((word) => !TROUBLE_WORDS.has(word));
  return [own, ...meant.map((word) => ({ written: word, terms: [word], asked: false }))];
}

/** Rarity of the variant's rarest word; undefined when one of its words is unknown. */
function rarityOfVariant({ terms }: ConceptVariant, postings: Postings): number | undefined {
  const known = terms.flatMap((term) => postings.get(term)?.rarity ?? []);
  return known.length === terms.length ? Math.max(...known) : undefined;
}

function powerOf(written: string): number {
  const words = written.split(' ');
  if (words.some((word) => SMALL_TALK.has(word))) return 0;
  return words.every((word) => WEAK_WORDS.has(word)) ? WEAK_POWER : 1;
}

export function expandConcept(concept: Concept, postings: Postings, spelling: Spelling): ExpandedConcept {
  const variants = variantsOf(concept, postings, spelling);
  const rarities = variants.map((variant) => rarityOfVariant(variant, postings));
  const others = rarities.filter((rarity) => rarity !== undefined);
  const isTrouble = TROUBLE_WORDS.has(concept.asked.written);
  return {
    variants,
    weight: (rarities[0] ?? (others.length > 0 ? Math.max(...others) : 1)) * (isTrouble ? TROUBLE_WEIGHT : 1),
    power: powerOf(concept.asked.written),
    known: others.length > 0,
  };
}
