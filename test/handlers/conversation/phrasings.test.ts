import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  type ConversationMemory,
  NOTHING_IN_MIND,
  type Query,
  resolveFollowUp,
  SearchQuery,
} from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { parseCommandOrText } from '#handlers/commands/natural-language/command-or-text.ts';
import { type ParsedText, parseNaturalLanguage } from '#handlers/commands/natural-language/parse-natural-language.ts';
import { takePeriod } from '#handlers/commands/natural-language/period-phrases.ts';
import { topicOfQuestion } from '#handlers/commands/natural-language/understand.ts';
import { parseCommand } from '#handlers/commands/parse-command.ts';

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

interface Phrasing {
  about: string;
  text: string;
  meant: string;
}

function readPhrasings(file: string): Phrasing[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, about = '', text, meant] = /^(?:\[(\w+)\] )?(.+?) => (.+)$/.exec(line) ?? [];
      return text === undefined || meant === undefined || line.startsWith('#') ? [] : [{ about, text, meant }];
    });
}

/** What a reading comes to, in the words of the file. */
function outcome(parsed: ParsedText | null, about: string): string {
  if (parsed === null) return 'nothing';
  const memory = MEMORIES[about];
  if (memory === undefined) throw new Error(`no conversation is about “${about}”`);
  const query = resolveFollowUp(parsed.query, memory);
  if (query === null) return 'which?';
  return `${describe_(query)}${parsed.ignored ? ' + note' : ''}`;
}

function describe_(query: Query): string {
  if (query.show === 'courtesy') return query.of;
  // The same words are searched for, by spelling or by meaning.
  if (isPlainSearch(query)) return `ask: ${query.words?.toLowerCase()}${query.days ? ` days:${query.days}` : ''}`;
  if (query.show !== 'ask') return JSON.stringify(sorted(query));
  const topic = topicOfQuestion(takePeriod(query.question, NOW).rest);
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
  return `${describe_(page ? ({ ...query, page: Number(page[2]) - 1 } as Query) : query)}${note ? ' + note' : ''}`;
}

function missedIn(phrasings: readonly Phrasing[], read: (text: string) => ParsedText | null): string[] {
  return phrasings.flatMap(({ about, text, meant }) => {
    const got = outcome(read(text), about);
    return meant.split(' | ').some((each) => meaning(each) === got)
      ? []
      : [`[${about}] “${text}” is ${meant}, taken for ${got}`];
  });
}

const said = (text: string) => parseNaturalLanguage(text, NOW);

/** Typed behind `/pain`; a command with an error in it is not read. */
function typed(text: string): ParsedText | null {
  const parsed = parseCommandOrText(text, NOW);
  if ('problem' in parsed) return null;
  return 'query' in parsed ? { query: parsed.query, isUnderstood: true, asked: null } : parsed.text;
}

it('asks why about a signal named by words only where it is said to rise', () => {
  expect(said('why is webhook delivered twice rising?')?.query).toMatchObject({
    ...{ show: 'find', want: 'why', names: [{ by: 'words', words: 'webhook delivered twice' }] },
  });
  expect(said('why is memory use of node rising after an upgrade?')?.query.show).toBe('ask');
});

describe.each([
  ['phrasings.txt', 166, 0.95],
  ['later-phrasings.txt', 257, 0.95],
  ['free-phrasings-1.txt', 60, 0.95],
  ['free-phrasings-2.txt', 40, 0.9],
  ['free-phrasings-3.txt', 40, 0.9],
  ['free-phrasings-4.txt', 40, 0.9],
  ['free-phrasings-5.txt', 160, 0.95],
  ['free-phrasings-6.txt', 323, 0.95],
  ['free-phrasings-7.txt', 60, 0.78],
  ['free-phrasings-8.txt', 40, 0.8],
])('what people write, in %s', (file, count, least) => {
  const phrasings = readPhrasings(file);

  it.each([
    ['said in a message', said],
    ['typed behind the command', typed],
  ])('is understood when %s', (_where, read) => {
    const missed = missedIn(phrasings, read);
    if (process.env.SHOW_MISSED) console.info(missed.join('\n'));
    expect(phrasings).toHaveLength(count);
    expect(1 - missed.length / count, missed.join('\n')).toBeGreaterThanOrEqual(least);
  });
});

it('searches for topics that look like commands', () => {
  const topics = readPhrasings('topics.txt');
  expect(topics).toHaveLength(90);
  expect(missedIn(topics, said)).toEqual([]);
});
