import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  type ConversationMemory,
  NOTHING_IN_MIND,
  type Query,
  resolveFollowUp,
  SearchQuery,
} from '@pain-signals/domain';
import { parseCommandOrText } from '../../handlers/commands/natural-language/command-or-text.ts';
import {
  type ParsedText,
  parseNaturalLanguage,
} from '../../handlers/commands/natural-language/parse-natural-language.ts';
import { takePeriod } from '../../handlers/commands/natural-language/period-phrases.ts';
import { LEARNED, type Models, topicOfQuestion } from '../../handlers/commands/natural-language/understand.ts';
import { parseCommand } from '../../handlers/commands/parse-command.ts';

/** Sentences with what they mean: `[conversation] sentence => command | another that is as good`. */

const NOW = Date.parse('2026-11-22T10:00:00Z');
/** The signal in mind. */
const IT = '0b0f5a52-7f3c-4f55-9c3e-1a2b3c4d5e6f';

const queryOf = (command: string): Query => {
  if (command === 'home') return { show: 'home' };
  const parsed = parseCommand(command);
  if ('query' in parsed) return parsed.query;
  throw new Error(`“${command}” is no command`);
};

const inMind = (list: string | null, signalId: string | null = null): ConversationMemory => ({
  ...NOTHING_IN_MIND,
  list: list === null ? null : (queryOf(list) as ConversationMemory['list']),
  signalId,
  isListLatest: signalId === null && list !== null,
});

const MEMORIES: Record<string, ConversationMemory> = {
  '': NOTHING_IN_MIND,
  list: inMind('trending'),
  docker: inMind('search docker'),
  question: inMind('ask why do builds fail?'),
  signal: inMind('trending', IT),
};

export interface Phrasing {
  about: string;
  text: string;
  meant: string;
}

export function readPhrasings(file: URL | string): Phrasing[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, about = '', text, meant] = /^(?:\[(list|docker|question|signal)\] )?(.+?) => (.+)$/.exec(line) ?? [];
      return text === undefined || meant === undefined || line.startsWith('#') ? [] : [{ about, text, meant }];
    });
}

/** What a reading comes to, in the words of the file. */
function outcome(parsed: ParsedText | null, about: string, models: Models = LEARNED): string {
  if (parsed === null) return 'nothing';
  const memory = MEMORIES[about];
  if (memory === undefined) throw new Error(`no conversation is about “${about}”`);
  const query = resolveFollowUp(parsed.query, memory);
  if (query === null) return 'which?';
  return `${inWords(query, models)}${parsed.ignored ? ' + note' : ''}`;
}

function inWords(query: Query, models: Models): string {
  if (query.show === 'courtesy') return query.of;
  // The same words are searched for, by spelling or by meaning.
  if (isPlainSearch(query)) return `ask: ${query.words?.toLowerCase()}${query.days ? ` days:${query.days}` : ''}`;
  // No command asks for one fact of a signal, one section of a brief, or to stop all watches.
  if (query.show !== 'ask')
    return JSON.stringify(sorted({ ...query, asks: undefined, section: undefined, stops: undefined }));
  const topic = topicOfQuestion(takePeriod(query.question, NOW).rest, models);
  return `ask: ${topic.toLowerCase()}${query.days === undefined ? '' : ` days:${query.days}`}`;
}

const isPlainSearch = (query: Query): query is SearchQuery =>
  query.show === 'search' &&
  isDeepStrictEqual({ ...query, words: '', days: 0 }, { ...SearchQuery.parse({ show: 'search' }), words: '', days: 0 });

/** With its names in one order. */
const sorted = (part: unknown): unknown =>
  typeof part !== 'object' || part === null || Array.isArray(part)
    ? part
    : Object.fromEntries(
        Object.entries(part)
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([name, value]) => [name, sorted(value)]),
      );

/** What is meant, in the same words. */
function meaning(meant: string): string {
  if (['which?', 'thanks', 'hello'].includes(meant) || meant.startsWith('ask: ')) return meant;
  const [command = '', note] = meant.split(' + ');
  const page = /^(.+) page:(\d+)$/.exec(command);
  const query = queryOf(page?.[1] ?? command.replace(/\bit\b/, IT));
  return `${inWords(page ? ({ ...query, page: Number(page[2]) - 1 } as Query) : query, LEARNED)}${note ? ' + note' : ''}`;
}

/** Whether the text is understood, in all parts. */
export const isUnderstood = ({ about, text, meant }: Phrasing, read: Reader, models: Models = LEARNED): boolean => {
  const got = outcome(read(text, models), about, models);
  return meant.split(' | ').some((each) => isSame(meaning(each), got));
};

const WORDS = /(?<=^ask: ).*?(?=(?: days:\d+)?$)|(?<="words":")[^"]*/g;
/** They change no search. */
const EMPTY =
  /^(?:a|an|the|of|in|on|at|to|for|with|w\/?|by|from|and|or|n|vs|is|are|be|being|am|was|were|it|its|that|this|these|those|so|too|very|really|just|only|any|some|about|out|when|our|my|their|we|i|they|you|like|do|does|doing|have|has|how|what|who|people|ppl|devs|developers|folks|thing|things|stuff|thing’s|issue|issues|problem|problems|pain|pains)$/;

const contentOf = (words: string): string[] =>
  words
    .toLowerCase()
    .split(/[\s,;:"“”?!()]+/)
    .map((word) => word.replace(/^[.'’-]+|[.'’-]+$/g, ''))
    .filter((word) => word !== '' && !EMPTY.test(word));

/** The same query, where the words that are searched for say as much: the same ones, besides what changes no search, and one more at most. */
function isSame(meant: string, got: string): boolean {
  if (meant === got) return true;
  if (meant.replace(WORDS, '') !== got.replace(WORDS, '')) return false;
  const [wanted, found] = [meant, got].map((text) => text.match(WORDS) ?? []);
  return (
    wanted?.every((words, at) => {
      const [core, given] = [contentOf(words), contentOf(found?.[at] ?? '')];
      return core.every((word) => given.includes(word)) && given.length <= core.length + 1;
    }) === true
  );
}

/** Those that are not understood, with what they were taken for. */
export const missedIn = (phrasings: readonly Phrasing[], read: Reader, models: Models = LEARNED): string[] =>
  phrasings
    .filter((each) => !isUnderstood(each, read, models))
    .map(
      ({ about, text, meant }) =>
        `[${about}] “${text}” is ${meant}, taken for ${outcome(read(text, models), about, models)}`,
    );

export type Reader = (text: string, models?: Models) => ParsedText | null;

export const said: Reader = (text, models) => parseNaturalLanguage(text, NOW, models);

/** Typed behind `/pain`; a command with an error in it is not read. */
export const typed: Reader = (text, models) => {
  const parsed = parseCommandOrText(text, NOW, models);
  if ('problem' in parsed) return null;
  return 'query' in parsed ? { query: parsed.query, isUnderstood: true, asked: null } : parsed.text;
};
