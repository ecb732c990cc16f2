import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { AskQuery, leaveOut, type Query, RefineQuery, SearchQuery, SMALL_VOLUME } from '@pain-signals/domain';
import { parseCommandLine } from '../command-line.ts';
import { parseCommand } from '../parse-command.ts';
import { parseBriefPhrase } from './brief-phrases.ts';
import { parseFixedPhrase } from './fixed-phrases.ts';
import { parseAddition, parseFollowUp } from './follow-up-phrases.ts';
import { parseListPhrase } from './list-phrases.ts';
import { closestRequest, parseAboutIt, parseSentence } from './parse-sentence.ts';
import { type IgnoredPhrase, takePeriod, withPeriod } from './period-phrases.ts';
import { parseMentionedSignal, parseSignalPhrase } from './signal-phrases.ts';
import { correctSpelling, expandShort } from './spelling.ts';
import { findUnsupported, takeExcept } from './unsupported-phrases.ts';
import { parseWatchPhrase } from './watch-phrases.ts';

/** Natural language as a query. When not understood, the query is a semantic search. */
export interface ParsedText {
  query: Query;
  isUnderstood: boolean;
  /** The same words as a semantic search, to correct a wrong interpretation. */
  asked: AskQuery | null;
  /** Not understood, but probably this; to be offered. */
  closest?: Query;
  /** Nothing but words to search for. */
  isBare?: true;
  /** What was said of a period or filter that this query can't have, and why. */
  ignored?: IgnoredPhrase;
}

/** Parses natural language. Null when there is too little to search for. */
export function parseNaturalLanguage(raw: string, now: number): ParsedText | null {
  const parsed = parseRequest(raw, now);
  if (parsed?.isUnderstood && !parsed.isBare) return parsed;
  const requests = splitSentences(raw).flatMap((sentence) => parseRequest(sentence, now) ?? []);
  const clear = requests.findLast(isClear);
  return clear === undefined ? parsed : { ...clear, asked: parsed?.asked ?? null };
}

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

function parseRequest(raw: string, now: number): ParsedText | null {
  const { rest, period } = takePeriodMisspelled(expandShort(normalize(raw)), now);
  const said = { rest, days: period?.days ?? null };
  const asked = asAskQuery(raw, said.days);
  const query = understandMisspelled(said);
  const left = understandWithout(said);
  const isLimited = query?.show === 'emerging' && query.maxVolume !== SMALL_VOLUME;
  if (left !== null && !isLimited)
    return {
      isUnderstood: true,
      asked,
      ...withPeriod(left.query, period),
      ...(left.ignored ? { ignored: left.ignored } : {}),
    };
  if (query !== null) return { isUnderstood: true, asked, ...withPeriod(query, period) };
  const search = bareSearch(rest);
  const aboutIt = parseAboutIt(rest, search ?? asked);
  if (aboutIt !== null) return { isUnderstood: true, asked, ...withPeriod(aboutIt, period) };
  const closest = closestRequest(rest);
  const offered = closest === null ? {} : { closest };
  if (search !== null) return { isUnderstood: true, isBare: true, asked, ...offered, ...withPeriod(search, period) };
  return asked && { isUnderstood: false, asked, ...offered, ...withPeriod(asked, period) };
}

/** "This mnth" is a period, too. */
function takePeriodMisspelled(text: string, now: number): ReturnType<typeof takePeriod> {
  const taken = takePeriod(text, now);
  const corrected = taken.period === null ? correctSpelling(text) : null;
  const again = corrected === null ? taken : takePeriod(corrected.text, now);
  return again.period === null ? taken : again;
}

