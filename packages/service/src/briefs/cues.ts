import cues from './cues.json' with { type: 'json' };

export type Cue = keyof typeof cues;

const escapePattern = (phrase: string) => phrase.replace(/[.+*?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "['’]");

const patterns = Object.fromEntries(
  Object.entries(cues).map(([cue, phrases]) => [
    cue,
    new RegExp(`(?<![\\p{L}-])(?:${phrases.map(escapePattern).join('|')})(?![\\p{L}-])`, 'iu'),
  ]),
) as Record<Cue, RegExp>;

/** Whether a sentence gives a sign of something: being blocked, time lost, a workaround, a wish. */
export const gives = (cue: Cue, sentence: string): boolean => patterns[cue].test(sentence);
