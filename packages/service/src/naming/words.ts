import { copyText, tokenizeWords } from '../text/tokenize.ts';
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  groupOf,
  groupOfPair,
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

const BEGINNING = /^[^\p{L}\p{N}#@.~-]+/u;
/** Tried where such characters begin alone: from each of them on it would take the square of their number. */
const ENDING = /(?<![^\p{L}\p{N}+#])[^\p{L}\p{N}+#]+$/u;

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

/** Words by how they are written in a text, and null for what is none: most words repeat. */
export type Dictionary = Map<string, Word | null>;

function wordIn(part: string): Word | null {
  const core = part.toLowerCase().replaceAll('’', "'").replace(BEGINNING, '').replace(ENDING, '');
  return core === '' && !/[&/+–—:-]/.test(part) ? null : wordOf(part, core, unitsOf(part, core));
}

function lookUp(part: string, dictionary: Dictionary): Word | null {
  const known = dictionary.get(part);
  if (known !== undefined) return known;
  const own = copyText(part);
  const word = wordIn(own);
  dictionary.set(own, word);
  return word;
}

/**
 * Reads a text as words, the first `most` of them. A phrase of the synonym list ("no longer", "log in") gives each of its words the
 * group's key.
 */
export function readWords(text: string, dictionary: Dictionary = new Map(), most = Number.POSITIVE_INFINITY): Word[] {
  const words: Word[] = [];
  for (const part of text.split(/\s+/)) {
    const word = lookUp(part, dictionary);
    if (word !== null) words.push(word);
    // One more, because the last may begin a phrase.
    if (words.length > most) break;
  }
  const groups = words.map(({ core }, at) => groupOfPair(core, words[at + 1]?.core ?? ''));
  const read = words.map((word, at) => {
    const key = groups[at - 1] ?? groups[at];
    return key === undefined ? word : wordOf(word.text, word.core, [[key]]);
  });
  return read.length > most ? read.slice(0, most) : read;
}

export const printWords = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
