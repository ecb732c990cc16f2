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
} from './word-lists.ts';

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

export const NAME_LENGTH = { least: 20, most: 80 } as const;

/** Before an example in a name. */
export const EXAMPLE = ', e.g. ';

const DROPPED_START = /^[\s,;:.–—|-]+/;
const DROPPED_END = /[\s,;:.!?–—|-]+$/;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
] as const;
const QUOTES = ['"', '`'] as const;
/** All of it in quotes or brackets. */
const ENCLOSED = /^(?:"([^"]+)"|\(([^()]+)\))$/;

/** Only lowercase letters: not s3a or iPhone. */
const SMALL_WORD = /^\p{Ll}[\p{Ll}'’-]*(?=:?(?:\s|$))/u;
const SUBJECT = /^[^:]{2,40}: (?=\p{Ll})/u;
const capital = (text: string): string => (SMALL_WORD.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

function pairMarks(text: string): string {
  let paired = text;
  for (const [open, close] of BRACKETS)
    if (paired.split(open).length !== paired.split(close).length)
      paired = paired.replaceAll(open, '').replaceAll(close, '');
  for (const quote of QUOTES) if (paired.split(quote).length % 2 === 0) paired = paired.replaceAll(quote, '');
  return paired;
}

/** The words as a name is printed: written as most posts write them, paired quotes, a capital, no stop. */
export function printName(words: readonly Word[], { inUsualCase }: { inUsualCase(text: string): string }): string {
  const bare = inUsualCase(printWords(words)).replace(DROPPED_END, '').replace(DROPPED_START, '');
  const text = pairMarks(bare)
    .replace(/(?<![\p{L}\p{N}])'(?=[^']*$)/gu, '')
    .replace(ENCLOSED, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
  const [subject = ''] = SUBJECT.exec(text) ?? [];
  return capital(subject + capital(text.slice(subject.length)));
}
