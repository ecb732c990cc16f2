import type { TermCounts } from '../model/post.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Longer runs are hashes, keys or keyboard accidents. */
const LONGEST_TERM = 40;

/** A word with what developers put inside one: c++, c#, .net, node.js, snake_case, don't. */
const WORD = /\.?[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*(?:\+\+|#)?/gu;

/** Scripts written without spaces: each pair of neighbouring characters is a term. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Where an identifier falls into words: aB, ABc, a1 stays whole (k8s, oauth2). */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const HTTP_FAILURE = /^[45]\d\d$/;

function isTerm(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST_TERM) return false;
  return /\p{L}/u.test(word) ? !STOP_WORDS.has(word) : HTTP_FAILURE.test(word);
}

function characterPairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The terms of one word as written: itself and, of an identifier, its parts. */
function termsOf(written: string): string[] {
  if (UNSPACED.test(written)) return characterPairs(written.toLowerCase());
  const whole = written.toLowerCase().replace('’', "'").replace(/'s$/, '');
  const parts = written.split(/[._]/u).flatMap((part) => part.split(HUMP));
  const words =
    parts.filter((part) => part !== '').length > 1 ? [whole, ...parts.map((part) => part.toLowerCase())] : [whole];
  return words.filter(isTerm).map(stem);
}

/** Most words repeat, and taking one apart costs much more than looking it up. */
const known = new Map<string, readonly string[]>();
const KNOWN_AT_MOST = 100_000;

function lookUp(written: string): readonly string[] {
  const found = known.get(written);
  if (found !== undefined) return found;
  const terms = termsOf(written);
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(written, terms);
  return terms;
}

/**
 * The terms of a text in order, lower case and lightly stemmed, without stop words and numbers (HTTP failure codes stay).
 * An identifier gives itself and its parts: "useEffect" gives useeffect, use, effect.
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  for (const [written] of text.matchAll(WORD)) terms.push(...lookUp(written));
  return terms;
}

/** The terms of each word of a text: of an identifier several, of any other word one. */
export function tokenizeWords(text: string): (readonly string[])[] {
  return Array.from(text.matchAll(WORD), ([written]) => lookUp(written)).filter((terms) => terms.length > 0);
}

/** Words of the body that count: what comes later is logs and asides more often than the pain. */
const COUNTED_TERMS = 250;

/** The title says it in fewest words. */
const TITLE_WEIGHT = 2;

/** Addresses say where one can read on, in words such as "www" and "issues" that all addresses share. */
const ADDRESS = /\b(?:https?|ftp|file):\/\/\S{1,2000}/g;

/** What the clustering sees of a post. An identifier and its parts together count as one word: they are said once. */
export function countTerms(title: string | null, text: string): TermCounts {
  const counts = new Map<string, number>();
  const count = (written: string, times: number, most: number) => {
    let read = 0;
    for (const [word] of written.replace(ADDRESS, ' ').matchAll(WORD)) {
      const terms = lookUp(word).slice(0, most - read);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + times / Math.sqrt(terms.length));
      read += terms.length;
      if (read >= most) break;
    }
  };
  count(title ?? '', TITLE_WEIGHT, Number.POSITIVE_INFINITY);
  count(text, 1, COUNTED_TERMS);
  return counts;
}
