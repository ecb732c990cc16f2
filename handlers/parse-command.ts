import { MACRO_AREAS, SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { SUBCOMMANDS, type SubcommandName } from '#blocks/commands.ts';
import { questionAbout } from '#blocks/named-question.ts';
import { nameArea } from '#blocks/names.ts';
import {
  ALL_AREAS,
  AskQuestion,
  CHART_KINDS,
  ChartQuestion,
  EmergingQuestion,
  type FindQuestion,
  type Question,
  SearchFilter,
  SearchQuestion,
  TopQuestion,
  TrendingQuestion,
  type WatchQuestion,
} from '#blocks/question.ts';
import { DIVIDER, type SignalName, WORDS_LENGTH } from '#blocks/signal-name.ts';
import type { Problem } from '#blocks/usage-card.ts';
import { readChartOptions } from './parsing/chart-options.ts';
import { type CommandLine, readCommandLine, restOf, type Word } from './parsing/command-line.ts';
import { readListOptions } from './parsing/list-options.ts';
import { nearestWord } from './parsing/nearest.ts';
import { NOTHING, type ParseFault, type Settings } from './parsing/options.ts';
import { readSearchOptions } from './parsing/search-options.ts';
import { readSignalName, splitNames } from './parsing/signal-names.ts';
import { readWatchParts } from './parsing/watch-options.ts';
import { AREA_WORDS, readAreaWords } from './reading/area-words.ts';

export type Parsed = { question: Question } | { problem: Problem };

type Outcome = { question: Question } | { fault: ParseFault };

/** What a person means by the text behind `/pain`: a question, or what is wrong with it and what was probably meant. */
export function parseCommand(text: string): Parsed {
  const line = readCommandLine(text);
  const outcome = parseLine(line);
  if ('question' in outcome) return outcome;
  const { kind, given, expected } = outcome.fault;
  const mended = mend(line, outcome.fault);
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
      return readBareName(line) ?? { fault: unknownCommand(first.text) };
    case 'help':
      return { question: { show: 'help' } };
    case 'ask':
      return readAsk(restOf(line));
    case 'signal':
    case 'evidence':
    case 'brief':
    case 'share':
      return readAbout(name, restOf(line));
    case 'chart':
      return readChart(first.text.toLowerCase(), words);
    case 'briefs':
      return readBriefs(words);
    case 'compare':
      return readComparison(words);
    case 'digest':
      return readDigest(words);
    case 'watch':
      return readWatch(words);
    case 'watches':
      return { question: { show: 'watches' } };
    case 'status':
      return { question: { show: 'status' } };
    case 'settings':
    case 'connect':
      return { question: { show: 'dialog', dialog: name } };
    case 'search':
      if (words.length === 0) return { question: { show: 'dialog', dialog: name } };
      return build(readSearchOptions(words), (settings) => SearchQuestion.parse({ show: name, ...settings }));
    case 'trending':
      return (
        readFiltered(words, 'rising') ??
        build(readListOptions(name, words), (settings) => TrendingQuestion.parse({ show: name, ...settings }))
      );
    case 'emerging':
      return (
        readFiltered(words, 'rising') ??
        build(readListOptions(name, words), (settings) => EmergingQuestion.parse({ show: name, ...settings }))
      );
    case 'top':
      return (
        readFiltered(words, 'score') ??
        build(readListOptions(name, words), (settings) => TopQuestion.parse({ show: name, ...settings }))
      );
  }
}

function build(result: Settings, question: (settings: Record<string, unknown>) => Question): Outcome {
  return 'settings' in result ? { question: question(result.settings) } : { fault: behindSubcommand(result.fault) };
}

/** The service's own lists have no filters: `trending area:auth` is a search for what rises there. */
function readFiltered(words: readonly Word[], sort: 'rising' | 'score'): Outcome | null {
  const read = readSearchOptions(words);
  if ('fault' in read) {
    return /^(area|type|owner):/.test(read.fault.given) ? { fault: behindSubcommand(read.fault) } : null;
  }
  if (read.settings.words !== undefined) return null;
  const { area, type, owner } = read.settings;
  if (area === undefined && type === undefined && owner === undefined) return null;
  return { question: SearchQuestion.parse({ show: 'search', sort, ...read.settings }) };
}

