import cues from './cues.json' with { type: 'json' };

export type Cue = keyof typeof cues;

/** "takes|took … hours": either word, up to four words between. "^add": at the beginning. */
const toPattern = (phrase: string) =>
  phrase
    .split(' ')
    .map((word) => word.replaceAll("'", "['’]").replace(/^(\^?)(.*\|.*)$/, '$1(?:$2)'))
    .join(' ')
    .replaceAll(' … ', '(?: \\S+){0,4}? ');

/** Whether a text holds one of the phrases. */
export function matchesAny(phrases: readonly string[]): (text: string) => boolean {
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${phrases.map(toPattern).join('|')})(?![\\p{L}-])`, 'iu');
  return (text) => pattern.test(text);
}

const tests = Object.fromEntries(Object.entries(cues).map(([cue, phrases]) => [cue, matchesAny(phrases)])) as Record<
  Cue,
  (text: string) => boolean
>;

/** Whether a sentence gives a sign of something: being blocked, time lost, a workaround, a wish. */
export const gives = (cue: Cue, sentence: string): boolean => tests[cue](sentence);
