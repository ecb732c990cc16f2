import { MACRO_AREAS } from '@pain-signals/contract';
import {
  ALL_AREAS,
  areaKeyword,
  areaName,
  MAX_OWNER_LENGTH,
  MAX_REPOSITORIES,
  MAX_WORDS_LENGTH,
} from '@pain-signals/domain';
import type { ExpectedValue } from '#blocks/help/usage-card.ts';
import { AREA_PHRASES, parseAreaName } from './area-names.ts';
import type { Word } from './command-line.ts';
import { nearestWord } from './nearest-word.ts';
import {
  numberBetween,
  type Option,
  oneOf,
  type ParsedOptions,
  type ParsedValue,
  type ParseError,
  parseDecimal,
  parseInteger,
} from './option-values.ts';

/** A search is words with options among them: `oauth type:bug area:AUTH_IDENTITY owner:acme min:40 sort:volume`. */

const OPTIONS: readonly Option[] = [
  {
    name: 'type',
    words: ['type', 'typ', 'kind'],
    parse: oneOf({
      bug: 'bug',
      bugs: 'bug',
      feature_request: 'feature_request',
      'feature-request': 'feature_request',
      feature: 'feature_request',
      features: 'feature_request',
      complaint: 'complaint',
      complaints: 'complaint',
      question: 'question',
      questions: 'question',
    }),
  },
  { name: 'area', words: ['area', 'macroarea', 'bereich'], parse: parseArea },
  { name: 'owner', words: ['owner', 'org'], parse: parseOwner },
  { name: 'minScore', words: ['min', 'minscore', 'score'], parse: numberBetween(parseDecimal, 0, 100) },
  {
    name: 'minRepositories',
    words: ['repos', 'repositories', 'diversity'],
    parse: numberBetween(parseInteger, 0, MAX_REPOSITORIES),
  },
  {
    name: 'sort',
    words: ['sort', 'sortby'],
    parse: oneOf({
      score: 'score',
      growth: 'growth',
      rising: 'rising',
      volume: 'volume',
      mentions: 'volume',
      recent: 'lastSeenAt',
      latest: 'lastSeenAt',
      lastseen: 'lastSeenAt',
      lastseenat: 'lastSeenAt',
    }),
  },
  {
    name: 'direction',
    words: ['order', 'direction'],
    parse: oneOf({ asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' }),
  },
];

export function parseSearchOptions(words: readonly Word[]): ParsedOptions {
  const settings: Record<string, unknown> = {};
  const sought: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const typed = word.isQuoted ? null : splitOption(word.text);
    const option = typed && OPTIONS.find((each) => each.words.includes(typed.key));
    if (typed && option) {
      const isBehind = typed.value === '';
      if (isBehind) at += 1;
      const value = isBehind ? (words[at]?.text ?? '') : typed.value;
      const reading = option.parse(value);
      if (!('value' in reading)) return { error: badValue(typed.key, value, reading, isBehind ? at : null, at) };
      settings[option.name] = reading.value;
      continue;
    }
    const error = typed && mistypedOption(typed, at);
    if (error) return { error };
    sought.push(word.text);
  }
  return withWords(settings, sought.join(' '));
}

function withWords(settings: Record<string, unknown>, words: string): ParsedOptions {
  if (words.length > MAX_WORDS_LENGTH) {
    const expected = `at most ${MAX_WORDS_LENGTH} characters`;
    return { error: { kind: 'bad-value', given: words.slice(0, 40), expected, fix: null } };
  }
  if (words === '' && Object.keys(settings).length === 0) {
    return { error: { kind: 'missing', given: 'search', expected: 'words to search for, or a filter', fix: null } };
  }
  return { settings: words === '' ? settings : { ...settings, words } };
}

interface TypedOption {
  key: string;
  value: string;
  /** Written as `--key`, so certainly meant as an option. */
  isDashed: boolean;
}

function splitOption(text: string): TypedOption | null {
  const [, dashes, key, mark, value = ''] = /^(--)?(\p{L}[\p{L}_-]{1,20})(?:([:=])(.*))?$/u.exec(text) ?? [];
  if (key === undefined || (mark === undefined && dashes === undefined)) return null;
  return { key: key.toLowerCase().replace(/[-_]/g, ''), value, isDashed: dashes !== undefined };
}

/** People search for `TypeError: x` and `std::move` too: only what becomes a valid option by mending its name is one. */
function mistypedOption({ key, value, isDashed }: TypedOption, at: number): ParseError | null {
  const near = nearestWord(
    key,
    OPTIONS.map(({ words }) => words[0] ?? ''),
  );
  const option = OPTIONS.find(({ words }) => words[0] === near);
  const isMended = option !== undefined && value !== '' && 'value' in option.parse(value);
  if (!isMended && !isDashed) return null;
  return { kind: 'unknown-option', given: key, expected: '', fix: isMended ? { at, word: `${near}:${value}` } : null };
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
  const isShort = value !== '' && value.length <= MAX_OWNER_LENGTH;
  return isShort ? { value } : { expected: `an owner's name, at most ${MAX_OWNER_LENGTH} characters` };
}

/** A short word is near to too many others. */
const SURE_LENGTH = 6;

/** By its name, its words or their beginning; other areas pass, since another service may have them. */
function parseArea(value: string): ParsedValue {
  const typed = lettersOf(value);
  const expected = `an area: ${MACRO_AREAS.map(areaName).join('; ')}`;
  if (typed === '') return { expected };
  if (typed === 'all' || typed === 'any') return { value: ALL_AREAS };
  const meant = MACRO_AREAS.filter(
    (area) => lettersOf(area).startsWith(typed) || lettersOf(areaName(area)).startsWith(typed),
  );
  if (meant.length === 1) return { value: meant[0] };
  const called = parseAreaName(value);
  if (called !== null) return { value: called };
  const near = nearestWord(value.replaceAll(' ', '_'), MACRO_AREAS);
  if (near !== null) return near === value.toUpperCase() ? { value: near } : { expected, better: areaKeyword(near) };
  const nearWord = nearestWord(value, AREA_PHRASES);
  if (nearWord !== null && nearWord.length >= SURE_LENGTH)
    return { expected, better: areaKeyword(parseAreaName(nearWord) ?? nearWord) };
  return /^[a-z][a-z_]{1,58}$/i.test(value) ? { value: value.toUpperCase() } : { expected };
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
