import { type FindQuery, type Query, queryForSignals, type SignalReference } from '@pain-signals/domain';
import { ORDINALS, parseReferenceOrTopic, parseSignalReference } from '../signal-names.ts';

type Want = FindQuery['want'];

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
    pattern: /^(?:compare|comparison of|(?:what(?:'s| is) )?(?:the )?difference between) (.+?) (?:with|to|and) (.+)$/i,
    parseName: parseReferenceOrTopic,
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
  {
    want: 'compare',
    pattern: /^(?:compare )?(.+?) (?:vs\.?|versus|against) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'compare',
    pattern:
      /^how (?:does|do|did|is|are) (.+?) (?:compar(?:e|ed|ing)|stack(?:ing)? up|hold(?:ing)? up) (?:with|to|against) (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'compare',
    pattern:
      /^(?:which|what)(?: of (?:the two|these))?(?: one)? (?:is|are|gets?|grows?|hurts?) (?:the )?(?:worse|bigger|faster|more|louder|higher)(?: \w+)?[ ,:-]+(?:is it )?(.+?) or (.+)$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'why',
    pattern:
      /^why (?:is|are|does|do|did) (.+?) (?:rising|rise|trending|trend|spiking|spike|surging|surge|on the rise)(?: (?:so|this|that|fast|much|again|week|now))*$/i,
    parseName: parseReferenceOrTopic,
  },
  {
    want: 'evidence',
    pattern:
      /^(?:the |some |any |all )?(?:(?:evidence|proof|quotes?|sources|posts|links|receipts) (?:for|of|about|on|behind|from|to)|evidence) (?!that |people |if )(.+)$/i,
    parseName: parseReferenceOrTopic,
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
    want: 'share',
    pattern:
      /^(?:share|post|send|forward|drop) (.+?)(?: (?:with|to|in|into) (?:#?\S+|the \w+|this channel|my team|our team))?$/i,
    parseName: parseSignalReference,
  },
];

const FIRST_TWO = /^compare (?:the )?(?:first|top) (?:two|2)(?: (?:ones|signals|pains))?$/i;

/** A query about one or two signals, named by number, id, link or words. */
export function parseSignalPhrase(text: string): Query | null {
  if (FIRST_TWO.test(text))
    return queryForSignals(
      'compare',
      [1, 2].map((number) => ({ by: 'number', number })),
    );
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
  ['brief', /\b(?:briefs?|work-?arounds?|build|opportunit(?:y|ies)|solutions?|solved?|pitch)\b/i],
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
