import { tokenizeWords } from '../text/tokenize.ts';
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  groupOf,
  keyOfStem,
  PREPOSITIONS,
  PRONOUNS,
} from './lexicon.ts';

/** One word of a title or sentence, with the punctuation that touches it. */
export interface Word {
  text: string;
  /** Lower case, without punctuation. */
  core: string;
  /** What it is counted under; none for function words. */
  keys: readonly string[];
  /** The same, word by word of a hyphenated one: the whole identifier first, then its parts. */
  units: readonly (readonly string[])[];
}

const EDGES = /^[^\p{L}\p{N}#@.~-]+|[^\p{L}\p{N}+#]+$/gu;

const isFunctionWord = (core: string): boolean =>
  [DETERMINERS, PRONOUNS, PREPOSITIONS, CONJUNCTIONS, AUXILIARIES, ADVERBS].some((set) => set.has(core));

function unitsOf(text: string, core: string): readonly (readonly string[])[] {
  const group = groupOf(core);
  if (group !== undefined) return [[group]];
  return isFunctionWord(core) ? [] : tokenizeWords(text).map((terms) => terms.map(keyOfStem));
}

const wordOf = (text: string, core: string, units: readonly (readonly string[])[]): Word => ({
  text,
  core,
  units,
  keys: [...new Set(units.flat())],
});

/** Reads a text as words. A phrase of the synonym list ("no longer", "log in") gives each of its words the group's key. */
export function readWords(text: string): Word[] {
  const words = text.split(/\s+/).flatMap((part): Word[] => {
    const core = part.toLowerCase().replaceAll('’', "'").replace(EDGES, '');
    return core === '' && !/[&/+–—:-]/.test(part) ? [] : [wordOf(part, core, unitsOf(part, core))];
  });
  return words.map((word, at) => {
    const before = groupOf(`${words[at - 1]?.core} ${word.core}`);
    const after = groupOf(`${word.core} ${words[at + 1]?.core}`);
    const key = before ?? after;
    return key === undefined ? word : wordOf(word.text, word.core, [[key]]);
  });
}

export const printWords = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
