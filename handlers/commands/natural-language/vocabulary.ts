import { parseAreaName } from '../option-values.ts';
import { findSignalId, parseSignalReference } from '../signal-names.ts';
import { isEveryday } from './everyday-words.ts';
import { MEANINGS } from './meanings.ts';

export type Meaning = keyof typeof MEANINGS | 'area' | 'reference' | 'count' | 'other';

/** A word or phrase of a request. */
export interface Word {
  meaning: Meaning;
  text: string;
}

const ENDING = '(?:e|es|ed|en|ing|s|d|y|ies|er|al|ment)?';
/** `drop*` is dropped and dropping, too. People leave apostrophes out. */
const withEndings = (phrase: string): string =>
  phrase
    .replaceAll('.', '\\.')
    .replaceAll('’', '’?')
    .replace(/([bdgklmnprt]?)\*/g, (_, last: string) => (last ? `${last}{1,2}${ENDING}` : ENDING));
const PATTERNS = Object.entries(MEANINGS).map(([meaning, phrases]) => {
  const all = phrases.split(',').map((phrase) => withEndings(phrase.trim()));
  return [meaning as Meaning, new RegExp(`^(?:${all.join('|')})$`)] as const;
});

const LONGEST_PHRASE = 5;
const MOST_WORDS = 24;

/** The words of a request with their meanings, longest phrases first; null when there are too many for one. */
export function wordsOf(text: string): Word[] | null {
  const raw = text
    .toLowerCase()
    .replace(/\b(top|last)(?=\d)/g, '$1 ')
    .replace(/['’`]/g, '’')
    .replace(/(?:^|\s)[-–—>]+(?=\s|$)|[?!,;:"()…]+|\.+(?=\s|$)/g, ' ')
    .trim()
    .split(/\s+/);
  if (raw.length > MOST_WORDS) return null;
  const words: Word[] = [];
  for (let at = 0; at < raw.length; ) {
    const [word, length] = phraseAt(raw, at);
    words.push(word);
    at += length;
  }
  return withoutTopic(words.map((word, at) => inContext(word, words[at - 1], words[at + 1])));
}

/** Beside a word that only a topic has, everyday words are part of the topic. */
const withoutTopic = (words: Word[]): Word[] =>
  words.every(({ meaning, text }) => meaning !== 'other' || isEveryday(text))
    ? words.map((word) => (word.meaning === 'other' ? { ...word, meaning: 'light' } : word))
    : words;

const NUMBERS = 'two three four five six seven eight nine ten'.split(' ');

const SINGULAR = /^(?:feature|bug|question|complaint)$/;

const TROUBLES = /^(?:problem|issue|pain|trouble|bug|complaint|question)s?$/;

/** "Five bugs" and "top five" count, but "two factor" is a topic; "build problems" are of an area. */
function inContext(word: Word, before: Word | undefined, next: Word | undefined): Word {
  // A feature flag, a bug bounty, a question mark.
  if (SINGULAR.test(word.text) && next?.meaning === 'other') return { ...word, meaning: 'other' };
  if (word.text === 'number one' && next !== undefined && COUNTED.includes(next.meaning))
    return { ...word, meaning: 'top' };
  // At the beginning it asks.
  if (word.text === 'when' && before !== undefined) return { ...word, meaning: 'when' };
  if (word.text === 'build' && TROUBLES.test(next?.text ?? '')) return { ...word, meaning: 'area' };
  const count = NUMBERS.indexOf(word.text) + 2;
  const isCount =
    next === undefined ? before !== undefined && COUNTS.test(before.text) : COUNTED.includes(next.meaning);
  return word.meaning === 'other' && count > 1 && isCount ? { meaning: 'reference', text: String(count) } : word;
}

/** What a number behind it counts with. */
export const COUNTS =
  /^(?:top|trending|emerging|rising|newest|latest|max|maximum|limit|limited to|at most|no more than|up to)$/;

/** What a number before it counts. */
export const COUNTED: readonly Meaning[] = 'noun top recent volume small bug complaint question feature_request'.split(
  ' ',
) as Meaning[];

function phraseAt(raw: readonly string[], at: number): [Word, number] {
  for (let length = Math.min(LONGEST_PHRASE, raw.length - at); length > 0; length--) {
    const text = raw.slice(at, at + length).join(' ');
    const meaning = meaningOf(text);
    if (meaning !== null) return [{ meaning, text }, length];
  }
  return [{ meaning: 'other', text: raw[at] ?? '' }, 1];
}

/** "My 10am": no part of a topic. */
const TIME = /^\d{1,2}(?::\d\d)? ?(?:am|pm)$/;

/** "Notify the channel", "send us a message", "tell me when". */
const ALL = '(?:me|us|the channel|this channel|the team|our team|my team|everyone|everybody)';
const TELL = new RegExp(
  `^(?:(?:alert|notify|ping|warn|message|dm|e-?mail|text|inform|remind) ${ALL}|let ${ALL} know|tell ${ALL} (?:when|if|once)|tell (?:this|the) channel|(?:send|give|drop|shoot) ${ALL} (?:an? )?(?:message|dm|note|heads[- ]?up|shout|ping|alert|notification|line|nudge))$`,
);
/** "Narrow it down to". */
const NARROW =
  /^(?:narrow|filter|limit|restrict|reduce|cut)(?: (?:it|this|that|them|these|those))?(?: down)?(?: (?:to|by|for|on))$/;

function meaningOf(text: string): Meaning | null {
  if (TIME.test(text)) return 'filler';
  if (TELL.test(text)) return 'tell';
  if (NARROW.test(text)) return 'only';
  const isPhrase = text.includes(' ');
  if (!(isPhrase && findSignalId(text) !== null) && parseSignalReference(text) !== null) return 'reference';
  const [meaning] = PATTERNS.find(([, pattern]) => pattern.test(text)) ?? [];
  return meaning ?? (parseAreaName(text) === null ? null : 'area');
}

/** Isn't to be taken for a misspelling of another. */
export const isKnownWord = (word: string): boolean => meaningOf(word) !== null;

/** The single words of requests, in their common forms. */
export function requestWords(): string[] {
  const stems = Object.values(MEANINGS).flatMap((phrases) => phrases.split(',').map((phrase) => phrase.trim()));
  return stems
    .flatMap((phrase) => phrase.split(' '))
    .filter((word) => /^[a-z]{3,}\*?$/.test(word))
    .flatMap((word) =>
      word.endsWith('*')
        ? ['', 'e', 's', 'es', 'ed', 'ing'].map((ending) => word.slice(0, -1) + ending).filter(isKnownWord)
        : [word],
    );
}
