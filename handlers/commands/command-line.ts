import { distance } from 'fastest-levenshtein';

export interface Word {
  text: string;
  /** In quotes: literal, never an option. */
  isQuoted: boolean;
}

export interface CommandLine {
  /** The whole text, normalized. */
  text: string;
  words: readonly Word[];
}

/** More is not read. */
export const MAX_LENGTH = 2_000;

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Normalizes what Slack (entities, ids of people and channels) and keyboards (typographic quotes, dashes, spaces) change. */
export function parseCommandLine(raw: string): CommandLine {
  const text = raw
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/<([@#])\w+\|([^<>|]*)>/g, '$1$2')
    .replace(/<(https?:[^<>|]+)(?:\|[^<>]*)?>/g, '$1')
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛‹›′]/g, "'")
    .replace(/(^|\s)[—–](?=\p{L})/gu, '$1--')
    .replace(/[\s\p{Cc}\u200b\u2060\ufeff]+/gu, ' ')
    // Removes invisible characters, but not the joiners that scripts and emoji need.
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim()
    .replace(/^\/pain(?: |$)/i, '');
  return { text, words: splitWords(text) };
}

/** The text after the first word, without quotes around it. */
export function restOf({ text }: CommandLine): string {
  let rest = text.replace(/^\S+\s*/, '').trim();
  while (rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')) rest = rest.slice(1, -1).trim();
  return rest;
}

/** Splits at spaces outside double quotes. An unpaired quote is ignored. */
function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [token] of text.matchAll(/(?:[^\s"]*"[^"]*")+[^\s"]*|\S+/g)) {
    const word = token.replaceAll('"', '').trim();
    if (word !== '') words.push({ text: word, isQuoted: token.startsWith('"') });
  }
  return words;
}

/** The most similar candidate, or null when none is similar enough. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase();
  if (typed.length > LONGEST_TYPO) return null;
  const best = candidates
    .map((candidate) => ({ candidate, typos: countTypos(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.typos - b.typos)[0];
  return best !== undefined && best.typos <= allowedTypos(best.candidate) ? best.candidate : null;
}

const LONGEST_TYPO = 40;

/** Swapped letters count as one typo, though they are two edits. */
export function countTypos(typed: string, word: string): number {
  const typos = distance(typed, word);
  return typos > 1 && lettersOf(typed) === lettersOf(word) ? 1 : typos;
}

const lettersOf = (word: string) => [...word].sort().join('');

function allowedTypos({ length }: string): number {
  if (length < 4) return 1;
  return length < 8 ? 2 : 3;
}
