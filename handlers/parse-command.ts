import { MACRO_AREAS, SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { SUBCOMMANDS, type SubcommandName } from '#blocks/commands.ts';
import { queryForSignals } from '#blocks/named-question.ts';
import { areaName } from '#blocks/names.ts';
import {
  ALL_AREAS,
  AskQuery,
  CHART_KINDS,
  ChartQuery,
  EmergingQuery,
  type FindQuery,
  type Query,
  SearchFilter,
  SearchQuery,
  TopQuery,
  TrendingQuery,
  type WatchQuery,
} from '#blocks/question.ts';
import { COMPARE_SEPARATOR, MAX_WORDS_LENGTH, type SignalReference } from '#blocks/signal-name.ts';
import type { CommandProblem } from '#blocks/usage-card.ts';
import { parseChartOptions } from './parsing/chart-options.ts';
import { type CommandLine, parseCommandLine, restOf, type Word } from './parsing/command-line.ts';
import { parseListOptions } from './parsing/list-options.ts';
import { nearestWord } from './parsing/nearest.ts';
import { type ParsedOptions, type ParseError, REMOVED_WORD } from './parsing/options.ts';
import { parseSearchOptions } from './parsing/search-options.ts';
import { parseSignalName, splitSignalNames } from './parsing/signal-names.ts';
import { parseWatchOptions } from './parsing/watch-options.ts';
import { AREA_PHRASES, parseAreaName } from './reading/area-words.ts';

export type ParsedCommand = { question: Query } | { problem: CommandProblem };

type Outcome = { question: Query } | { fault: ParseError };

/** What a person means by the text behind `/pain`: a question, or what is wrong with it and what was probably meant. */
export function parseCommand(text: string): ParsedCommand {
  const line = parseCommandLine(text);
  const outcome = parseLine(line);
  if ('question' in outcome) return outcome;
  const { kind, given, expected } = outcome.fault;
  const mended = correct(line, outcome.fault);
  return {
    problem: {
      kind,
      about: subcommandOf(line),
      given,
      expected,
      suggestion: mended?.question ?? null,
      suggestedText: mended?.text ?? null,
      search: mended ? null : asSearch(line, kind),
    },
  };
}

function parseLine(line: CommandLine): Outcome {
  const [first, ...words] = line.words;
  if (first === undefined) return { question: { show: 'home' } };
  const name = subcommandOf(line);
  switch (name) {
    case null:
      return parseBareName(line) ?? { fault: unknownCommand(first.text) };
    case 'help':
      return { question: { show: 'help' } };
    case 'ask':
      return parseAsk(restOf(line));
    case 'signal':
    case 'evidence':
    case 'brief':
    case 'share':
      return parseAboutSignal(name, restOf(line));
    case 'chart':
      return parseChart(first.text.toLowerCase(), words);
    case 'briefs':
      return parseBriefs(words);
    case 'compare':
      return parseCompare(words);
    case 'digest':
      return parseDigest(words);
    case 'watch':
      return parseWatch(words);
    case 'watches':
      return { question: { show: 'watches' } };
    case 'status':
      return { question: { show: 'status' } };
    case 'settings':
    case 'connect':
      return { question: { show: 'dialog', dialog: name } };
    case 'search':
      if (words.length === 0) return { question: { show: 'dialog', dialog: name } };
      return toOutcome(parseSearchOptions(words), (settings) => SearchQuery.parse({ show: name, ...settings }));
    case 'trending':
      return (
        parseFilteredList(words, 'rising') ??
        toOutcome(parseListOptions(name, words), (settings) => TrendingQuery.parse({ show: name, ...settings }))
      );
    case 'emerging':
      return (
        parseFilteredList(words, 'rising') ??
        toOutcome(parseListOptions(name, words), (settings) => EmergingQuery.parse({ show: name, ...settings }))
      );
    case 'top':
      return (
        parseFilteredList(words, 'score') ??
        toOutcome(parseListOptions(name, words), (settings) => TopQuery.parse({ show: name, ...settings }))
      );
  }
}

function toOutcome(result: ParsedOptions, query: (settings: Record<string, unknown>) => Query): Outcome {
  return 'settings' in result ? { question: query(result.settings) } : { fault: behindSubcommand(result.fault) };
}

/** The service's own lists have no filters: `trending area:auth` is a search for what rises there. */
function parseFilteredList(words: readonly Word[], sort: 'rising' | 'score'): Outcome | null {
  const read = parseSearchOptions(words);
  if ('fault' in read) {
    return /^(area|type|owner):/.test(read.fault.given) ? { fault: behindSubcommand(read.fault) } : null;
  }
  if (read.settings.words !== undefined) return null;
  const { area, type, owner } = read.settings;
  if (area === undefined && type === undefined && owner === undefined) return null;
  return { question: SearchQuery.parse({ show: 'search', sort, ...read.settings }) };
}

/** Places were counted behind the subcommand. */
const behindSubcommand = (fault: ParseError): ParseError => ({
  ...fault,
  fix: fault.fix && { ...fault.fix, at: fault.fix.at + 1 },
});

function subcommandOf({ words: [first] }: CommandLine): SubcommandName | null {
  const typed = first?.text.toLowerCase();
  const found = SUBCOMMANDS.find(({ name, aliases }) => name === typed || aliases.some((alias) => alias === typed));
  return found?.name ?? null;
}

/** `/pain 3`, or the link of a signal alone. */
function parseBareName(line: CommandLine): Outcome | null {
  const name = parseSignalName(line.text);
  return name.by === 'words' ? null : queryAbout('signal', [name]);
}

function unknownCommand(given: string): ParseError {
  const known = SUBCOMMANDS.flatMap(({ name, aliases }) => [name, ...aliases.filter(({ length }) => length > 3)]);
  const near = nearestWord(given, known);
  return { kind: 'unknown-command', given, expected: '', fix: near === null ? null : { at: 0, word: near } };
}

function parseAsk(question: string): Outcome {
  if (question === '') return { fault: missing('ask', 'a question in your own words') };
  const asked = AskQuery.safeParse({ show: 'ask', question });
  const { min, max } = SEMANTIC_QUERY_LENGTH;
  return asked.success ? { question: asked.data } : { fault: badValue(question, `${min} to ${max} characters`) };
}

const A_SIGNAL = "a signal's id, its link, its number in the last list, or words of its topic";

function parseAboutSignal(want: FindQuery['want'], rest: string): Outcome {
  if (rest === '') {
    const fix = want === 'brief' ? { at: 0, word: 'briefs' } : null;
    return { fault: { ...missing(want, A_SIGNAL), fix } };
  }
  return queryAbout(want, [parseSignalName(rest)]);
}

/** `history 3` is a chart too, and two signals in one picture are a comparison. */
function parseChart(typed: string, words: readonly Word[]): Outcome {
  const isOfTwo = words.some(({ text, isQuoted }) => !isQuoted && COMPARE_SEPARATOR.test(text));
  if (isOfTwo) return parseCompare(words[0]?.text.toLowerCase() === 'compare' ? words.slice(1) : words);
  const read = parseChartOptions(words);
  if ('fault' in read) return { fault: behindSubcommand(read.fault) };
  if (read.name === '') return { fault: missing('chart', A_SIGNAL) };
  const kind = CHART_KINDS.find((each) => each === typed);
  const { show: _show, id: _id, ...chart } = ChartQuery.parse({ show: 'chart', id: 'any', kind, ...read.chart });
  return queryAbout('chart', [parseSignalName(read.name)], chart);
}

/** No number of a list, and nothing to search for. */
const ZERO = /^#?0+\.?$/;
const FROM_ONE = 'a number of the last list, and those start at 1';

function queryAbout(want: FindQuery['want'], names: readonly SignalReference[], chart?: FindQuery['chart']): Outcome {
  const tooLong = names.find((name) => name.by === 'words' && name.words.length > MAX_WORDS_LENGTH);
  if (tooLong?.by === 'words') return { fault: badValue(tooLong.words, `at most ${MAX_WORDS_LENGTH} characters`) };
  const zero = names.find((name) => name.by === 'words' && ZERO.test(name.words));
  if (zero?.by === 'words') return { fault: badValue(zero.words, FROM_ONE) };
  return { question: queryForSignals(want, names, chart) };
}

function parseCompare(words: readonly Word[]): Outcome {
  const [first, second, ...more] = splitSignalNames(words);
  if (first === undefined) return { fault: missing('compare', 'two signals with “vs” between them') };
  if (second === undefined) return { fault: missing('compare', 'a second signal, behind “vs”') };
  if (more.length > 0) return { fault: badValue(more.join(' '), 'two signals, no more') };
  return queryAbout('compare', [parseSignalName(first), parseSignalName(second)]);
}

/** The list takes an area alone; else the brief of one signal is meant. */
function parseBriefs(words: readonly Word[]): Outcome {
  const [extra] = words;
  if (extra === undefined) return { question: { show: 'briefs', page: 0 } };
  const area = parseBriefsArea(words);
  if (area !== null) return { question: { show: 'briefs', ...(area === ALL_AREAS ? {} : { area }), page: 0 } };
  const read = parseSearchOptions(words);
  if ('fault' in read && read.fault.given.startsWith('area:')) return { fault: behindSubcommand(read.fault) };
  const said = words.map(({ text }) => text).join(' ');
  if (ZERO.test(said)) return { fault: badValue(said, FROM_ONE) };
  if (parseSignalName(said).by === 'words') return { fault: unknownArea(said, 1) };
  const fix = { at: 0, word: 'brief' };
  return { fault: { kind: 'unknown-option', given: extra.text, expected: '', fix } };
}

function parseBriefsArea(words: readonly Word[]): string | null {
  const called = parseAreaName(words.map(({ text }) => text).join(' '));
  if (called !== null) return called;
  const read = parseSearchOptions(words);
  if ('fault' in read) return null;
  const { area, ...others } = read.settings;
  return typeof area === 'string' && Object.keys(others).length === 0 ? area : null;
}

const DIGEST_CHANGES: ReadonlyMap<string, 'pause' | 'resume'> = new Map([
  ['pause', 'pause'],
  ['off', 'pause'],
  ['stop', 'pause'],
  ['resume', 'resume'],
  ['on', 'resume'],
]);

function parseDigest([word, extra]: readonly Word[]): Outcome {
  if (word === undefined) return { question: { show: 'digest' } };
  const change = DIGEST_CHANGES.get(word.text.toLowerCase());
  if (change !== undefined && extra === undefined) return { question: { show: 'digest', change } };
  const given = change === undefined ? word : (extra ?? word);
  const near = change === undefined ? nearestWord(word.text, ['pause', 'resume']) : null;
  const fix = near === null ? null : { at: 1, word: near };
  return { fault: { kind: 'unknown-option', given: given.text, expected: '`pause` or `resume`', fix } };
}

const TO_WATCH = 'a signal by its number, id or link, words to search for, or an area';

/** A signal named by words is a search for them: what it finds can change. */
function parseWatch(words: readonly Word[]): Outcome {
  const parts = parseWatchOptions(words);
  if ('fault' in parts) return { fault: behindSubcommand(parts.fault) };
  const { what, rule, tell } = parts;
  const text = what.map((word) => word.text).join(' ');
  if (text === '') return { fault: { ...missing('watch', TO_WATCH), fix: { at: 0, word: 'watches' } } };
  if (ZERO.test(text)) return { fault: badValue(text, FROM_ONE) };
  const name = parseSignalName(text);
  const told = { show: 'watch' as const, tell, ...(rule ? { rule } : {}) };
  if (name.by === 'words') return parseWatchedSearch(what, told);
  if (rule?.when === 'new') {
    return { fault: badValue('new', 'words or an area there, since one signal is new only once') };
  }
  return { question: { ...told, what: { of: 'signal', name } } };
}

function parseWatchedSearch(what: readonly Word[], told: Pick<WatchQuery, 'show' | 'rule' | 'tell'>): Outcome {
  const isQuoted = what.some((word) => word.isQuoted);
  const said = what.map(({ text }) => text).join(' ');
  const named = said.replace(/^area /i, '');
  const area = parseAreaName(named);
  if (area === null && named !== said && !isQuoted) return { fault: unknownArea(named, 2) };
  const read: ParsedOptions = area !== null && !isQuoted ? { settings: { area } } : parseSearchOptions(what);
  return toOutcome(read, (settings) => ({ ...told, what: { of: 'search', filter: SearchFilter.parse(settings) } }));
}

/** `at` is where the area begins, behind the subcommand. */
function unknownArea(given: string, at: number): ParseError {
  const near = given.includes(' ') ? null : nearestWord(given, AREA_PHRASES);
  const fix = near === null ? null : { at, word: near };
  const areas = MACRO_AREAS.map((area) => areaName(area)).join(', ');
  return { kind: 'bad-value', given, expected: `an area: ${areas}`, fix };
}

const missing = (given: string, expected: string): ParseError => ({ kind: 'missing', given, expected, fix: null });

const badValue = (given: string, expected: string): ParseError => ({ kind: 'bad-value', given, expected, fix: null });

interface Correction {
  question: Query;
  /** As it should have been typed. */
  text: string;
}

/** The question that was probably meant. A command may have more than one slip in it. */
function correct(line: CommandLine, { fix }: ParseError, tries = 3): Correction | null {
  if (fix === null || tries === 0) return null;
  const words = line.words
    .map((word, at): Word => (at === fix.at ? { text: fix.word, isQuoted: false } : word))
    .filter(({ text }) => text !== REMOVED_WORD);
  const mended = { text: fix.at === 0 ? line.text.replace(/^\S+/, () => fix.word) : formatWords(words), words };
  const outcome = parseLine(mended);
  return 'question' in outcome
    ? { question: outcome.question, text: mended.text }
    : correct(mended, outcome.fault, tries - 1);
}

const formatWords = (words: readonly Word[]) =>
  words.map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text)).join(' ');

/** Whoever types words without a subcommand most likely wants to search for them. */
function asSearch({ words }: CommandLine, kind: ParseError['kind']): Query | null {
  if (kind !== 'unknown-command') return null;
  const sought = words.map(({ text }) => text).join(' ');
  return sought.length > MAX_WORDS_LENGTH ? null : SearchQuery.parse({ show: 'search', words: sought });
}
