import { questionAbout } from '#blocks/named-question.ts';
import { CHART_DAYS, type FindQuestion, type Question } from '#blocks/question.ts';
import type { SignalName } from '#blocks/signal-name.ts';
import { readNamed, readPointer } from './signal-words.ts';

type Want = FindQuestion['want'];

/** A picture, over as many days as somebody says. */
const CHARTS: readonly RegExp[] = [
  /^(?:an? |the )?(?:chart|graph|plot|timeline|trend(?:line)?)(?: (?:of|for|on))? (.+?)$/i,
  /^how (?:has|have|did|does|is) (.+?) (?:changed?|developed?|evolved?|grown?|gone|moved?|doing|looked|look)(?: over time)?$/i,
];
const DAYS = / ?(?:(?:over|for|in|of|during|within) )?(?:the )?(?:(?:last|past) )?(\d{1,3}) ?days?$/i;

function readChart(text: string): Question | null {
  const [, days] = DAYS.exec(text) ?? [];
  const core = text.replace(DAYS, '').trim();
  for (const says of CHARTS) {
    const name = readPointer(says.exec(core)?.[1] ?? '');
    if (name !== null) return questionAbout('chart', [name], { kind: 'timeline', days: nearestSpan(days) });
  }
  return null;
}

function nearestSpan(days: string | undefined): (typeof CHART_DAYS)[number] {
  const wanted = Number(days ?? 30);
  return CHART_DAYS.find((span) => span >= wanted) ?? 365;
}

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
    says: /^(?:(?:is|are) there|do (?:we|you) have|have (?:we|you)(?: got)?|any)(?: an?| any)? (?:opportunity )?briefs? (?:for|on|about|of) (.+)$/i,
    read: readNamed,
  },
  {
    want: 'brief',
    says: /^(?:write up|write (?:me |us )?(?:up|a brief (?:for|on|about|of))) (.+)$/i,
    read: readPointer,
  },
  {
    want: 'share',
    says: /^(?:share|post) (.+?)(?: (?:with|to|in|into) (?:#?\S+|the \w+|this channel))?$/i,
    read: readPointer,
  },
  {
    want: 'brief',
    says: /^(?:is there |what(?:'s| is) )?(?:an? |the )?opportunity (?:in|for|of|behind|with) (.+)$/i,
    read: readNamed,
  },
  {
    want: 'evidence',
    says: /^where (?:do|does|did|is|are) (?:the )?(?:(?:complaints|posts|reports|mentions) (?:about|of|on) )?(.+?) com(?:e|ing) from$/i,
    read: readPointer,
  },
  {
    want: 'evidence',
    says: /^who (?:is|are)(?: all)? (?:complaining|talking|writing|affected|hurt)(?: (?:about|by|of))? (.+)$/i,
    read: readPointer,
  },
  {
    want: 'signal',
    says: /^why (?:is|does|did|has) (.+?) (?:so|that|this|rank(?:ed)?|scor(?:e|ed|ing)|rated)(?: (?:high|low|bad|hot|big|highly))*$/i,
    read: readPointer,
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
  const chart = readChart(text);
  if (chart !== null) return chart;
  for (const { want, says, read } of PATTERNS) {
    const [, ...phrases] = says.exec(text) ?? [];
    if (phrases.length === 0) continue;
    const names = phrases.map(read).filter((name) => name !== null);
    if (names.length === phrases.length) return questionAbout(want, names);
  }
  return null;
}
