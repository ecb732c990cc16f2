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
    pattern: /^(?:how|what) (?:is|are|makes) (.+?) (?:different|differ) (?:from|to|than) (.+)$/i,
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
  {
    want: 'compare',
    pattern:
      /^(?:is|are|does|do|has|have) (.+?) (?:(?:get(?:s|ting)?|hav(?:e|ing)|had|caus(?:e|es|ing)) )?(?:more|fewer) (?:complaints|mentions|problems|issues|trouble|posts|bugs|pain|reports) than (.+)$/i,
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
    pattern: /^(?:the |an? )?(?:opportunity )?brief(?: (?:me|us))?(?: (?:for|on|about|of))? (.+)$/i,
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
    pattern:
      /^(?:share|post|send|forward|drop) (.+?)(?: (?:with|to|in|into) (?:#?\S+|the \w+|this channel|my team|our team))?$/i,
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
      /^why (?:is|are|does|do|did) (.+?) (?:rising|rise|trending|trend|spiking|spike|surging|surge|on the rise|on the list)(?: (?:so|this|that|fast|much|quickly|again|week|now))*$/i,
    parseName: parseReferenceOrTopic,
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

/** What is wanted of a signal, by a word of the sentence; the first that fits. */
const WANTS: readonly (readonly [Want, RegExp])[] = [
  ['hide', /\b(?:hide|dismiss|stop showing|spam|junk|noise|mute|(?:not|isn't) (?:useful|relevant|a pain))\b/i],
  ['share', /^(?:share|send|forward|post|drop)\b/i],
  ['brief', /\b(?:briefs?|work-?arounds?|build|opportunit(?:y|ies)|solutions?|solved?|pitch)\b/i],
  ['chart', /\b(?:chart|graph|plot|timeline|over time|history)\b/i],
  [
    'evidence',
    /\b(?:evidence|pro(?:of|ve)|quote[sd]?|post(?:s|ed)?|sources?|links?|examples?|complain\w*|written|wrote|writes?|sa(?:id|ys?|ying)|reported)\b/i,
  ],
  ['why', /\b(?:why|reasons?|cause[sd]?|behind|ris\w+|grow\w*|spik\w+|jump\w*|climb\w*|worse|driv\w+)\b/i],
];

const ORDINAL = `(${ORDINALS.join('|')})`;
const MENTIONED = new RegExp(
  `(?:\\bnumber |\\bno\\. ?|#)(\\d{1,2})\\b|\\bthe ${ORDINAL} one\\b|^${ORDINAL} one's\\b|\\b${ORDINAL}'s\\b`,
  'i',
);
/** A bare number is a signal's only where something of it is wanted: "brief me on 3". */
const AT_THE_END = / (?:on|of|for|about|behind|from) (\d{1,2})$/i;
const MOST_WORDS = 12;
const IT = /\b(?:it|this|that|them|these|those)\b/i;
/** Nothing but what is wanted and whom it is for: "send this to the team". More is a question of its own. */
const FILLER =
  /^(?:(?:stop|show|showing|me|us|to|the|team|everyone|everybody|channel|here|was|were|is|are|did|do|does|they|people|who|where|when|what|how|can|could|you|i|we|for|about|of|on|in|from|and|really|actually|all|any|some|more|with|an?|has|have|been|should|would|one|going|happening|first|behind|other|into|my|our|#\S+|[^\w\s]+)(?:\s|$))*$/i;
const MOST_WORDS_ABOUT_IT = 8;

/** Any other text with one clear reference: what it wants of that signal, or else the signal. */
export function parseMentionedSignal(text: string): Query | null {
  const words = text.split(' ').length;
  if (words > MOST_WORDS) return null;
  const [want, says] = WANTS.find(([, pattern]) => pattern.test(text)) ?? [];
  const named = MENTIONED.exec(text)?.slice(1) ?? (want === undefined ? null : AT_THE_END.exec(text)?.slice(1));
  const name = parseSignalReference(named?.find((each) => each !== undefined) ?? '');
  if (name !== null) return wanted(want ?? 'signal', name);
  const isAboutIt = IT.test(text) && words <= MOST_WORDS_ABOUT_IT;
  if (want === undefined || says === undefined || !isAboutIt) return null;
  const rest = text.replace(says, ' ').replace(IT, ' ').trim();
  return FILLER.test(rest) ? wanted(want, { by: 'it' }) : null;
}

const wanted = (want: Want, name: SignalReference): Query =>
  queryForSignals(want, [name], want === 'chart' ? { kind: 'timeline', days: 30 } : undefined);
