import { areaName, DASHBOARD_LIMIT, MACRO_AREAS } from '@pain-signals/contract';
import {
  ALL_AREAS,
  areaKeyword,
  MAX_DAYS,
  MAX_EXCEPT,
  MAX_OWNER_LENGTH,
  MAX_REPOSITORIES,
  MAX_WORDS_LENGTH,
} from '@pain-signals/domain';
import type { ExpectedValue } from '#blocks/help/usage-card.ts';
import { nearestWord, type Word } from './command-line.ts';
import {
  AREA_PHRASES,
  numberBetween,
  type Option,
  oneOf,
  type ParsedOptions,
  type ParsedValue,
  type ParseError,
  parseAreaName,
  parseDecimal,
  parseInteger,
  tooLong,
} from './option-values.ts';

/** A search mixes words and options: `oauth type:bug area:AUTH_IDENTITY owner:acme min:40 sort:mentions`. */

const parseType = oneOf({
  bug: 'bug',
  bugs: 'bug',
  feature: 'feature_request',
  feature_request: 'feature_request',
  'feature-request': 'feature_request',
  features: 'feature_request',
  complaint: 'complaint',
  complaints: 'complaint',
  question: 'question',
  questions: 'question',
});

const OPTIONS: readonly Option[] = [
  { name: 'type', words: ['type', 'kind'], parse: parseType },
  { name: 'area', words: ['area', 'macroarea'], parse: parseArea },
  { name: 'except', words: ['except', 'without', 'not'], parse: parseExcept },
  { name: 'owner', words: ['owner', 'org'], parse: parseOwner },
  { name: 'minScore', words: ['min', 'minscore', 'score'], parse: numberBetween(parseDecimal, 0, 100, false) },
  {
    name: 'minRepositories',
    words: ['repos', 'repositories', 'diversity'],
    parse: numberBetween(parseInteger, 0, MAX_REPOSITORIES),
  },
  {
    name: 'sort',
    words: ['sort', 'sortby'],
    parse: oneOf({
      match: 'relevance',
      score: 'score',
      growth: 'growth',
      rising: 'rising',
      cooling: 'fading',
      mentions: 'volume',
      latest: 'lastSeenAt',
      relevance: 'relevance',
      best: 'relevance',
      fading: 'fading',
      volume: 'volume',
      recent: 'lastSeenAt',
      lastseen: 'lastSeenAt',
      lastseenat: 'lastSeenAt',
    }),
  },
  { name: 'limit', words: ['top'], parse: numberBetween(parseInteger, DASHBOARD_LIMIT.min, DASHBOARD_LIMIT.max) },
  { name: 'days', words: ['days', 'period'], parse: numberBetween(parseInteger, 1, MAX_DAYS) },
  {
    name: 'direction',
    words: ['order', 'direction'],
    parse: oneOf({ asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' }),
  },
];

/** `owner:acme`, also before anything else. */
export function isSearchOption(text: string): boolean {
  const typed = splitOption(text);
  return typed !== null && typed.value !== '' && OPTIONS.some(({ words }) => words.includes(typed.key));
}

export function parseSearchOptions(words: readonly Word[]): ParsedOptions {
  const settings: Record<string, unknown> = {};
  const searched: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const typed = word.isQuoted ? null : splitOption(word.text);
    const option = typed && OPTIONS.find((each) => each.words.includes(typed.key));
    if (typed && option) {
      const isBehind = typed.value === '';
      if (isBehind) at += 1;
      const value = isBehind ? (words[at]?.text ?? '') : typed.value;
      const parsed = option.parse(value);
      if (!('value' in parsed)) return { error: badValue(typed.key, value, parsed, isBehind ? at : null, at) };
      settings[option.name] = parsed.value;
      continue;
    }
    const bare = word.isQuoted ? null : bareOption(words.slice(at));
    if (bare) {
      settings[bare.name] = bare.value;
      at += bare.length - 1;
      continue;
    }
    const error = typed && mistypedOption(typed, at);
    if (error) return { error };
    searched.push(word.text);
  }
  return withWords(settings, searched.join(' '));
}

const LONGEST_AREA = 5;

/** `area databases`, `min score 70`: options without their colon, where what follows can't be words to search for. */
function bareOption(words: readonly Word[]): { name: string; value: unknown; length: number } | null {
  const [first, ...rest] = words.slice(0, LONGEST_AREA + 1).map(({ text }) => text.toLowerCase());
  if (first === 'area') {
    for (let length = rest.length; length > 0; length--) {
      const area = parseAreaName(rest.slice(0, length).join(' '));
      if (area !== null) return { name: 'area', value: area, length: length + 1 };
    }
  }
  const [said, score] = /^min(?:imum)? score (\d{1,3})(?= |$)/.exec([first, ...rest].join(' ')) ?? [];
  if (said === undefined || Number(score) > 100) return null;
  return { name: 'minScore', value: Number(score), length: said.split(' ').length };
}

function withWords(settings: Record<string, unknown>, words: string): ParsedOptions {
  if (words.length > MAX_WORDS_LENGTH) return { error: tooLong('a search', words, MAX_WORDS_LENGTH) };
  if (words === '' && Object.keys(settings).length === 0) {
    return { error: { kind: 'missing', given: 'search', expected: 'words to search for, or a filter', fix: null } };
  }
  return { settings: words === '' ? settings : { ...settings, words } };
}

interface TypedOption {
  key: string;
  value: string;
  /** Written as `--key`, which can only be an option. */
  isDashed: boolean;
}

function splitOption(text: string): TypedOption | null {
  const [, dashes, key, mark, value = ''] = /^(--)?(\p{L}[\p{L}_-]{1,20})(?:([:=])(.*))?$/u.exec(text) ?? [];
  if (key === undefined || (mark === undefined && dashes === undefined)) return null;
  return { key: key.toLowerCase().replace(/[-_]/g, ''), value, isDashed: dashes !== undefined };
}

/** Searches such as `TypeError: x` and `std::move` aren't options: correcting the name must give a valid one. */
function mistypedOption({ key, value, isDashed }: TypedOption, at: number): ParseError | null {
  const near = nearestWord(
    key,
    OPTIONS.map(({ words }) => words[0] ?? ''),
  );
  const option = OPTIONS.find(({ words }) => words[0] === near);
  const isCorrected = option !== undefined && value !== '' && 'value' in option.parse(value);
  if (!isCorrected && !isDashed) return null;
  return {
    kind: 'unknown-option',
    given: key,
    expected: '',
    fix: isCorrected ? { at, word: `${near}:${value}` } : null,
  };
}

function badValue(
  key: string,
  value: string,
  { expected, better }: { expected: ExpectedValue; better?: string | null },
  behind: number | null,
  at: number,
): ParseError {
  if (value === '') return { kind: 'missing', given: `${key}:`, expected, fix: null };
  const word = behind === null ? `${key}:${better}` : String(better);
  return { kind: 'bad-value', given: `${key}:${value}`, expected, fix: better ? { at, word } : null };
}

function parseOwner(value: string): ParsedValue {
  const of = 'an organization’s name';
  if (value === '') return { expected: of };
  return value.length <= MAX_OWNER_LENGTH ? { value } : { expected: tooLong(of, value, MAX_OWNER_LENGTH).expected };
}

/** `except:frontend,bug`: areas and types. */
function parseExcept(value: string): ParsedValue {
  const parsed = value.split(',').map((each) => {
    const type = parseType(each);
    return 'value' in type ? type : parseArea(each);
  });
  const wrong = parsed.find((each) => !('value' in each) || each.value === ALL_AREAS);
  if (wrong !== undefined) return 'value' in wrong ? { expected: 'areas or types' } : { expected: wrong.expected };
  const except = parsed.flatMap((each) => ('value' in each ? [String(each.value)] : []));
  return except.length <= MAX_EXCEPT ? { value: except } : { expected: `up to ${MAX_EXCEPT} areas or types` };
}

/** Short words are similar to too many others. */
const SURE_LENGTH = 6;

/** An area by its name or the start of it. Unknown area names pass, because other services have other areas. */
function parseArea(value: string): ParsedValue {
  const typed = lettersOf(value);
  const expected = `an area: ${MACRO_AREAS.map(areaName).join('; ')}`;
  if (typed === '') return { expected };
  if (typed === 'all' || typed === 'any') return { value: ALL_AREAS };
  const matches = MACRO_AREAS.filter(
    (each) => lettersOf(each).startsWith(typed) || lettersOf(areaName(each)).startsWith(typed),
  );
  if (matches.length === 1) return { value: matches[0] };
  const area = parseAreaName(value);
  if (area !== null) return { value: area };
  const near = nearestWord(value.replaceAll(' ', '_'), MACRO_AREAS);
  if (near !== null) return near === value.toUpperCase() ? { value: near } : { expected, better: areaKeyword(near) };
  const nearWord = nearestWord(value, AREA_PHRASES);
  if (nearWord !== null && nearWord.length >= SURE_LENGTH)
    return { expected, better: areaKeyword(parseAreaName(nearWord) ?? nearWord) };
  return /^[a-z][a-z_]{1,58}$/i.test(value) ? { value: value.toUpperCase() } : { expected };
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