/** Places were counted behind the subcommand. */
const behindSubcommand = (fault: ParseFault): ParseFault => ({
  ...fault,
  fix: fault.fix && { ...fault.fix, at: fault.fix.at + 1 },
});

function subcommandOf({ words: [first] }: CommandLine): SubcommandName | null {
  const typed = first?.text.toLowerCase();
  const found = SUBCOMMANDS.find(({ name, aliases }) => name === typed || aliases.some((alias) => alias === typed));
  return found?.name ?? null;
}

/** `/pain 3`, or the link of a signal alone. */
function readBareName(line: CommandLine): Outcome | null {
  const name = readSignalName(line.text);
  return name.by === 'words' ? null : askAbout('signal', [name]);
}

function unknownCommand(given: string): ParseFault {
  const known = SUBCOMMANDS.flatMap(({ name, aliases }) => [name, ...aliases.filter(({ length }) => length > 3)]);
  const near = nearestWord(given, known);
  return { kind: 'unknown-command', given, expected: '', fix: near === null ? null : { at: 0, word: near } };
}

function readAsk(question: string): Outcome {
  if (question === '') return { fault: missing('ask', 'a question in your own words') };
  const asked = AskQuestion.safeParse({ show: 'ask', question });
  const { min, max } = SEMANTIC_QUERY_LENGTH;
  return asked.success ? { question: asked.data } : { fault: badLength(question, `${min} to ${max} characters`) };
}

const A_SIGNAL = "a signal's id, its link, its number in the last list, or words of its topic";

function readAbout(want: FindQuestion['want'], rest: string): Outcome {
  if (rest === '') {
    const fix = want === 'brief' ? { at: 0, word: 'briefs' } : null;
    return { fault: { ...missing(want, A_SIGNAL), fix } };
  }
  return askAbout(want, [readSignalName(rest)]);
}

/** `history 3` is a chart too, and two signals in one picture are a comparison. */
function readChart(typed: string, words: readonly Word[]): Outcome {
  const isOfTwo = words.some(({ text, isQuoted }) => !isQuoted && DIVIDER.test(text));
  if (isOfTwo) return readComparison(words[0]?.text.toLowerCase() === 'compare' ? words.slice(1) : words);
  const read = readChartOptions(words);
  if ('fault' in read) return { fault: behindSubcommand(read.fault) };
  if (read.name === '') return { fault: missing('chart', A_SIGNAL) };
  const kind = CHART_KINDS.find((each) => each === typed);
  const { show: _show, id: _id, ...chart } = ChartQuestion.parse({ show: 'chart', id: 'any', kind, ...read.chart });
  return askAbout('chart', [readSignalName(read.name)], chart);
}

/** No number of a list, and nothing to search for. */
const ZERO = /^#?0+\.?$/;
const FROM_ONE = 'a number of the last list, and those start at 1';

function askAbout(want: FindQuestion['want'], names: readonly SignalName[], chart?: FindQuestion['chart']): Outcome {
  const tooLong = names.find((name) => name.by === 'words' && name.words.length > WORDS_LENGTH);
  if (tooLong?.by === 'words') return { fault: badLength(tooLong.words, `at most ${WORDS_LENGTH} characters`) };
  const zero = names.find((name) => name.by === 'words' && ZERO.test(name.words));
  if (zero?.by === 'words') return { fault: badLength(zero.words, FROM_ONE) };
  return { question: questionAbout(want, names, chart) };
}

function readComparison(words: readonly Word[]): Outcome {
  const [first, second, ...more] = splitNames(words);
  if (first === undefined) return { fault: missing('compare', 'two signals with “vs” between them') };
  if (second === undefined) return { fault: missing('compare', 'a second signal, behind “vs”') };
  if (more.length > 0) return { fault: badLength(more.join(' '), 'two signals, no more') };
  return askAbout('compare', [readSignalName(first), readSignalName(second)]);
}