/** A list or a signal without the filter it can't have, or a list without some areas and types. */
function understandWithout({ rest, days }: SaidText): { query: Query; ignored?: IgnoredPhrase } | null {
  const found = findUnsupported(rest);
  const left = found === null && !MAY_BE_TOPIC.test(rest) ? takeExcept(rest) : null;
  const without = found === null ? left?.rest : rest.replace(found.said, ' ');
  if (without === undefined) return null;
  const text = without
    .replace(/ +/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .trim();
  const query = NOTHING_ELSE.test(text)
    ? RefineQuery.parse({ show: 'refine', change: {} })
    : (understandMisspelled({ rest: text, days }) ?? bareSearch(text));
  if (query === null) return null;
  if (left !== null) return leaveOutOf(query, left.except);
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
function leaveOutOf(query: Query, except: string[]): { query: Query } | null {
  if (query.show === 'refine')
    return query.change.area === undefined ? { query: { ...query, change: { ...query.change, except } } } : null;
  const isSearch = query.show === 'search' && (query.sort !== 'relevance' || query.type !== undefined);
  const isList = query.show === 'trending' || query.show === 'emerging' || query.show === 'top';
  return isList || isSearch ? { query: leaveOut(query, except) } : null;
}

/** A text without its period. */
interface SaidText {
  rest: string;
  days: number | null;
}

/** As it was written, unless a word that would be searched for is probably a typing error. */
function understandMisspelled(said: SaidText): Query | null {
  const query = understand(said);
  const corrected = correctSpelling(said.rest);
  if (corrected === null || (query !== null && !searchesFor(query, corrected.wrong))) return query;
  return understand({ ...said, rest: corrected.text }) ?? query;
}

function searchesFor(query: Query, words: readonly string[]): boolean {
  const topics =
    query.show === 'find'
      ? query.names.map((name) => (name.by === 'words' ? name.words : ''))
      : [query.show === 'search' ? (query.words ?? '') : query.show === 'ask' ? query.question : ''];
  return topics.some((topic) => words.some((word) => topic.split(' ').includes(word)));
}

function understand({ rest, days }: SaidText): Query | null {
  const text = stripCourtesies(rest);
  // Nothing but a period: "over the last 90 days?"
  if (days !== null && !/\w/.test(rest)) return parseFollowUp('', days);
  return (
    parseFixedPhrase(text) ??
    parseFixedPhrase(rest.replace(/[\s?!.…]+$/, '')) ??
    parseFollowUp(text, days) ??
    parseAddition(rest) ??
    parseSentence(rest) ??
    parseBriefPhrase(text) ??
    parseWatchPhrase(stripClosings(rest)) ??
    parseTypedCommand(text) ??
    parseSignalPhrase(text) ??
    parseListPhrase(text) ??
    parseMentionedSignal(text) ??
    parseAbout(text)
  );
}

/** A command with options, as typed behind `/pain`. */
function parseTypedCommand(text: string): Query | null {
  const isCommand = /^(?:trending|emerging|top|compare)\b/i.test(text) || /\s\w+[:=]\S/.test(text);
  const parsed = isCommand ? parseCommand(text) : null;
  if (parsed === null || !('query' in parsed)) return null;
  const { query } = parsed;
  // "Compare the first and the third" is no comparison with one signal called "the first and the third".
  const isGuess = query.show === 'find' && query.names.length === 1 && query.names[0]?.by === 'words';
  return isGuess && query.want === 'compare' ? null : query;
}

function asAskQuery(raw: string, days: number | null): AskQuery | null {
  const question = parseCommandLine(raw).text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const parsed = AskQuery.safeParse({ show: 'ask', question, ...(days === null ? {} : { days }) });
  return parsed.success ? parsed.data : null;
}

/** What somebody would type into a search box: "kubernetes", "terraform drift". */
const WORDS_ALONE = /^[\p{L}\p{N}+#./_-]+(?: [\p{L}\p{N}+#./_-]+){0,2}$/u;
const NO_SEARCH =
  /\b(?:what|which|why|how|when|where|who|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|you|my|our|please|not|the|a|to|it|ok|okay|yes|no)\b/i;

/** "Stuff about docker", "everything on memory leaks". */
const ABOUT =
  /^(?:stuff|things?|(?:every|some)thing|signals?|pains?|posts?|all|whatever you have|what you have|news|info)(?: else| new)? (?:about|on|around|regarding|related to|involving) ([\p{L}\p{N}+#./_-]+(?: [\p{L}\p{N}+#./_-]+){0,3})$/iu;

const parseAbout = (text: string): Query | null =>
  SearchQuery.safeParse({ show: 'search', words: ABOUT.exec(text)?.[1] ?? '' }).data ?? null;

function bareSearch(text: string): SearchQuery | null {
  const words = stripCourtesies(text);
  const isSearch = words.length > 1 && /\p{L}/u.test(words) && WORDS_ALONE.test(words) && !NO_SEARCH.test(words);
  return isSearch ? (SearchQuery.safeParse({ show: 'search', words }).data ?? null) : null;
}

/** Greetings and courtesies. */
const OPENINGS =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|now|then|please|pls|thanks)\b(?=.*\w.*\w)[,!.]?|(?:no|nah|nope|yes|yeah|yep|sure|well|right|alright|cool|great|nice|hm+)[,!.]+(?=.*\w.*\w)|(?:can|could|may|would|will) (?:you|i|we)(?: please)?(?: see| get| have| read)? (?=\w)|(?:i|we)(?:'d| would)? (?:want|like|need) to (?:see|know|look at)|(?:i|we)(?:'d| would)? (?:want|like|need)(?= \S)|(?:i'm |we're )?looking for(?= \S)|(?:show|give|tell|get|list|fetch|display|read|draw|link)(?: (?:me|us))?(?: to)?(?= \S)|gimme(?= \S)|(?:pull|bring) up(?= \S)|(?:have |do )?(?:you )?got(?= \S)|let(?:'s| me| us)(?: (?:see|look at))?(?= \S))\s*/i;
const CLOSINGS =
  /[\s,]*(?:\b(?:please|pls|thanks|thank you|right now|now|lately|recently|currently|at the moment|these days|out there|of all|overall|(?:this|next) sprint)|[?!.…]+)$/i;

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

const stripClosings = (text: string): string => {
  const shorter = text.replace(CLOSINGS, '').trim();
  return shorter === text || shorter === '' ? text : stripClosings(shorter);
};

/** Removes greetings, courtesies and "now". */
function stripCourtesies(said: string): string {
  let text = said;
  for (;;) {
    const shorter = text.replace(CLOSINGS, '').replace(OPENINGS, '').trim();
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
