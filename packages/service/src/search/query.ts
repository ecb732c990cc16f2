import { tokenizeWords } from '../text/tokenize.ts';
import commonWords from './common-words.json' with { type: 'json' };
import { foldPhrases, LONGEST_PHRASE, type Synonym, synonymsOf } from './synonyms.ts';

const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));
/** Office and everyday words that are never about a software pain, even when a post mentions them. */
const SMALL_TALK = setOf(commonWords.smallTalk);
/** Everyday words at work. They help to rank signals; a signal that shares nothing else with the question is no hit. */
const WEAK_WORDS = setOf(commonWords.weak);
/** Words that ask who complains rather than about what: a question with others is about those alone. */
const ASKING_WORDS = setOf(commonWords.asking);

/** A word or phrase of the query, with its synonyms. */
export interface Concept {
  asked: Synonym;
  /** The terms of an identifier's parts: "FancyZones" is also "fancy zones". */
  parts: readonly string[];
  synonyms: readonly Synonym[];
}

/** Limits the cost of a query. */
const MOST_CONCEPTS = 40;

interface QueryTerm {
  term: string;
  parts: readonly string[];
  written: string;
}

/** Each term of an unspaced script is a pair of characters; the first of an identifier is the whole of it. */
const isIdentifier = ([whole = '', ...parts]: readonly string[]): boolean =>
  parts.length > 0 && parts.every((part) => part.length < whole.length);

function parseTerms(query: string): QueryTerm[] {
  const terms = foldPhrases(query)
    .split(/\s+/)
    .flatMap((word) => {
      const written = word.toLowerCase().replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, '');
      return tokenizeWords(word).flatMap((own): QueryTerm[] =>
        isIdentifier(own)
          ? [{ term: own[0] ?? '', parts: own.slice(1), written }]
          : own.map((term) => ({ term, parts: [], written })),
      );
    });
  const subject = terms.filter(({ written }) => !ASKING_WORDS.has(written));
  return subject.length > 0 ? subject : terms;
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
    const parts = length === 1 ? (phrase[0]?.parts ?? []) : [];
    concepts.set(asked.terms.join(' '), { asked, parts, synonyms });
    at += length;
  }
  return [...concepts.values()];
}

/** How many of the corpus's documents contain a term. */
export interface TermStatistics {
  documents: number;
  /** 0 for a term that no document contains. */
  count(term: string): number;
}

/** One wording of a concept. */
export interface Wording extends Synonym {
  /** Of a match in this wording: 1 for the query's own words, less for a synonym or a corrected word. */
  share: number;
}

/** A concept with its wordings that occur in the corpus, the query's own words first. */
export interface WeighedConcept {
  /** As it was asked, in lower case. */
  asked: string;
  wordings: readonly Wording[];
  /** Rarity, 0-1: higher for rarer words, 1 for unknown ones. */
  weight: number;
  /** Neither a weak word nor a product's name is a match alone, and small talk doesn't match at all. */
  use: 'telling' | 'weak' | 'smallTalk' | 'product';
}

const SYNONYM_SHARE = 0.7;
const PARTS_SHARE = 0.9;
const CORRECTED_SHARE = 0.9;

/** Synonyms in a larger share of the documents than this don't distinguish signals. */
const COMMON_SYNONYM = 0.1;
const FEW_POSTS = 10;

/** Inverse document frequency, 0-1: 1 for a term that no document contains. */
export const rarityOf = (count: number, documents: number): number =>
  Math.log(1 + (Math.max(0, documents - count) + 0.5) / (count + 0.5)) / Math.log(1 + (documents + 0.5) / 0.5);

function useOf(written: string): WeighedConcept['use'] {
  const words = written.split(' ');
  if (words.some((word) => SMALL_TALK.has(word))) return 'smallTalk';
  return words.every((word) => WEAK_WORDS.has(word)) ? 'weak' : 'telling';
}

/** `corrections`: words of the corpus for a half-typed or misspelled word that it doesn't contain. */
export function weighConcept(
  { asked, parts, synonyms }: Concept,
  { documents, count }: TermStatistics,
  corrections: readonly string[],
): WeighedConcept {
  const countOf = (terms: readonly string[]) => Math.min(...terms.map(count));
  const others = [
    ...(parts.length > 0 ? [{ written: asked.written, terms: parts, share: PARTS_SHARE }] : []),
    ...synonyms
      .filter(({ terms }) => countOf(terms) <= Math.max(FEW_POSTS, COMMON_SYNONYM * documents))
      .map((synonym) => ({ ...synonym, share: SYNONYM_SHARE })),
    ...corrections.map((word) => ({ written: word, terms: [word], share: CORRECTED_SHARE })),
  ].filter(({ terms }) => countOf(terms) > 0);
  const use = useOf(asked.written);
  const own = countOf(asked.terms);
  const rarest = others.length === 0 ? 0 : Math.min(...others.map(({ terms }) => countOf(terms)));
  return {
    asked: asked.written,
    wordings: [...(own > 0 ? [{ ...asked, share: 1 }] : []), ...others],
    weight: rarityOf(own > 0 ? own : rarest, documents),
    use,
  };
}

/** Weighs little, because it is true of all a product's posts. */
const PRODUCT_WEIGHT = 0.35;

const nameOf = (repository: string): string => repository.slice(repository.lastIndexOf('/') + 1).toLowerCase();

/**
 * The concepts with the names of repositories marked as products, whose posts rarely name them. A question of nothing else is about
 * posts that do.
 */
export function markProducts(concepts: readonly WeighedConcept[], repositories: Iterable<string>): WeighedConcept[] {
  const names = new Set(Array.from(repositories, nameOf));
  const isProduct = ({ asked }: WeighedConcept) => names.has(asked);
  if (concepts.every(isProduct)) return [...concepts];
  return concepts.map((concept) =>
    isProduct(concept) ? { ...concept, use: 'product', weight: Math.min(concept.weight, PRODUCT_WEIGHT) } : concept,
  );
}

/** Whether a post of the repository is about the product without saying so. */
export const isOfProduct = ({ use, asked }: WeighedConcept, repository: string | null): boolean =>
  use === 'product' && repository !== null && nameOf(repository) === asked;

/** Words that no document contains and no synonym explains, which may be half-typed or misspelled. */
export const unknownWords = (concepts: readonly Concept[], { count }: TermStatistics): string[] =>
  concepts.flatMap(({ asked, parts, synonyms }) =>
    asked.terms.length === 1 && synonyms.length === 0 && [...asked.terms, ...parts].every((term) => count(term) === 0)
      ? asked.terms
      : [],
  );
