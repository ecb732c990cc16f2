import type { Signal } from './read-posts.ts';
import { printWords, type Word } from './words.ts';

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

/** A word of small letters only: not s3a or iPhone. */
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
export function printName(words: readonly Word[], { inUsualCase }: Pick<Signal, 'inUsualCase'>): string {
  const bare = inUsualCase(printWords(words)).replace(DROPPED_END, '').replace(DROPPED_START, '');
  const text = pairMarks(bare)
    .replace(/(?<![\p{L}\p{N}])'(?=[^']*$)/gu, '')
    .replace(ENCLOSED, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
  const [subject = ''] = SUBJECT.exec(text) ?? [];
  return capital(subject + capital(text.slice(subject.length)));
}
