import { areaName, MACRO_AREAS, SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import {
  ALL_AREAS,
  AskQuery,
  CHART_KINDS,
  ChartQuery,
  COMPARE_SEPARATOR,
  type FindQuery,
  MAX_NAMED,
  MAX_WORDS_LENGTH,
  type Query,
  queryForSignals,
  SearchFilter,
  SearchQuery,
  type SignalReference,
  type SubcommandName,
  type WatchQuery,
} from '@pain-signals/domain';
import { parseChartOptions } from './chart-options.ts';
import { nearestWord, type Word } from './command-line.ts';
import { AREA_PHRASES, type ParsedOptions, type ParseError, parseAreaName, tooLong } from './option-values.ts';
import { parseSearchOptions } from './search-options.ts';
import { parseSignalName, parseSignalReference, splitSignalNames } from './signal-names.ts';
import { parseWatchOptions } from './watch-options.ts';

export type Outcome = { query: Query } | { error: ParseError };

export function toOutcome(result: ParsedOptions, create: (settings: Record<string, unknown>) => Query): Outcome {
  return 'settings' in result ? { query: create(result.settings) } : { error: behindSubcommand(result.error) };
}

/** How many a list shows. */
const LENGTH = /^(?:[1-9]|10)$/;

/** The dashboard lists have no filters: `trending area:auth` is a search for rising signals. */
export function parseFilteredList(words: readonly Word[], sort: 'rising' | 'score'): Outcome | null {
  const parsed = parseSearchOptions(words);
  if ('error' in parsed) {
    const { kind, given, fix } = parsed.error;
    const isFilter = /^(area|type|owner|except):/.test(given) || (kind === 'unknown-option' && fix !== null);
    return isFilter ? { error: behindSubcommand(parsed.error) } : null;
  }
  const { words: others, ...settings } = parsed.settings;
  if (others !== undefined && !LENGTH.test(String(others))) return null;
  const limit = others === undefined ? {} : { limit: Number(others) };
  const { area, type, owner, except } = settings;
  if ([area, type, owner, except].every((filter) => filter === undefined)) return null;
  return { query: SearchQuery.parse({ show: 'search', sort, ...limit, ...settings }) };
}

/** Options are parsed without the subcommand, so indexes are off by one. */
const behindSubcommand = (error: ParseError): ParseError => ({
  ...error,
  fix: error.fix && { ...error.fix, at: error.fix.at + 1 },
});

export function parseAsk(question: string): Outcome {
  if (question === '') return { error: missing('ask') };
  const query = AskQuery.safeParse({ show: 'ask', question });
  const { min, max } = SEMANTIC_QUERY_LENGTH;
  if (question.length > max) return { error: tooLong('a question', question, max) };
  return query.success ? { query: query.data } : { error: badValue(question, `${min} to ${max} characters`) };
}

export function parseAboutSignal(want: FindQuery['want'], rest: string): Outcome {
  if (rest === '') {
    const fix = want === 'brief' ? { at: 0, word: 'briefs' } : null;
    return { error: { ...missing(want), fix } };
  }
  const name = withoutLink(rest);
  return queryAbout(want, parseSeveral(name) ?? [parseSignalName(name)]);
}

/** `share 3`, `share brief 3 here`: what of a signal, and whether here. */
export function parseShare(rest: string): Outcome {
  const [typed, channel] = takeChannel(rest);
  const named = typed.replace(/\s+(?:here|in here|in this channel)$/i, '');
  const target = channel !== undefined ? { channel } : named === typed ? {} : { here: true as const };
  const [, wanted = '', link = '', name = ''] = SHARED.exec(named) ?? [];
  const part = PARTS.find((each) => each === wanted.toLowerCase());
  const isOfSignal = link !== '' || name === '' || parseSignalReference(name) !== null;
  const share = { ...(part !== undefined && isOfSignal ? { part } : {}), ...target };
  const about = part !== undefined && isOfSignal ? name || 'it' : named || (channel === undefined ? '' : 'it');
  if (about === '') return { error: missing('share') };
  const options = Object.keys(share).length === 0 ? {} : { share };
  const bare = withoutLink(about);
  return queryAbout('share', parseSeveral(bare) ?? [parseSignalName(bare)], options);
}

/** `3 in #product`, `brief 3 to the product channel`. Without the sign, words could go on that way. */
function takeChannel(rest: string): [rest: string, channel?: string] {
  const [, before = '', channel] = MARKED_CHANNEL.exec(rest) ?? BARE_CHANNEL.exec(rest) ?? [];
  return channel === undefined ? [rest] : [before, channel];
}

const TO = '(?:in|into|to|with|on)(?: the)?';
const MARKED_CHANNEL = new RegExp(`^(?:(.+?),? )??(?:${TO} )?#(?!\\d+$)([\\p{L}\\p{N}._-]{1,80})(?: channel)?$`, 'iu');
const BARE_CHANNEL =
  /^((?:(?:brief|evidence|chart|why) )?(?:#?\d{1,4}|it|this|that)),? (?:in|into|to)(?: the)? (?!(?:here|this|me|us|my|our|every\w*|slack|channel)\b)([\p{L}\p{N}._-]{1,80})(?: channel)?$/iu;

const PARTS = ['brief', 'evidence', 'chart', 'why'] as const;
const SHARED = /^(?:the )?(brief|evidence|chart|why)(?: (of|on|for|about|behind))?(?: (\S.*))?$/i;

/** `brief 3 share`, `brief 3 and share it here` */
export function parseBrief(rest: string): Outcome {
  const [, name, here = ''] = /^(.+?),?(?: and)? share(?: it)?( here)?$/i.exec(rest) ?? [];
  const isShared = name !== undefined && parseSignalReference(name) !== null;
  return isShared ? parseShare(`brief ${name}${here}`) : parseAboutSignal('brief', rest);
}

/** `1 2`, `1, 3 and 4`: numbers, ids or links; null when it is one name. */
function parseSeveral(text: string): SignalReference[] | null {
  const names = text.split(/[\s,&]+(?:and\s+)?/i).map(parseSignalName);
  const areSeveral = names.length > 1 && names.length <= MAX_NAMED && names.every(({ by }) => by !== 'words');
  return areSeveral ? names : null;
}

/** "Brief on oauth" */
const withoutLink = (name: string): string => name.replace(/^(?:for|of|on|about|behind) (?=\S)/i, '');

/** `why 3` is about a signal, and so is `why hydration mismatch` when one has that name; `why are builds slow` is a question. */
export function parseWhy(text: string, rest: string): Outcome {
  if (rest === '' || parseSignalName(rest).by !== 'words') return parseAboutSignal('why', rest);
  const asked = parseAsk(text);
  const mayBeName = !ASKS.test(rest) && rest.length <= MAX_WORDS_LENGTH;
  if (!mayBeName || !('query' in asked) || asked.query.show !== 'ask') return asked;
  const named = queryAbout('why', [parseSignalName(rest)]);
  return 'query' in named && named.query.show === 'find'
    ? { query: { ...named.query, otherwise: asked.query } }
    : named;
}

const ASKS = /\?|^(?:is|are|am|was|were|do|does|did|has|have|had|can|could|should|would|will|may|not|so|\w+n['’]?t)\b/i;

/** `history 3` is a chart too. A chart of two signals is a comparison. */
export function parseChart(typed: string, words: readonly Word[]): Outcome {
  const isOfTwo = words.some(({ text, isQuoted }) => !isQuoted && COMPARE_SEPARATOR.test(text));
  if (isOfTwo) return parseCompare(words[0]?.text.toLowerCase() === 'compare' ? words.slice(1) : words);
  const parsed = parseChartOptions(words);
  if ('error' in parsed) return { error: behindSubcommand(parsed.error) };
  if (parsed.name === '') return { error: missing('chart') };
  const kind = CHART_KINDS.find((each) => each === typed);
  const { show: _show, id: _id, ...chart } = ChartQuery.parse({ show: 'chart', id: 'any', kind, ...parsed.chart });
  return queryAbout('chart', [parseSignalName(withoutLink(parsed.name))], { chart });
}

/** No list has these numbers, and nobody searches for them. */
const NO_NUMBER = /^#?(?:0+\.?|-\d+)$/;
const FROM_ONE = 'a number from your last list, starting at 1';

export function queryAbout(
  want: FindQuery['want'],
  names: readonly SignalReference[],
  options: Pick<FindQuery, 'chart' | 'share' | 'watch'> = {},
): Outcome {
  const long = names.find((name) => name.by === 'words' && name.words.length > MAX_WORDS_LENGTH);
  if (long?.by === 'words') return { error: tooLong('a signal’s name', long.words, MAX_WORDS_LENGTH) };
  const zero = names.find((name) => name.by === 'words' && NO_NUMBER.test(name.words));
  if (zero?.by === 'words') return { error: badValue(zero.words, FROM_ONE) };
  return { query: queryForSignals(want, names, options) };
}

export function parseCompare(words: readonly Word[]): Outcome {
  const names = splitSignalNames(words);
  if (names.length === 0) return { error: missing('compare') };
  if (names.length > 2) return { error: badValue(names.slice(2).join(' '), 'You can compare two signals at a time.') };
  return queryAbout('compare', names.map(parseSignalName));
}

/** Takes only an area. Anything else probably means one signal's brief. */
export function parseBriefs(words: readonly Word[]): Outcome {
  const [extra] = words;
  if (extra === undefined) return { query: { show: 'briefs', page: 0 } };
  const area = parseBriefsArea(words);
  if (area !== null) return { query: { show: 'briefs', ...(area === ALL_AREAS ? {} : { area }), page: 0 } };
  const parsed = parseSearchOptions(words);
  if ('error' in parsed && parsed.error.given.startsWith('area:')) return { error: behindSubcommand(parsed.error) };
  const typed = words.map(({ text }) => text).join(' ');
  const several = parseSeveral(withoutLink(typed));
  if (several !== null) return queryAbout('brief', several);
  if (NO_NUMBER.test(typed)) return { error: badValue(typed, FROM_ONE) };
  if (parseSignalName(typed).by === 'words') return { error: unknownArea(typed, 1) };
  const fix = { at: 0, word: 'brief' };
  return { error: { kind: 'unknown-option', given: extra.text, expected: '', fix } };
}

function parseBriefsArea(words: readonly Word[]): string | null {
  const called = parseAreaName(words.map(({ text }) => text).join(' '));
  if (called !== null) return called;
  const parsed = parseSearchOptions(words);
  if ('error' in parsed) return null;
  const { area, ...others } = parsed.settings;
  return typeof area === 'string' && Object.keys(others).length === 0 ? area : null;
}

const DIGEST_CHANGES: ReadonlyMap<string, 'pause' | 'resume'> = new Map([
  ['pause', 'pause'],
  ['off', 'pause'],
  ['stop', 'pause'],
  ['resume', 'resume'],
  ['on', 'resume'],
]);

export function parseDigest([word, extra]: readonly Word[]): Outcome {
  if (word === undefined) return { query: { show: 'digest' } };
  const change = DIGEST_CHANGES.get(word.text.toLowerCase());
  if (change !== undefined && extra === undefined) return { query: { show: 'digest', change } };
  const given = change === undefined ? word : (extra ?? word);
  const near = change === undefined ? nearestWord(word.text, ['pause', 'resume']) : null;
  const fix = near === null ? null : { at: 1, word: near };
  return { error: { kind: 'unknown-option', given: given.text, expected: '`pause` or `resume`', fix } };
}

/** Unquoted, and nothing else. */
export const isWord = (word: Word | undefined, pattern: RegExp): boolean =>
  word?.isQuoted === false && pattern.test(word.text);

/** Where watches are also muted and stopped. */
const LISTS_WATCHES = /^(?:list|all|show|stop|off|pause|mute)$/i;

/** A signal named by words is a search, whose results can change. */
export function parseWatch(words: readonly Word[]): Outcome {
  const parts = parseWatchOptions(words);
  if ('error' in parts) return { error: behindSubcommand(parts.error) };
  const { what, rule, tell } = parts;
  const text = what.map((word) => word.text).join(' ');
  if (text === '') return { error: { ...missing('watch'), fix: { at: 0, word: 'watches' } } };
  if (what.length === 1 && rule === undefined && isWord(what[0], LISTS_WATCHES)) return { query: { show: 'watches' } };
  if (NO_NUMBER.test(text)) return { error: badValue(text, FROM_ONE) };
  const several = parseSeveral(text);
  const name = parseSignalReference(text) ?? parseSignalName(text);
  const options = { tell, ...(rule ? { rule } : {}) };
  const base = { show: 'watch' as const, ...options };
  if (several === null && name.by === 'words') return parseWatchedSearch(what, base);
  if (rule?.when === 'new') {
    return { error: badValue('new', 'words or an area, since a single signal is only new once') };
  }
  return several === null
    ? { query: { ...base, what: { of: 'signal', name } } }
    : queryAbout('watch', several, { watch: options });
}

/** Filters and orders that a watch can't keep. */
const UNWATCHED = /^(?:except|days|sort|order):/i;

function parseWatchedSearch(what: readonly Word[], base: Pick<WatchQuery, 'show' | 'rule' | 'tell'>): Outcome {
  const unwatched = what.find(({ text, isQuoted }) => !isQuoted && UNWATCHED.test(text));
  if (unwatched !== undefined)
    return {
      error: badValue(
        unwatched.text.replace(/:.*/, ':'),
        'words, area:, type:, owner:, min: or repos: to say what to watch',
      ),
    };
  const isQuoted = what.some((word) => word.isQuoted);
  const typed = what.map(({ text }) => text).join(' ');
  const named = typed.replace(/^area /i, '');
  const area = parseAreaName(named);
  if (area === null && named !== typed && !isQuoted) return { error: unknownArea(named, 2) };
  const parsed: ParsedOptions = area !== null && !isQuoted ? { settings: { area } } : parseSearchOptions(what);
  return toOutcome(parsed, (settings) => ({ ...base, what: { of: 'search', filter: SearchFilter.parse(settings) } }));
}

/** @param at the index of the area's first word */
function unknownArea(given: string, at: number): ParseError {
  const near = given.includes(' ') ? null : nearestWord(given, AREA_PHRASES);
  const fix = near === null ? null : { at, word: near };
  const areas = MACRO_AREAS.map((area) => areaName(area)).join('; ');
  return { kind: 'bad-value', given, expected: `an area: ${areas}`, fix };
}

/** The text after the command is missing; the error card for the command asks for it. */
const missing = (given: SubcommandName): ParseError => ({ kind: 'missing', given, expected: '', fix: null });

const badValue = (given: string, expected: string): ParseError => ({ kind: 'bad-value', given, expected, fix: null });
