import { tokenize } from '../text/tokenize.ts';
import { SMALL_TALK, TROUBLE_WORDS, WEAK_WORDS } from './common-words.ts';
import type { Postings } from './postings.ts';
import type { Spelling } from './spelling.ts';
import { foldPhrases, LONGEST_PHRASE, type Synonym, synonymsOf } from './synonyms.ts';

/** One thing that a question names: the asker's word or phrase first, then what may be said in its place. */
export interface Concept {
  asked: Synonym;
  synonyms: readonly Synonym[];
}

/** Concepts searched for; a question of 500 characters can hold more than anybody means. */
const MOST_CONCEPTS = 120;

interface QueryTerm {
  term: string;
  written: string;
}

function parseTerms(question: string): QueryTerm[] {
  const words = foldPhrases(question).split(/\s+/);
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

/** What a question asks for, word by word, known phrases as one. */
export function parseQuery(question: string): Concept[] {
  const terms = parseTerms(question);
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

/** One way to say a concept, in terms of the index. */
export interface ConceptVariant extends Synonym {
  /** The asker's own words. */
  asked: boolean;
}

/** A concept of a question with every way the index knows to say it, the asker's first. */
export interface ExpandedConcept {
  variants: readonly ConceptVariant[];
  /** How much of the question it is, 0-1: the rarer the more, all of it when nobody knows it. */
  weight: number;
  /** How much a signal that speaks of it answers: all of it, a part when it names little, nothing when it is small talk. */
  power: number;
  /** Some signal speaks of it. */
  known: boolean;
}

const MOST_COMPLETIONS = 8;
const WEAK_POWER = 0.3;
const TROUBLE_WEIGHT = 0.3;

/** Every way to say what was asked. A word known to nobody is completed or corrected. */
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

/** How rare the rarest word of a way is; undefined when some word of it is unknown. */
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
  const ways = variantsOf(concept, postings, spelling);
  const rarities = ways.map((way) => rarityOfVariant(way, postings));
  const others = rarities.filter((rarity) => rarity !== undefined);
  const tellsTrouble = TROUBLE_WORDS.has(concept.asked.written);
  return {
    variants: ways,
    weight: (rarities[0] ?? (others.length > 0 ? Math.max(...others) : 1)) * (tellsTrouble ? TROUBLE_WEIGHT : 1),
    power: powerOf(concept.asked.written),
    known: others.length > 0,
  };
}
