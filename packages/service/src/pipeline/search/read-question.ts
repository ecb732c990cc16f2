import { tokenize } from '../terms.ts';
import { foldPhrases } from './fold-phrases.ts';
import { LONGEST_PHRASE, type Synonym, synonymsOf } from './synonyms.ts';

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
