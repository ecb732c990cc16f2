import cues from './cues.json' with { type: 'json' };

export type Cue = keyof typeof cues;

/** "takes|took … hours": either word, up to four words between. "^add": at the beginning. */
const toPattern = (phrase: string) =>
  phrase
    .split(' ')
    .map((word) => (word.includes('|') ? `(?:${word})` : word.replaceAll("'", "['’]")))
    .join(' ')
    .replaceAll(' … ', '(?: \\S+){0,4}? ');

const patterns = Object.fromEntries(
  Object.entries(cues).map(([cue, phrases]) => [
    cue,
    new RegExp(`(?<![\\p{L}-])(?:${phrases.map(toPattern).join('|')})(?![\\p{L}-])`, 'iu'),
  ]),
) as Record<Cue, RegExp>;

/** Whether a sentence gives a sign of something: being blocked, time lost, a workaround, a wish. */
export const gives = (cue: Cue, sentence: string): boolean => patterns[cue].test(sentence);
