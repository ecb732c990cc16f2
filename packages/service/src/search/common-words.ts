import words from './common-words.json' with { type: 'json' };

const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** Office and everyday words that are never about a software pain, even when a post mentions them. */
export const SMALL_TALK = setOf(words.smallTalk);

/** Everyday work words: they help to rank signals, but a signal that has no other word of the question is no hit. */
export const WEAK_WORDS = setOf(words.weak);

/** Words that ask who complains rather than about what: a question with others is about those alone. */
export const ASKING_WORDS = setOf(words.asking);
