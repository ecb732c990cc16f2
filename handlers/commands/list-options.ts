import { DASHBOARD_LIMIT } from '@pain-signals/contract';
import { MAX_DAYS, MAX_GROWTH, MAX_VOLUME } from '@pain-signals/domain';
import type { ExpectedValue } from '#blocks/help/usage-card.ts';
import { nearestWord, type Word } from './command-line.ts';
import {
  numberBetween,
  type Option,
  oneOf,
  type ParsedOptions,
  type ParseError,
  parseGrowth,
  parseInteger,
} from './option-values.ts';

/** Options of the dashboard lists: `max 50 min 150%`, `5 by growth`, `limit:5`. */

const LIMIT: Option = {
  name: 'limit',
  words: ['limit', 'first', 'count'],
  parse: numberBetween(parseInteger, DASHBOARD_LIMIT.min, DASHBOARD_LIMIT.max),
};

const METRIC: Option = {
  name: 'metric',
  words: ['by', 'metric', 'sort'],
  parse: oneOf({ score: 'score', growth: 'growth', mentions: 'volume', volume: 'volume' }),
};

/** Only written as `days:30`: `30 days` is a period, which is parsed as natural language. */
const DAYS: Option = { name: 'days', words: ['days', 'period'], parse: numberBetween(parseInteger, 1, MAX_DAYS) };

const LIST_OPTIONS = {
  trending: [LIMIT, DAYS],
  emerging: [
    LIMIT,
    DAYS,
    {
      name: 'maxVolume',
      words: ['under', 'below', 'max', 'volume', '<', '<='],
      parse: numberBetween(parseInteger, 0, MAX_VOLUME, true, 'a number of mentions, as in `max 50`'),
    },
    {
      name: 'minGrowth',
      words: ['above', 'over', 'min', 'growth', '>', '>='],
      parse: numberBetween(parseGrowth, -1, MAX_GROWTH, true, 'a percentage, as in `min 50%`'),
    },
  ],
  top: [LIMIT, METRIC, DAYS],
} as const satisfies Record<string, readonly Option[]>;

const FILLERS = new Set(['the', 'and', 'with', 'of', 'than', 'mentions', 'signals', 'pains', 'pain']);

export function parseListOptions(list: keyof typeof LIST_OPTIONS, words: readonly Word[]): ParsedOptions {
  const options: readonly Option[] = LIST_OPTIONS[list];
  const settings: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at++) {
    const found = findOption(options, words, at);
    if (found === 'filler') continue;
    if ('error' in found) return found;
    const parsed = found.option.parse(found.value);
    if (!('value' in parsed)) return { error: badValue(found, parsed) };
    settings[found.option.name] = parsed.value;
    at = found.lastAt;
  }
  return { settings };
}

interface Found {
  option: Option;
  value: string;
  /** The index of the value's word, and what precedes it in that word. */
  lastAt: number;
  prefix: string;
}

function findOption(
  options: readonly Option[],
  words: readonly Word[],
  at: number,
): Found | 'filler' | { error: ParseError } {
  const text = textAt(words, at);
  const [, key = '', mark = '', attached = ''] = /^(?:--)?(\p{L}+|[<>]=?)([:=<>]?=?)(.*)$/u.exec(text) ?? [];
  const option = options.find((each) => each.words.includes(key));
  if (option && attached !== '') return { option, value: attached, lastAt: at, prefix: `${key}${mark}` };
  if (option && mark === '') return valueBehind(options, option, words, at);
  if (option) return { option, value: textAt(words, at + 1), lastAt: at + 1, prefix: '' };
  const bare = options.find((each) => (each === METRIC || each === LIMIT) && 'value' in each.parse(text));
  if (bare) return { option: bare, value: text, lastAt: at, prefix: '' };
  if (FILLERS.has(text)) return 'filler';
  return { error: unknownOption(options, text, at) };
}

/** `growth above 150%` names one option twice: a name before another name is a filler. */
function valueBehind(options: readonly Option[], option: Option, words: readonly Word[], at: number): Found | 'filler' {
  const next = at + 1;
  const isName = options.some((each) => each.words.includes(textAt(words, next)));
  if (isName && option !== METRIC) return 'filler';
  return { option, value: textAt(words, next), lastAt: next, prefix: '' };
}

const textAt = (words: readonly Word[], at: number) => (words[at]?.text ?? '').toLowerCase();

function unknownOption(options: readonly Option[], text: string, at: number): ParseError {
  if (/^[-+]?\d/.test(text)) {
    const parsed = LIMIT.parse(text);
    const better = 'better' in parsed ? (parsed.better ?? null) : null;
    return {
      kind: 'bad-value',
      given: text,
      expected: { from: DASHBOARD_LIMIT.min, to: DASHBOARD_LIMIT.max },
      fix: better ? { at, word: better } : null,
    };
  }
  const known = [
    ...options.flatMap(({ words }) => words),
    ...(options.includes(METRIC) ? ['growth', 'volume', 'score'] : []),
  ];
  const near = nearestWord(
    text,
    known.filter((word) => word.length > 1),
  );
  return { kind: 'unknown-option', given: text, expected: '', fix: near ? { at, word: near } : null };
}

function badValue(
  { option, value, lastAt, prefix }: Found,
  { expected, better }: { expected: ExpectedValue; better?: string | null },
): ParseError {
  if (value === '') return { kind: 'missing', given: option.words[0] ?? option.name, expected, fix: null };
  return { kind: 'bad-value', given: value, expected, fix: better ? { at: lastAt, word: prefix + better } : null };
}
