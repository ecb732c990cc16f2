import { CHART_DAYS, type FindQuery, type Query, queryForSignals, type SignalReference } from '@pain-signals/domain';
import { ORDINALS, parseReferenceOrTopic, parseSignalReference } from '../signal-names.ts';

type Want = FindQuery['want'];

const CHARTS: readonly RegExp[] = [
  /^(?:an? |the )?(?:chart|graph|plot|timeline|trend(?:line)?)(?: (?:of|for|on))? (.+?)$/i,
  /^how (?:has|have|did|does|is) (.+?) (?:changed?|developed?|develop|evolved?|grown?|trending|gone|moved?|doing|looked|look)(?: over time)?$/i,
];
function parseChartPhrase(text: string): Query | null {
  for (const pattern of CHARTS) {
    const name = parseSignalReference(pattern.exec(text)?.[1] ?? '');
    if (name !== null) return queryForSignals('chart', [name], { kind: 'timeline', days: 30 });
  }
  return null;
}

/** The shortest chart that shows so many days. */
export const chartSpan = (days: number): (typeof CHART_DAYS)[number] => CHART_DAYS.find((span) => span >= days) ?? 365;

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
    pattern: /^which (?:one )?(?:is|of these is|grows|hurts)(?: [a-z]+){1,2}[,:]? (.+?) or (.+)$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'compare',
    pattern:
      /^(?:put |show |see )?(.+?) (?:and|or|next to|beside|with) (.+?)(?: (?:side by side|next to each other|together))$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'compare',
    pattern:
      /^(?:is|are|does|do) (.+?) (?:(?:grow|growing|rise|rising) (?:faster|more)|(?:a )?(?:worse|bigger)(?: \w+)?) than (.+)$/i,
    parseName: parseReferenceOrTopic,
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
    want: 'why',
    pattern:
      /^is (.+?) (?:still )?(?:getting (?:worse|better|bigger)|growing|rising|increasing|falling|fading|going (?:up|down))$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'why',
    pattern:
      /^(?:why|how come)(?: (?:is|are|does|do|did|has|have|was|were))? (.+?)(?: (?:is|are|has|was|went|goes?|going|getting|gets?|got|grow(?:s|ing|n)?|grew|ris(?:es?|ing|en)|rose|trend(?:s|ing)?|spik(?:e[sd]?|ing)|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|surg(?:e[sd]?|ing)|increas(?:e[sd]?|ing)|explod(?:e[sd]?|ing)|fall(?:s|ing|en)?|fell|drop(?:s|ped|ping)?|fad(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|so|that|this|rank(?:s|ed|ing)?|scor(?:e[sd]?|ing)|rated|up|down|here|there|back|on|top|new|(?:in )?the|list|high(?:ly)?|low|bad|hot|big|fast|quick(?:ly)?|much|more|worse|better|first|popular|important))*$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'why',
    pattern:
      /^(?:explain(?: to (?:me|us))?|what(?:'s| is| was)(?: (?:the deal with|behind|driving|causing|pushing|up with|going on with|happening (?:with|to|in)|the (?:reason|story|matter) (?:for|behind|with|of)))|what (?:happened|changed)(?: (?:with|to|in|about|for))?|what (?:drives|causes|caused|pushed|made|makes)|(?:the )?reasons? (?:for|behind)|how come) (.+?)(?: (?:to (?:me|us)|rising|growing|rise|grow|jump|spike|climb|trend|surge|go up|up))?$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'hide',
    pattern:
      /^(?:hide|dismiss|ignore|mute|remove|get rid of) (.+?)(?: (?:here|for us|from (?:here|the lists?)))?(?:(?:[,;:]| [-–]| because| since| as) .+)?$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'hide',
    pattern:
      /^(.+?) (?:is|was|isn't|is not)(?: just| only)? (?:(?:not )?(?:a pain|useful|relevant|our area|for us)|noise|irrelevant|spam|junk|garbage|nonsense|rubbish|off[- ]topic)(?: (?:here|for us|to us))?$/i,
    parseName: parseSignalReference,
  },
  {
    want: 'signal',
    pattern:
      /^(?:(?:more )?(?:about|on)|(?:more )?details? (?:on|of|about|for)|open|signal|what(?:'s| is)) (.+?)(?: (?:all )?about)?$/i,
    parseName: parseSignalReference,
  },
  { want: 'signal', pattern: /^(.+)$/, parseName: parseSignalReference },
];

const FIRST_TWO = /^compare (?:the )?(?:first|top) (?:two|2)(?: (?:ones|signals|pains))?$/i;

/** A query about one or two signals, named by number, id, link or words. */
export function parseSignalPhrase(text: string): Query | null {
  if (FIRST_TWO.test(text))
    return queryForSignals(
      'compare',
      [1, 2].map((number) => ({ by: 'number', number })),
    );
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

/** Asks something else about a signal: "how many people are affected by number 2". */
const MENTIONED = new RegExp(`(?:\\bnumber |\\bno\\. ?|#)(\\d{1,2})\\b|\\bthe (${ORDINALS.join('|')}) one\\b`, 'i');
const MOST_WORDS = 12;

/** Any other text with exactly one clear reference opens that signal. */
export function parseMentionedSignal(text: string): Query | null {
  const [, number, ordinal] = text.split(' ').length > MOST_WORDS ? [] : (MENTIONED.exec(text) ?? []);
  const name = parseSignalReference(number ?? ordinal ?? '');
  return name === null ? null : queryForSignals('signal', [name]);
}
