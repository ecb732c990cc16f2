import { PAIN_TYPES, SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { AskQuery, isListQuery, leaveOut, type Query, queryForSignals, RefineQuery } from '@pain-signals/domain';
import { parseCommandLine } from '../command-line.ts';
import { parseCommand } from '../parse-command.ts';
import { needsCertainty } from './intents.ts';
import { type IgnoredPhrase, type Period, takePeriod, withPeriod } from './period-phrases.ts';
import { correctSpelling, expandShort } from './spelling.ts';
import { LEARNED, type Models, type Understood, understand } from './understand.ts';
import {
  asksShareOfSource,
  type Excepted,
  findUnsupported,
  findWordsExcept,
  takeExcept,
} from './unsupported-phrases.ts';

/** Natural language as a query. When not understood, the query is a semantic search. */
export interface ParsedText {
  query: Query;
  isUnderstood: boolean;
  /** The same words as a semantic search, to correct a wrong interpretation. */
  asked: AskQuery | null;
  /** Not understood, but probably this; to be offered. */
  closest?: Query;
  /** Typed behind `ask`. */
  isAsked?: true;
  /** Nothing but words to search for. */
  isBare?: true;
  /** What was said of a period or filter that this query can't have, and why. */
  ignored?: IgnoredPhrase;
}

/** Parses natural language. Null when there is too little to search for. */
export function parseNaturalLanguage(raw: string, now: number, models: Models = LEARNED): ParsedText | null {
  const parsed = parseRequest(raw, now, models);
  if (parsed?.isUnderstood && !parsed.isBare) return ASKS_WHO.test(raw) ? withoutPeople(parsed) : parsed;
  const requests = splitSentences(raw).flatMap((sentence) => parseRequest(sentence, now, models) ?? []);
  const clear = requests.findLast(isClear);
  return clear === undefined ? parsed : { ...clear, asked: parsed?.asked ?? null };
}

const ASKS_WHO =
  /^\s*(?:who(?:['’]s| is| are)?|which (?:compan|org|develop|people|team|user|startup)\w*(?: are)?) (?:complain|report|post|suffer|affected)\w*\b.*\bmost\b/i;

/** Signals are ranked, nobody else: the answer says so. */
const withoutPeople = (parsed: ParsedText): ParsedText =>
  isListOrRefinement(parsed.query) ? { ignored: { said: '', because: 'people' }, ...parsed } : parsed;

const MOST_SENTENCES = 6;

/** "I have a meeting tomorrow. What are the top bugs?" */
function splitSentences(text: string): string[] {
  const sentences = parseCommandLine(text)
    .text.slice(0, SEMANTIC_QUERY_LENGTH.max)
    .split(/(?<=[.!?])\s+/);
  return sentences.length > MOST_SENTENCES || sentences.length === 1 ? [] : sentences;
}

/** Needs no other sentence: "why?" behind a complaint would be about the complaint. */
const isClear = ({ query, isUnderstood, isBare }: ParsedText): boolean =>
  isUnderstood &&
  !isBare &&
  !['courtesy', 'refine', 'more', 'help'].includes(query.show) &&
  !(query.show === 'find' && query.names.some(({ by }) => by === 'it'));

/** Less probable guesses are a search, with the guess on a button. */
const LEAST_PROBABLE = { toRead: 0.3, toAct: 0.6, toOffer: 0.15 };

function parseRequest(raw: string, now: number, models: Models): ParsedText | null {
  const { rest, period } = takePeriodMisspelled(expandShort(normalize(raw)), now);
  const days = period?.days ?? undefined;
  const question = parseCommandLine(raw).text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const asked = AskQuery.safeParse({ show: 'ask', question, days }).data ?? null;
  const certain =
    period === null
      ? (parseDigestChange(rest) ?? parseTypedCommand(rest) ?? aboutNumber(rest, models))
      : /\w/.test(rest)
        ? (parseTypedCommand(rest) ?? aboutNumber(rest, models))
        : NO_CHANGE;
  if (certain !== null) return { isUnderstood: true, asked, ...withPeriod(certain, period) };
  if (!/[\p{L}\p{N}]/u.test(rest)) return null;
  const hasPeriod = period !== null;
  const left = understandWithout(rest, hasPeriod, models);
  if (left !== null) return { isUnderstood: true, asked, ...withIgnored(withPeriod(left.query, period), left.ignored) };
  const understood = understandMisspelled(rest, hasPeriod, asked, models);
  if (understood === null) return null;
  const { query, intent, probability, topic, named } = understood;
  const acts = needsCertainty(intent, topic);
  // To share and to hide ask first.
  const isAdvice = intent === 'watch' && ASKS_ADVICE.test(rest);
  const isCertain = !isAdvice && probability >= (acts ? LEAST_PROBABLE.toAct : LEAST_PROBABLE.toRead);
  if (isCertain || asked === null) {
    const isSearch = query.show === 'search' && query.words === rest.replace(/[\s?!.]+$/, '');
    const isQuestion = query.show === 'ask';
    const closest = isQuestion && named !== null && probability < CERTAIN ? { closest: named } : {};
    const day = query.show === 'digest' ? WEEKDAY.exec(rest)?.[0] : undefined;
    return {
      isUnderstood: !isQuestion,
      ...(day === undefined ? {} : { ignored: { said: day, because: 'day' } }),
      ...closest,
      asked,
      ...(isSearch ? { isBare: true } : {}),
      ...withPeriod(query, period),
    };
  }
  const isNumbered = query.show === 'find' && query.names.some(({ by }) => by === 'number');
  // An unlikely "Did you mean: settings?" helps nobody, nor does "Did you mean: help?", a courtesy or the question itself.
  const least = acts ? LEAST_PROBABLE.toRead : LEAST_PROBABLE.toOffer;
  const offered =
    !['help', 'ask', 'courtesy'].includes(query.show) && (isNumbered || probability >= least) ? { closest: query } : {};
  return { isUnderstood: false, asked, ...offered, ...withPeriod(asked, period) };
}

/** "Should we watch auth here?" asks for nothing to be done yet. */
const ASKS_ADVICE = /^(?:(?:and|so|but|ok|hey|hi)[ ,]+)*(?:should|shall|ought) (?:i|we|they|one|someone|somebody)\b/i;

/** When a digest is wanted: "every Friday", "to Wednesday", "Tuesdays". */
const WEEKDAY =
  /\b(?:(?:every|each|on|to) (?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i;

/** A question beyond doubt: the number in it is no signal's. */
const CERTAIN = 0.9;

const NO_CHANGE = RefineQuery.parse({ show: 'refine', change: {} });

const withIgnored = (parsed: ReturnType<typeof withPeriod>, ignored: IgnoredPhrase | undefined) =>
  ignored === undefined ? parsed : { ignored, ...parsed };

/** "This mnth" is a period, too. */
function takePeriodMisspelled(text: string, now: number): { rest: string; period: Period | null } {
  const taken = takePeriod(text, now);
  const corrected = taken.period === null ? correctSpelling(text) : null;
  const again = corrected === null ? taken : takePeriod(corrected.text, now);
  return again.period === null ? taken : again;
}

/** As it was written, unless a word that would be searched for is probably a typing error. */
function understandMisspelled(
  text: string,
  hasPeriod: boolean,
  asked: Query | null,
  models: Models,
): Understood | null {
  const understood = understand(text, hasPeriod, asked, models);
  const corrected = correctSpelling(text);
  if (understood === null || corrected === null) return understood;
  const { intent, topic, probability } = understood;
  const isSearched = topic.split(' ').some((word) => corrected.wrong.includes(word));
  if (intent !== 'topic' && !isSearched && probability >= LEAST_PROBABLE.toAct) return understood;
  const again = understand(corrected.text, hasPeriod, asked, models);
  const isSameSearch =
    isSearched && again?.intent === 'topic' && again.topic.split(' ').length >= topic.split(' ').length;
  return again === null || isSameSearch || again.probability < probability ? understood : again;
}

/** A list or a signal without the filter it can't have, or a list without some areas and types. */
function understandWithout(
  text: string,
  hasPeriod: boolean,
  models: Models,
): { query: Query; ignored?: IgnoredPhrase } | null {
  const filter = findUnsupported(text);
  const left = filter === null && !MAY_BE_TOPIC.test(text) ? takeExcept(text) : null;
  const found = filter ?? (left === null ? findWordsExcept(text) : null);
  const without = found === null ? left?.rest : text.replace(found.said, ' ');
  if (without === undefined) return null;
  const rest = without
    .replace(/ +/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .trim();
  const isExcept = found?.because === 'except';
  const asked = left?.isCertain || isExcept ? (AskQuery.safeParse({ show: 'ask', question: rest }).data ?? null) : null;
  const query = NOTHING_ELSE.test(rest)
    ? NO_CHANGE
    : (understandMisspelled(rest, hasPeriod, asked, models)?.query ?? null);
  if (query === null) return null;
  if (left !== null) return leaveOutOf(query, left);
  if (isExcept) return isListQuery(query) || query.show === 'refine' ? { query, ignored: found } : null;
  if (query.show === 'find' && query.want === 'signal' && asksShareOfSource(text))
    return { query: queryForSignals('chart', query.names, { chart: { kind: 'sources', days: 30 } }) };
  const isKnown = query.show === 'find' ? query.names.every(({ by }) => by !== 'words') : isListOrRefinement(query);
  return found === null || !isKnown
    ? null
    : { query, ignored: { ...found, said: found.said.replace(/^[\s,]+/, '').trim() } };
}

/** "No login", "skip tests" */
const MAY_BE_TOPIC = /^(?:no|skip|minus) [\w/-]+$/i;

const NOTHING_ELSE =
  /^\W*(?:(?:everything|anything|all|the|a|list|show|see|me|us|them|it|this|that|these|those|again|same|stuff|signals?|pains?|please|pls|but|just|and|ok|okay|now|only|i|we|want|can|could|you|get|give|something|else)(?:\W+|$))*$/i;

const isListOrRefinement = ({ show }: Query): boolean =>
  ['trending', 'emerging', 'top', 'search', 'refine'].includes(show);

/** "Skip tests in CI" is no list without tests: only what is clearly a list leaves something out. */
function leaveOutOf(query: Query, { except: left, isCertain }: Excepted): { query: Query } | null {
  // "Feature requests, no bugs" says the same twice.
  const isOfType = query.show === 'search' && query.type !== undefined;
  const except = left.filter((each) => !isOfType || !PAIN_TYPES.some((type) => type === each && type !== query.type));
  if (except.length === 0) return { query };
  if (query.show === 'refine')
    return query.change.area === undefined ? { query: { ...query, change: { ...query.change, except } } } : null;
  if (isCertain && isListQuery(query)) return { query: leaveOut(query, except) };
  const isSearch = query.show === 'search' && (query.sort !== 'relevance' || query.type !== undefined);
  const isList = query.show === 'trending' || query.show === 'emerging' || query.show === 'top';
  return isList || isSearch ? { query: leaveOut(query, except) } : null;
}

/** A command with options, as typed behind `/pain`. */
function parseTypedCommand(text: string): Query | null {
  const isCommand = /^(?:trending|emerging|top|compare)\b/i.test(text) || /(?:^|\s)[a-z]\w*[:=]\S/i.test(text);
  const parsed = isCommand ? parseCommand(text) : null;
  if (parsed === null || !('query' in parsed)) return null;
  const { query } = parsed;
  // "Compare the first and the third" is no comparison with one signal called "the first and the third".
  const isGuess = query.show === 'find' && query.names.length === 1 && query.names[0]?.by === 'words';
  return isGuess && query.want === 'compare' ? null : query;
}

const OPENING = '(?:(?:please|pls|hey|hi|ok|okay|and|now|just|(?:can|could|would|will) you)[, ]+)*';
const END = '(?:,? (?:please|pls|thanks|thx))?[\\s.!?]*$';

const DIGEST_CHANGE = new RegExp(
  `^${OPENING}(?:(pause|resume|un-?pause) (?:(?:the|this|our) )?(?:weekly )?digest(?: here| for now)?|digest (pause|resume))${END}`,
  'i',
);

/** "Pause the digest", and nothing else, is done at once; "pause it while we're away" is left to the digest's card. */
function parseDigestChange(text: string): Query | null {
  const [, before, behind] = DIGEST_CHANGE.exec(text) ?? [];
  const change = before ?? behind;
  return change === undefined ? null : { show: 'digest', change: /^pause$/i.test(change) ? 'pause' : 'resume' };
}

const SHARED =
  '(?:it|this|that|the|its|number|no\\.?|#?\\d{1,4}|first|second|third|fourth|fifth|last|one|signal|brief|evidence|chart|of|with|everyone|us|to|in|into)';
const SHARES_HERE = new RegExp(
  `^${OPENING}(?:share|post|send|put|drop) (?:${SHARED} )+(?:here|this channel)${END}`,
  'i',
);

/** "Please share number 2 here", and nothing else: it is posted at once, and nobody wants that of "don't share it here". */
export const asksToShareHere = (text: string): boolean => SHARES_HERE.test(text);

/** "What about the second one?" asks for that signal, not for another list. */
function aboutNumber(text: string, models: Models): Query | null {
  const named = /^(?:(?:and|ok|so)[ ,]+)?(?:what|how) about (.+)$/i.exec(text)?.[1];
  const query = named === undefined ? undefined : understand(named, false, null, models)?.query;
  return query?.show === 'find' && query.want === 'signal' && query.names.every(({ by }) => by === 'number')
    ? query
    : null;
}

/** `:wave:`, as Slack sends it. */
const EMOJI = /(?<!\S):[a-z][\w+-]*:(?!\S)/g;

/** No longer than a search takes. */
const normalize = (raw: string): string =>
  parseCommandLine(raw)
    .text.slice(0, SEMANTIC_QUERY_LENGTH.max)
    .toWellFormed()
    .replaceAll('"', '')
    .replace(EMOJI, ' ')
    .replace(/ +/g, ' ')
    .trim();
