import { parseAreaName } from '../option-values.ts';
import { findSignalId, parseSignalReference } from '../signal-names.ts';
import { isEveryday } from './everyday-words.ts';
import { MEANINGS } from './meanings.ts';

export type Meaning = keyof typeof MEANINGS | 'area' | 'reference' | 'count' | 'other';

/** A word or phrase of a request. */
export interface Word {
  meaning: Meaning;
  text: string;
  /** Where it is in the sentence. */
  start: number;
  end: number;
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
const MOST_WORDS = 40;

/** Without the marks around it; "top5" is two words. */
const TOKEN = /(?<![\p{L}\p{N}])(?:top|last)(?=\d)|[^\s?!,;:"()…]+/giu;
const MARKS = /^[-–—>]+$|\.+$/;

/** The first words of a request with their meanings, longest phrases first. */
export function wordsOf(text: string): Word[] {
  const tokens = [...text.matchAll(TOKEN)].slice(0, MOST_WORDS).flatMap(({ 0: token, index: start }) => {
    const bare = token.replace(MARKS, '');
    return bare === '' ? [] : [{ text: bare.toLowerCase().replace(/['’`]/g, '’'), start, end: start + bare.length }];
  });
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [word, length] = phraseAt(tokens, at);
    words.push(word);
    at += length;
  }
  return words.map((word, at) => inContext(word, words[at - 1], words[at + 1]));
}

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
  // "Rising in build": elsewhere these words ask for something.
  const isBehindIn = before?.text === 'in' && next?.meaning !== 'other';
  if (isBehindIn && parseAreaName(word.text) !== null) return { ...word, meaning: 'area' };
  const count = NUMBERS.indexOf(word.text) + 2;
  const isCount =
    next === undefined ? before !== undefined && COUNTS.test(before.text) : COUNTED.includes(next.meaning);
  return word.meaning === 'other' && count > 1 && isCount
    ? { ...word, meaning: 'reference', text: String(count) }
    : word;
}

/** What a number behind it counts with. */
export const COUNTS =
  /^(?:top|(?:the )?first|trending|emerging|rising|newest|latest|max|maximum|limit|limited to|at most|no more than|up to)$/;

/** What a number before it counts. */
export const COUNTED: readonly Meaning[] = 'noun top recent volume small bug complaint question feature_request'.split(
  ' ',
) as Meaning[];

type Token = Omit<Word, 'meaning'>;

function phraseAt(tokens: readonly Token[], at: number): [Word, number] {
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length > 1; length--) {
    const phrase = joined(tokens.slice(at, at + length));
    const meaning = meaningOf(phrase.text);
    if (meaning !== null) return [{ ...phrase, meaning }, length];
  }
  const token = tokens[at] as Token;
  return [{ ...token, meaning: meaningOf(token.text) ?? 'other' }, 1];
}

const joined = (tokens: readonly Token[]): Token => ({
  text: tokens.map(({ text }) => text).join(' '),
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
});

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

/** Whether a question has words that posts can be searched for, besides those of a request: not "what is rising?" or "how many people?" */
export const namesSubject = (question: string): boolean =>
  wordsOf(question).some(({ meaning, text }) => meaning === 'area' || (meaning === 'other' && !isEveryday(text)));

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
