import { AUXILIARIES, CONJUNCTIONS, PREPOSITIONS, VERBS } from './lexicon.ts';
import type { Signal } from './read-posts.ts';
import { printWords, type Word } from './words.ts';

export const NAME_LENGTH = { least: 20, most: 80 } as const;

const DROPPED_START = /^[\s,;:.–—|-]+/;
const DROPPED_END = /[\s,;:.!?–—|-]+$/;
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
] as const;
const QUOTES = ['"', '`'] as const;
/** The noun after "an" may have lost the word before it. */
const AN_BEFORE_CONSONANT = /\b([Aa])n (?=[^\W\daeiouhAEIOUH_]\p{Ll})/gu;
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

/** "shows" as it follows "doesn't". */
const baseOf = (verb: string): string => (verb.endsWith('s') ? verb.replace(/(?<=sh|ch|ss|x|o)es$|s$/, '') : verb);
const BASES: ReadonlySet<string> = new Set([...VERBS].filter((verb) => verb.endsWith('s')).map(baseOf));

const ING = /\p{L}{3}ing$/u;
const SMALL_PLURAL = /^\p{Ll}+[^suai]s$/u;

/** Mends what titles most often get wrong: "Peek don't working", "doesn't works", "React hooks fails", "zones not work". */
export function agreeVerbs(text: string): string {
  const words = text.split(' ');
  const isOfSeveral = (at: number) => words.slice(0, at).some((word) => /^(?:and|or|&|,)$/.test(word));
  const leads = (word: string) => PREPOSITIONS.has(word) || CONJUNCTIONS.has(word) || AUXILIARIES.has(word);
  for (let at = 1; at < words.length - 1; at++) {
    const [noun = '', word = '', verb = ''] = words.slice(at - 1);
    const isPlural = SMALL_PLURAL.test(noun) || isOfSeveral(at);
    if (word === "don't" || word === "doesn't") {
      if (ING.test(verb)) words[at] = isPlural ? "aren't" : "isn't";
      else {
        if (!noun.endsWith('s') && !isPlural) words[at] = "doesn't";
        if (VERBS.has(verb)) words[at + 1] = baseOf(verb);
      }
    } else if (word === 'not' && BASES.has(verb) && !leads(noun.toLowerCase()) && !noun.endsWith(':'))
      words[at] = isPlural ? "don't" : "doesn't";
  }
  const verb = words.findIndex(
    (word, at) =>
      at > 0 && VERBS.has(word) && SMALL_PLURAL.test(words[at - 1] ?? '') && !VERBS.has(words[at - 1] ?? ''),
  );
  if (verb !== -1 && !words.slice(0, verb).some(leads)) words[verb] = baseOf(words[verb] ?? '');
  return words.join(' ');
}

/** The words as a name is printed: written as most posts write them, paired quotes, a capital, no stop. */
export function printName(words: readonly Word[], { inUsualCase }: Pick<Signal, 'inUsualCase'>): string {
  const bare = inUsualCase(printWords(words)).replace(DROPPED_END, '').replace(DROPPED_START, '');
  const text = agreeVerbs(pairMarks(bare))
    .replace(/(?<![\p{L}\p{N}])'(?=[^']*$)/gu, '')
    .replace(AN_BEFORE_CONSONANT, '$1 ')
    .replace(ENCLOSED, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
  const [subject = ''] = SUBJECT.exec(text) ?? [];
  return capital(subject + capital(text.slice(subject.length)));
}
