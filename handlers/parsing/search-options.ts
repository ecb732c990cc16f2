import { MACRO_AREAS } from '@pain-signals/contract';
import { nameArea, typedArea } from '#blocks/names.ts';
import { ALL_AREAS, MOST_REPOSITORIES, OWNER_LENGTH } from '#blocks/question.ts';
import { WORDS_LENGTH } from '#blocks/signal-name.ts';
import type { Expected } from '#blocks/usage-card.ts';
import { AREA_WORDS, readAreaWords } from '../reading/area-words.ts';
import type { Word } from './command-line.ts';
import { nearestWord } from './nearest.ts';
import { readDecimal, readInteger } from './numbers.ts';
import { type Option, oneOf, type ParseFault, type Reading, type Settings, within } from './options.ts';

/** A search is words with options among them: `oauth type:bug area:AUTH_IDENTITY owner:acme min:40 sort:volume`. */

const OPTIONS: readonly Option[] = [
  {
    name: 'type',
    words: ['type', 'typ', 'kind'],
    read: oneOf({
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
  { name: 'area', words: ['area', 'macroarea', 'bereich'], read: readArea },
  { name: 'owner', words: ['owner', 'org'], read: readOwner },
  { name: 'minScore', words: ['min', 'minscore', 'score'], read: within(readDecimal, 0, 100) },
  {
    name: 'minRepositories',
    words: ['repos', 'repositories', 'diversity'],
    read: within(readInteger, 0, MOST_REPOSITORIES),
  },
  {
    name: 'sort',
    words: ['sort', 'sortby'],
    read: oneOf({
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
    read: oneOf({ asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' }),
  },
];

export function readSearchOptions(words: readonly Word[]): Settings {
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
      const reading = option.read(value);
      if (!('value' in reading)) return { fault: badValue(typed.key, value, reading, isBehind ? at : null, at) };
      settings[option.name] = reading.value;
      continue;
    }
    const fault = typed && mistypedOption(typed, at);
    if (fault) return { fault };
    sought.push(word.text);
  }
  return withWords(settings, sought.join(' '));
}

function withWords(settings: Record<string, unknown>, words: string): Settings {
  if (words.length > WORDS_LENGTH) {
    const expected = `at most ${WORDS_LENGTH} characters`;
    return { fault: { kind: 'bad-value', given: words.slice(0, 40), expected, fix: null } };
  }
  if (words === '' && Object.keys(settings).length === 0) {
    return { fault: { kind: 'missing', given: 'search', expected: 'words to search for, or a filter', fix: null } };
  }
  return { settings: words === '' ? settings : { ...settings, words } };
}

interface Typed {
  key: string;
  value: string;
  /** Written as `--key`, so certainly meant as an option. */
  isDashed: boolean;
}

function splitOption(text: string): Typed | null {
  const [, dashes, key, mark, value = ''] = /^(--)?(\p{L}[\p{L}_-]{1,20})(?:([:=])(.*))?$/u.exec(text) ?? [];
  if (key === undefined || (mark === undefined && dashes === undefined)) return null;
  return { key: key.toLowerCase().replace(/[-_]/g, ''), value, isDashed: dashes !== undefined };
}

/** People search for `TypeError: x` and `std::move` too: only what becomes a valid option by mending its name is one. */
function mistypedOption({ key, value, isDashed }: Typed, at: number): ParseFault | null {
  const near = nearestWord(
    key,
    OPTIONS.map(({ words }) => words[0] ?? ''),
  );
  const option = OPTIONS.find(({ words }) => words[0] === near);
  const isMended = option !== undefined && value !== '' && 'value' in option.read(value);
  if (!isMended && !isDashed) return null;
  return { kind: 'unknown-option', given: key, expected: '', fix: isMended ? { at, word: `${near}:${value}` } : null };
}

function badValue(
  key: string,
  value: string,
  { expected, better }: { expected: Expected; better?: string | null },
  behind: number | null,
  at: number,
): ParseFault {
  if (value === '') return { kind: 'missing', given: `${key}:`, expected, fix: null };
  const word = behind === null ? `${key}:${better}` : String(better);
  return { kind: 'bad-value', given: `${key}:${value}`, expected, fix: better ? { at, word } : null };
}

function readOwner(value: string): Reading {
  const isShort = value !== '' && value.length <= OWNER_LENGTH;
  return isShort ? { value } : { expected: `an owner's name, at most ${OWNER_LENGTH} characters` };
}

/** A short word is near to too many others. */
const SURE_LENGTH = 6;

/** By its name, its words or their beginning; other areas pass, since another service may have them. */
function readArea(value: string): Reading {
  const typed = lettersOf(value);
  const expected = `an area: ${MACRO_AREAS.map(nameArea).join('; ')}`;
  if (typed === '') return { expected };
  if (typed === 'all' || typed === 'any') return { value: ALL_AREAS };
  const meant = MACRO_AREAS.filter(
    (area) => lettersOf(area).startsWith(typed) || lettersOf(nameArea(area)).startsWith(typed),
  );
  if (meant.length === 1) return { value: meant[0] };
  const called = readAreaWords(value);
  if (called !== null) return { value: called };
  const near = nearestWord(value.replaceAll(' ', '_'), MACRO_AREAS);
  if (near !== null) return near === value.toUpperCase() ? { value: near } : { expected, better: typedArea(near) };
  const nearWord = nearestWord(value, AREA_WORDS);
  if (nearWord !== null && nearWord.length >= SURE_LENGTH)
    return { expected, better: typedArea(readAreaWords(nearWord) ?? nearWord) };
  return /^[a-z][a-z_]{1,58}$/i.test(value) ? { value: value.toUpperCase() } : { expected };
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
