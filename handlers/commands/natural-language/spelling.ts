import { countTypos, nearestWord } from '../command-line.ts';
import { isKnownWord, requestWords } from './vocabulary.ts';

/** Words that commands and questions are made of. What people search for isn't among them, so it is never corrected. */
const VOCABULARY =
  'trending emerging rising growing fading evidence proof quotes brief briefs compare share watch chart graph signal number show what whats why bugs bug complaints questions about the and for second third first brief top worst biggest search find databases security this month week last days spreading newest latest most mentioned please details'.split(
    ' ',
  );
const KNOWN = new Set([
  ...VOCABULARY,
  ...'wait what wash work works then than there them they that hat host post posts test tests rust trust book boss both form from more most much must mouse list last lost late fast web week weak weeks dave days data date share slow snow stow flow shape shard failing complain complains chart charm hash bash sold solid'.split(
    ' ',
  ),
]);
const SHORT: Record<string, string> = {
  wats: 'what is',
  wut: 'what',
  wy: 'why',
  y: 'why',
  teh: 'the',
  pls: 'please',
  plz: 'please',
  u: 'you',
  abt: 'about',
  ppl: 'people',
  smth: 'something',
  sth: 'something',
  r: 'are',
  ur: 'your',
  thru: 'through',
  w: 'with',
  'w/': 'with',
};
const SHORTEST = 4;

/** Abbreviations written out, where there are other words. */
export const expandShort = (text: string): string =>
  text.includes(' ')
    ? text
        .split(' ')
        .map((word) => SHORT[word.toLowerCase()] ?? word)
        .join(' ')
    : text;

/** The same text with its typing errors corrected, and the wrong words; null when there are none. */
export function correctSpelling(text: string): { text: string; wrong: string[] } | null {
  const words = text.split(' ');
  const corrected = words.map(correctWord);
  const wrong = words.filter((word, at) => word !== corrected[at]).map((word) => word.replace(MARKS, ''));
  return wrong.length === 0 ? null : { text: corrected.join(' '), wrong };
}

const MARKS = /[?!.,]+$/;

/** Words of up to six letters have one typing error at most: proof is no misspelled pool. */
const isOtherWord = (bare: string, near: string): boolean => bare.length < LONG && countTypos(bare, near) > 1;

const LONG = 7;

const SHORTEST_SLIP = 6;

/** Every word that requests are made of, by each of its spellings without one letter. */
const WITHOUT_LETTER = new Map<string, Set<string>>();
for (const word of requestWords()) {
  for (const key of [word, ...withoutOneLetter(word)]) {
    WITHOUT_LETTER.set(key, (WITHOUT_LETTER.get(key) ?? new Set()).add(word));
  }
}

function withoutOneLetter(word: string): string[] {
  return [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** The one known word that differs by a single slip: two letters swapped or, in longer words, one wrong, missing or doubled. */
function correctSlip(typed: string): string | null {
  const near = [typed, ...withoutOneLetter(typed)].flatMap((key) => [...(WITHOUT_LETTER.get(key) ?? [])]);
  const fits = [...new Set(near)].filter(
    (word) => word[0] === typed[0] && !typed.startsWith(word) && isSlip(typed, word),
  );
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

const isSlip = (typed: string, word: string): boolean =>
  typed.length === word.length && [...typed].sort().join('') === [...word].sort().join('')
    ? typed.length >= SHORTEST
    : Math.min(typed.length, word.length) >= SHORTEST_SLIP && countTypos(typed, word) === 1;

function correctWord(word: string): string {
  const bare = word.toLowerCase().replace(MARKS, '');
  const mark = word.slice(bare.length);
  if (Object.hasOwn(SHORT, bare)) return `${SHORT[bare]}${mark}`;
  if (bare.length < SHORTEST || KNOWN.has(bare) || isKnownWord(bare) || !/^[a-z]+$/.test(bare)) return word;
  const slip = correctSlip(bare);
  if (slip !== null) return `${slip}${mark}`;
  const near = nearestWord(bare, VOCABULARY);
  // A longer word that begins with one of ours is another word: graph and GraphQL.
  return near !== null && near[0] === bare[0] && !bare.startsWith(near) && !isOtherWord(bare, near)
    ? `${near}${mark}`
    : word;
}
