import type { SignalReference } from '#blocks/signal-name.ts';
import { MAX_WORDS_LENGTH } from '#blocks/signal-name.ts';
import { findSignalId, parseSignalName } from '../parsing/signal-names.ts';

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** `3`, `#3`, `number 3`, `the third one`, an id or a link; null for anything else. */
export function parseSignalReference(phrase: string): SignalReference | null {
  const bare = phrase
    .trim()
    .replace(/^(?:the|that|this) /i, '')
    .replace(/^(?:number|no\.?|nr\.?|signal|item|pain) /i, '')
    .replace(/ (?:one|signal|item|pain)$/i, '');
  const ordinal = ORDINALS.indexOf(bare.toLowerCase());
  if (ordinal >= 0) return { by: 'number', number: ordinal + 1 };
  const name = parseSignalName(bare.replace(/(\d)(?:st|nd|rd|th)$/i, '$1'));
  // Other links are rather what somebody asks about.
  const isPointer = name.by !== 'words' && (name.by !== 'link' || findSignalId(name.url) !== null);
  return isPointer ? name : null;
}

/** A pointer, or words of the signal's topic; null when there are none or far too many. */
export function parseReferenceOrTopic(phrase: string): SignalReference | null {
  const words = phrase.trim().replace(/^(?:the|that|this) /i, '');
  return (
    parseSignalReference(phrase) ?? (words === '' || words.length > MAX_WORDS_LENGTH ? null : { by: 'words', words })
  );
}
