import { CHART_DAYS, type FindQuery, type Query, queryForSignals, type SignalReference } from '@pain-signals/domain';
import { parseReferenceOrTopic, parseSignalReference } from '../signal-names.ts';

type Want = FindQuery['want'];

const CHARTS: readonly RegExp[] = [
  /^(?:an? |the )?(?:chart|graph|plot|timeline|trend(?:line)?)(?: (?:of|for|on))? (.+?)$/i,
  /^how (?:has|have|did|does|is) (.+?) (?:changed?|developed?|evolved?|grown?|gone|moved?|doing|looked|look)(?: over time)?$/i,
];
const DAYS = / ?(?:(?:over|for|in|of|during|within) )?(?:the )?(?:(?:last|past) )?(\d{1,3}) ?days?$/i;

function parseChartPhrase(text: string): Query | null {
  const [, days] = DAYS.exec(text) ?? [];
  const core = text.replace(DAYS, '').trim();
  for (const pattern of CHARTS) {
    const name = parseSignalReference(pattern.exec(core)?.[1] ?? '');
    if (name !== null) return queryForSignals('chart', [name], { kind: 'timeline', days: nearestSpan(days) });
  }
  return null;
}

function nearestSpan(days: string | undefined): (typeof CHART_DAYS)[number] {
  const wanted = Number(days ?? 30);
  return CHART_DAYS.find((span) => span >= wanted) ?? 365;
}

interface Pattern {
  want: Want;
  pattern: RegExp;
  /** How signals are named. By words only where the phrase is unambiguous. */
  parseName: (phrase: string) => SignalReference | null;
}

/** Specific patterns before general ones. */
const PATTERNS: readonly Pattern[] = [
  {
    want: 'compare',
    pattern:
      /^(?:compare|comparison of|(?:what(?:'s| is) )?(?:the )?difference between) (.+?) (?:vs\.?|versus|against) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'compare',
    pattern: /^(?:compare|comparison of|(?:what(?:'s| is) )?(?:the )?difference between) (.+?) (?:with|to|and) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'compare',
    pattern: /^how (?:does|do) (.+?) compare (?:with|to|against) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'compare',
    pattern: /^which (?:one )?(?:is|of these is|grows|hurts) [a-z]+[,:]? (.+?) or (.+)$/i,
    parseName: parseSignalReference,
  },
  { want: 'compare', pattern: /^(.+?) (?:vs\.?|versus) (.+)$/i, parseName: parseReferenceOrTopic },
  {
    want: 'evidence',
    pattern:
      /^(?:the |some |any |all )?(?:evidence|proof|quotes?|sources|posts)(?: (?:for|of|about|on|behind|from|to))? (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'evidence',
    pattern:
      /^what (?:do|did|are|have) (?:people|developers|users|they) (?:say|saying|said|write|writing|wrote|written) (?:about|on) (.+)$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'evidence',
    pattern: /^who (?:says|said|wrote|complains)(?: (?:that|this|so))? (?:about|for) (.+)$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'brief',
    pattern: /^(?:the |an? )?(?:opportunity )?brief(?: (?:for|on|about|of))? (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'brief',
    pattern:
      /^(?:(?:is|are) there|do (?:we|you) have|have (?:we|you)(?: got)?|any)(?: an?| any)? (?:opportunity )?briefs? (?:for|on|about|of) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'brief',
    pattern: /^(?:write up|write (?:me |us )?(?:up|a brief (?:for|on|about|of))) (.+)$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'share',
    pattern: /^(?:share|post) (.+?)(?: (?:with|to|in|into) (?:#?\S+|the \w+|this channel))?$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'brief',
    pattern: /^(?:is there |what(?:'s| is) )?(?:an? |the )?opportunity (?:in|for|of|behind|with) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'evidence',
    pattern:
      /^where (?:do|does|did|is|are) (?:the )?(?:(?:complaints|posts|reports|mentions) (?:about|of|on) )?(.+?) com(?:e|ing) from$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'evidence',
    pattern: /^who (?:is|are)(?: all)? (?:complaining|talking|writing|affected|hurt)(?: (?:about|by|of))? (.+)$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'signal',
    pattern:
      /^why (?:is|does|did|has) (.+?) (?:so|that|this|rank(?:ed)?|scor(?:e|ed|ing)|rated)(?: (?:high|low|bad|hot|big|highly))*$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'signal',
    pattern:
      /^(?:(?:more )?(?:about|on)|details? (?:on|of|about|for)|explain|open|signal|what(?:'s| is)) (.+?)(?: (?:all )?about)?$/i,
    parseName: parseSignalReference,
  },
  { want: 'signal', pattern: /^(.+)$/, parseName: parseSignalReference },
];

/** A query about one or two signals, named by number, id, link or words. */
export function parseSignalPhrase(text: string): Query | null {
  const chart = parseChartPhrase(text);
  if (chart !== null) return chart;
  for (const { want, pattern, parseName } of PATTERNS) {
    const [, ...phrases] = pattern.exec(text) ?? [];
    if (phrases.length === 0) continue;
    const names = phrases.map(parseName).filter((name) => name !== null);
    if (names.length === phrases.length) return queryForSignals(want, names);
  }
  return null;
}
