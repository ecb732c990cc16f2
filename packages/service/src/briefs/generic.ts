import generic from './generic.json' with { type: 'json' };

const GENERIC: ReadonlySet<string> = new Set(generic);

/** Whether a word puts many things into a sentence and is about none of them. */
export const isGeneric = (word: string): boolean => GENERIC.has(word.toLowerCase());
