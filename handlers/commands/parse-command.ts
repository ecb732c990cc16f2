import {
  EmergingQuery,
  HELP_TOPICS,
  MAX_WORDS_LENGTH,
  type Query,
  SearchQuery,
  SUBCOMMANDS,
  type SubcommandName,
  TopQuery,
  TrendingQuery,
} from '@pain-signals/domain';
import type { CommandProblem } from '#blocks/help/usage-card.ts';
import { type CommandLine, nearestWord, parseCommandLine, restOf, type Word } from './command-line.ts';
import { parseListOptions } from './list-options.ts';
import { type ParseError, REMOVED_WORD } from './option-values.ts';
import {
  isWord,
  type Outcome,
  parseAboutSignal,
  parseAsk,
  parseBrief,
  parseBriefs,
  parseChart,
  parseCompare,
  parseDigest,
  parseFilteredList,
  parseShare,
  parseWatch,
  parseWhy,
  queryAbout,
  toOutcome,
} from './parse-subcommands.ts';
import { isSearchOption, parseSearchOptions } from './search-options.ts';
import { parseSignalName } from './signal-names.ts';

export type ParsedCommand = { query: Query } | { problem: CommandProblem };

/** Parses the text after `/pain`: a query, or what is wrong with it and what was probably meant. */
export function parseCommand(text: string): ParsedCommand {
  const line = parseCommandLine(text);
  const outcome = parseLine(line);
  if ('query' in outcome) return outcome;
  const { kind, given, expected, fix } = outcome.error;
  const corrected = correct(line, outcome.error);
  return {
    problem: {
      kind,
      // A filter by itself is a search.
      about: subcommandOf(line) ?? (kind === 'bad-value' && /^\p{L}+:/u.test(given) ? 'search' : null),
      given,
      expected,
      suggestion: corrected?.query ?? null,
      suggestedText: corrected?.text ?? null,
      ...(kind === 'unknown-option' && fix?.word === REMOVED_WORD && { leavesOut: true }),
      search: asSearch(line, kind),
    },
  };
}

function parseLine(line: CommandLine): Outcome {
  const [first, ...words] = line.words;
  if (first === undefined || /^home$/i.test(line.text)) return { query: { show: 'home' } };
  const name = subcommandOf(line);
  if (name === first.text.toLowerCase() && asksForHelp(name, words)) return { query: { show: 'help', all: true } };
  switch (name) {
    case null:
      return parseBareName(line) ?? parseBareFilters(line) ?? { error: unknownCommand(first.text) };
    case 'help':
      return { query: parseHelp(words[0]?.text.toLowerCase()) };
    case 'ask':
      return parseAsk(restOf(line));
    case 'why':
      return parseWhy(line.text, restOf(line));
    case 'signal':
    case 'hide':
    case 'evidence':
      return parseAboutSignal(name, restOf(line));
    case 'brief':
      return parseBrief(restOf(line));
    case 'share':
      return parseShare(restOf(line));
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
    case 'areas':
    case 'hidden':
      return { query: { show: name } };
    case 'status':
      return { query: { show: 'status' } };
    case 'settings':
    case 'connect':
      return { query: { show: 'dialog', dialog: name } };
    case 'search':
      if (words.length === 0) return { query: { show: 'dialog', dialog: name } };
      return toOutcome(parseSearchOptions(withoutFor(words)), (settings) =>
        SearchQuery.parse({ show: name, ...settings }),
      );
    case 'trending':
    case 'emerging':
    case 'top':
      return (
        parseFilteredList(words, name === 'top' ? 'score' : 'rising') ??
        toOutcome(parseListOptions(name, words), (settings) => LISTS[name].parse({ show: name, ...settings }))
      );
  }
}

/** `watch help`: nobody shares, hides or watches that. */
const asksForHelp = (name: SubcommandName, [only, ...others]: readonly Word[]): boolean =>
  !['search', 'ask'].includes(name) && others.length === 0 && isWord(only, /^(?:--)?help$/i);

const LISTS = { trending: TrendingQuery, emerging: EmergingQuery, top: TopQuery };

/** "Search for oauth" */
const withoutFor = (words: readonly Word[]): readonly Word[] =>
  words.length > 1 && words[0]?.isQuoted === false && /^(?:for|about)$/i.test(words[0].text) ? words.slice(1) : words;

function subcommandOf({ words: [first] }: CommandLine): SubcommandName | null {
  const typed = first?.text.toLowerCase();
  const found = SUBCOMMANDS.find(({ name, aliases }) => name === typed || aliases.some((alias) => alias === typed));
  return found?.name ?? null;
}

/** `/pain help`, `/pain help all`, `/pain help score` */
function parseHelp(word: string | undefined): Query {
  if (word === 'all') return { show: 'help', all: true };
  const about = HELP_TOPICS.find((topic) => topic === word);
  return about === undefined ? { show: 'help' } : { show: 'help', about };
}

/** `/pain 3`, or a signal's link. */
function parseBareName(line: CommandLine): Outcome | null {
  const name = parseSignalName(line.text);
  return name.by === 'words' ? null : queryAbout('signal', [name]);
}

/** `/pain owner:acme` is a search. */
function parseBareFilters({ words }: CommandLine): Outcome | null {
  const [first] = words;
  if (first === undefined || first.isQuoted || !isSearchOption(first.text)) return null;
  const parsed = parseSearchOptions(words);
  if ('error' in parsed) return { error: { ...parsed.error, fix: null } };
  return { query: SearchQuery.parse({ show: 'search', ...parsed.settings }) };
}

function unknownCommand(given: string): ParseError {
  const known = SUBCOMMANDS.flatMap(({ name, aliases }) => [name, ...aliases.filter(({ length }) => length > 3)]);
  const near = nearestWord(given, known);
  return { kind: 'unknown-command', given, expected: '', fix: near === null ? null : { at: 0, word: near } };
}

interface Correction {
  query: Query;
  /** The corrected command. */
  text: string;
}

/** The query that was probably meant. A command can have several typos. */
function correct(line: CommandLine, { fix }: ParseError, tries = 3): Correction | null {
  if (fix === null || tries === 0) return null;
  const words = line.words
    .map((word, at): Word => (at === fix.at ? { text: fix.word, isQuoted: false } : word))
    .filter(({ text }) => text !== REMOVED_WORD);
  const corrected = { text: fix.at === 0 ? line.text.replace(/^\S+/, () => fix.word) : formatWords(words), words };
  const outcome = parseLine(corrected);
  return 'query' in outcome
    ? { query: outcome.query, text: corrected.text }
    : correct(corrected, outcome.error, tries - 1);
}

const formatWords = (words: readonly Word[]) =>
  words.map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text)).join(' ');

/** Words without a subcommand are probably a search. */
function asSearch({ words }: CommandLine, kind: ParseError['kind']): Query | null {
  if (kind !== 'unknown-command') return null;
  const joined = words.map(({ text }) => text).join(' ');
  return joined.length > MAX_WORDS_LENGTH ? null : SearchQuery.parse({ show: 'search', words: joined });
}
