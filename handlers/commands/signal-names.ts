import { COMPARE_SEPARATOR, MAX_LIST_NUMBER, MAX_WORDS_LENGTH, type SignalReference } from '@pain-signals/domain';
import type { Word } from './command-line.ts';

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
/** `3`, `3.` and `#12`. Longer numbers without `#` are words, such as 404. */
const NUMBER = /^(?:#(\d{1,4})|(\d{1,2}))\.?$/;

const LINK = /^https?:\/\/[^\s"<>|]{1,480}$/i;

/** A link, an id, a number of the last list, `it`, or words. */
export function parseSignalName(text: string): SignalReference {
  if (/^(?:it|this|that)$/i.test(text)) return { by: 'it' };
  if (LINK.test(text)) return { by: 'link', url: text };
  const id = findSignalId(text);
  if (id !== null) return { by: 'id', id };
  const [, marked, bare] = NUMBER.exec(text) ?? [];
  const number = Number(marked ?? bare ?? 0);
  return number >= 1 && number <= MAX_LIST_NUMBER ? { by: 'number', number } : { by: 'words', words: text };
}

/** The first signal id in a text. */
export const findSignalId = (text: string): string | null => UUID.exec(text)?.[0]?.toLowerCase() ?? null;

/** Splits `oauth vs sso`, and two ids or numbers as in `1 and 3`. */
export function splitSignalNames(words: readonly Word[]): string[] {
  const sides: string[][] = [[]];
  for (const { text, isQuoted } of words) {
    if (!isQuoted && COMPARE_SEPARATOR.test(text)) sides.push([]);
    else sides.at(-1)?.push(text);
  }
  const names = sides.map((side) => side.join(' ').replace(/ +/g, ' ').trim()).filter((name) => name !== '');
  return names.length === 1 ? (splitShortNames(words) ?? names) : names;
}

function splitShortNames(words: readonly Word[]): string[] | null {
  const names = words.map(({ text }) => text.replace(/,$/, '')).filter((text) => !/^(?:and|with|to|&|,|)$/i.test(text));
  const areShort = names.length === 2 && names.every((name) => parseSignalName(name).by !== 'words');
  return areShort ? names : null;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const SPELLED = new RegExp(`^(?:number|no\\.?|signal) (${NUMBERS.join('|')})$`, 'i');

const IT = /^(?:it|this|that|them|these|those)(?: (?:one|signal|pain|topic))?$|^the (?:signal|pain|topic)$/i;

/** `3`, `#3`, `number 3`, `the third one`, an id, a link, or `it`; null for anything else. */
export function parseSignalReference(phrase: string): SignalReference | null {
  if (IT.test(phrase.trim())) return { by: 'it' };
  const spelled = SPELLED.exec(phrase.trim())?.[1];
  if (spelled !== undefined) return { by: 'number', number: NUMBERS.indexOf(spelled.toLowerCase()) + 1 };
  const bare = phrase
    .trim()
    .replace(/^(?:the|that|this) /i, '')
    .replace(/^(?:number|no\.?|nr\.?|signal|item|pain) /i, '')
    .replace(/ (?:one|signal|item|pain)$/i, '');
  if (/^(?:the )?top one$/i.test(phrase.trim())) return { by: 'number', number: 1 };
  const ordinal = ORDINALS.indexOf(bare.toLowerCase());
  if (ordinal >= 0) return { by: 'number', number: ordinal + 1 };
  const name = parseSignalName(bare.replace(/(\d)(?:st|nd|rd|th)$/i, '$1'));
  // Links without an id are a topic to ask about.
  const isReference = name.by !== 'words' && (name.by !== 'link' || findSignalId(name.url) !== null);
  return isReference ? name : null;
}

/** A reference, or words of the topic. Null when empty or too long. */
export function parseReferenceOrTopic(phrase: string): SignalReference | null {
  const words = phrase
    .trim()
    .replace(/[,:;] ?(?:which|what|who|and|but)\b.*$/i, '')
    .replace(/^(?:(?:any |some )?(?:thoughts|opinions?|news) (?:on|about) )?(?:the |that |this )?/i, '')
    .replace(/ (?:doing|looking|performing|in general)$/i, '');
  return (
    parseSignalReference(phrase) ??
    parseSignalReference(`number ${words}`) ??
    (words === '' || words.length > MAX_WORDS_LENGTH ? null : { by: 'words', words })
  );
}
