import { FRAGMENT, TROUBLE } from './lexicon/phrasing.ts';

/** Markup, code, escapes and characters that got lost. */
const CODE = /[{}\\%\uFFFD]|;\s*-|\)\s*;|--\s*(?:\W|$)|\b0x[0-9a-f]{2}|&\w{1,8};|&amp/i;

const LEAST_LETTERS = 0.6;

/** Runs of one word, and words that nobody could say, are keyboards and keys. */
const LEAST_DISTINCT = 0.6;
const LONGEST_READABLE_WORD = 60;

/** Whether people can read a name: words rather than code and gibberish, and not the rest of a sentence about nothing. */
export function isReadable(name: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const letters = name.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return (
    letters >= LEAST_LETTERS * name.replace(/\s+/g, '').length &&
    new Set(words).size >= LEAST_DISTINCT * words.length &&
    words.every(({ length }) => length <= LONGEST_READABLE_WORD) &&
    !CODE.test(name) &&
    !(FRAGMENT.test(name) && !TROUBLE.test(name))
  );
}