/** The list takes an area alone; else the brief of one signal is meant. */
function readBriefs(words: readonly Word[]): Outcome {
  const [extra] = words;
  if (extra === undefined) return { question: { show: 'briefs', page: 0 } };
  const area = readBriefsArea(words);
  if (area !== null) return { question: { show: 'briefs', ...(area === ALL_AREAS ? {} : { area }), page: 0 } };
  const read = readSearchOptions(words);
  if ('fault' in read && read.fault.given.startsWith('area:')) return { fault: behindSubcommand(read.fault) };
  const said = words.map(({ text }) => text).join(' ');
  if (ZERO.test(said)) return { fault: badLength(said, FROM_ONE) };
  if (readSignalName(said).by === 'words') return { fault: unknownArea(said, 1) };
  const fix = { at: 0, word: 'brief' };
  return { fault: { kind: 'unknown-option', given: extra.text, expected: '', fix } };
}

function readBriefsArea(words: readonly Word[]): string | null {
  const called = readAreaWords(words.map(({ text }) => text).join(' '));
  if (called !== null) return called;
  const read = readSearchOptions(words);
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

function readDigest([word, extra]: readonly Word[]): Outcome {
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
function readWatch(words: readonly Word[]): Outcome {
  const parts = readWatchParts(words);
  if ('fault' in parts) return { fault: behindSubcommand(parts.fault) };
  const { what, rule, tell } = parts;
  const text = what.map((word) => word.text).join(' ');
  if (text === '') return { fault: { ...missing('watch', TO_WATCH), fix: { at: 0, word: 'watches' } } };
  if (ZERO.test(text)) return { fault: badLength(text, FROM_ONE) };
  const name = readSignalName(text);
  const told = { show: 'watch' as const, tell, ...(rule ? { rule } : {}) };
  if (name.by === 'words') return readWatchedSearch(what, told);
  if (rule?.when === 'new') {
    return { fault: badLength('new', 'words or an area there, since one signal is new only once') };
  }
  return { question: { ...told, what: { of: 'signal', name } } };
}

function readWatchedSearch(what: readonly Word[], told: Pick<WatchQuestion, 'show' | 'rule' | 'tell'>): Outcome {
  const isQuoted = what.some((word) => word.isQuoted);
  const said = what.map(({ text }) => text).join(' ');
  const named = said.replace(/^area /i, '');
  const area = readAreaWords(named);
  if (area === null && named !== said && !isQuoted) return { fault: unknownArea(named, 2) };
  const read: Settings = area !== null && !isQuoted ? { settings: { area } } : readSearchOptions(what);
  return build(read, (settings) => ({ ...told, what: { of: 'search', filter: SearchFilter.parse(settings) } }));
}

/** `at` is where the area begins, behind the subcommand. */
function unknownArea(given: string, at: number): ParseFault {
  const near = given.includes(' ') ? null : nearestWord(given, AREA_WORDS);
  const fix = near === null ? null : { at, word: near };
  const areas = MACRO_AREAS.map((area) => nameArea(area)).join(', ');
  return { kind: 'bad-value', given, expected: `an area: ${areas}`, fix };
}

const missing = (given: string, expected: string): ParseFault => ({ kind: 'missing', given, expected, fix: null });

const badLength = (given: string, expected: string): ParseFault => ({ kind: 'bad-value', given, expected, fix: null });

interface Mended {
  question: Question;
  /** As it should have been typed. */
  text: string;
}

/** The question that was probably meant. A command may have more than one slip in it. */
function mend(line: CommandLine, { fix }: ParseFault, tries = 3): Mended | null {
  if (fix === null || tries === 0) return null;
  const words = line.words
    .map((word, at): Word => (at === fix.at ? { text: fix.word, isQuoted: false } : word))
    .filter(({ text }) => text !== NOTHING);
  const mended = { text: fix.at === 0 ? line.text.replace(/^\S+/, () => fix.word) : written(words), words };
  const outcome = parseLine(mended);
  return 'question' in outcome
    ? { question: outcome.question, text: mended.text }
    : mend(mended, outcome.fault, tries - 1);
}

const written = (words: readonly Word[]) =>
  words.map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text)).join(' ');

/** Whoever types words without a subcommand most likely wants to search for them. */
function asSearch({ words }: CommandLine, kind: ParseFault['kind']): Question | null {
  if (kind !== 'unknown-command') return null;
  const sought = words.map(({ text }) => text).join(' ');
  return sought.length > WORDS_LENGTH ? null : SearchQuestion.parse({ show: 'search', words: sought });
}
