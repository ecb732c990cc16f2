import { questionAbout } from '#blocks/named-question.ts';
import type { FindQuestion, Question } from '#blocks/question.ts';
import type { SignalName } from '#blocks/signal-name.ts';
import { readNamed, readPointer } from './signal-words.ts';

type Want = FindQuestion['want'];

interface Pattern {
  want: Want;
  says: RegExp;
  /** How each signal may be named; by words only where nothing else could be meant. */
  read: (phrase: string) => SignalName | null;
}

/** The particular before the general. */
const PATTERNS: readonly Pattern[] = [
  {
    want: 'compare',
    says: /^(?:compare|comparison of|(?:what(?:'s| is) )?(?:the )?difference between) (.+?) (?:vs\.?|versus|against) (.+)$/i,
    read: readNamed,
  },
  {
    want: 'compare',
    says: /^(?:compare|comparison of|(?:what(?:'s| is) )?(?:the )?difference between) (.+?) (?:with|to|and) (.+)$/i,
    read: readNamed,
  },
  { want: 'compare', says: /^how (?:does|do) (.+?) compare (?:with|to|against) (.+)$/i, read: readNamed },
  {
    want: 'compare',
    says: /^which (?:one )?(?:is|of these is|grows|hurts) [a-z]+[,:]? (.+?) or (.+)$/i,
    read: readPointer,
  },
  { want: 'compare', says: /^(.+?) (?:vs\.?|versus) (.+)$/i, read: readNamed },
  {
    want: 'evidence',
    says: /^(?:the |some |any |all )?(?:evidence|proof|quotes?|sources|posts)(?: (?:for|of|about|on|behind|from|to))? (.+)$/i,
    read: readNamed,
  },
  {
    want: 'evidence',
    says: /^what (?:do|did|are|have) (?:people|developers|users|they) (?:say|saying|said|write|writing|wrote|written) (?:about|on) (.+)$/i,
    read: readPointer,
  },
  {
    want: 'evidence',
    says: /^who (?:says|said|wrote|complains)(?: (?:that|this|so))? (?:about|for) (.+)$/i,
    read: readPointer,
  },
  { want: 'brief', says: /^(?:the |an? )?(?:opportunity )?brief(?: (?:for|on|about|of))? (.+)$/i, read: readNamed },
  {
    want: 'brief',
    says: /^(?:is there |what(?:'s| is) )?(?:an? |the )?opportunity (?:in|for|of|behind|with) (.+)$/i,
    read: readNamed,
  },
  {
    want: 'signal',
    says: /^(?:(?:more )?(?:about|on)|details? (?:on|of|about|for)|explain|open|signal|what(?:'s| is)) (.+?)(?: (?:all )?about)?$/i,
    read: readPointer,
  },
  { want: 'signal', says: /^(.+)$/, read: readPointer },
];

/** A question about one signal or two, named by number, id, link or words. */
export function readAbout(text: string): Question | null {
  for (const { want, says, read } of PATTERNS) {
    const [, ...phrases] = says.exec(text) ?? [];
    if (phrases.length === 0) continue;
    const names = phrases.map(read).filter((name) => name !== null);
    if (names.length === phrases.length) return questionAbout(want, names);
  }
  return null;
}
