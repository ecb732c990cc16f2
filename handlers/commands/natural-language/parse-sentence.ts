import type { PainType } from '@pain-signals/contract';
import {
  type Query,
  queryForSignals,
  RefineQuery,
  type SignalReference,
  TopQuery,
  WatchQuery,
} from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import { ORDINALS, parseSignalReference } from '../signal-names.ts';
import { type ListOrder, listQuery } from './list-phrases.ts';
import { COUNTED, type Meaning, type Word, wordsOf } from './vocabulary.ts';

/**
 * A request by what its words mean, in any order. Every word must be known, except those of one topic; anything else is left to
 * other parsers, and in the end to semantic search.
 */
export function parseSentence(text: string): Query | null {
  const words = wordsOf(text);
  if (words === null || (words.length === 1 && !ALONE.test(words[0]?.text ?? ''))) return null;
  // "Evidence pain" names a signal.
  if (words[1]?.meaning === 'noun' && WANTS.some(([meaning]) => meaning === words[0]?.meaning)) return null;
  const sentence = describeSentence(words);
  const topic = topicOf(words);
  if (topic?.words === '') return aboutKnownWords(sentence);
  // One clearly named signal says enough: "is it possible to see the evolution of number 2?"
  if (words.some(({ text }) => MARKED.test(text)) && !sentence.has('alert')) return aboutKnownWords(sentence);
  return topic === null ? null : aboutTopic(sentence, topic);
}

/** Other words by themselves are a topic. A number is a signal's. */
const ALONE =
  /\d|^(?:the )?(?:\w+(?:st|nd|rd|th))$|^(?:why|how come|briefs?|next steps?|evidence|proof|quotes?|sources|posts|examples|receipts|chart|graph|plot|timeline|trending|emerging|rising|newest|biggest|worst|top)$/;

/** "#2", "number 2", "the second one", but no bare 2, which counts something. */
const MARKED = new RegExp(
  `^(?:#\\d|number \\d|(?:the )?(?:${ORDINALS.join('|')}|\\d(?:st|nd|rd|th))(?: one| signal)?$)`,
);

interface Sentence {
  has: (...meanings: Meaning[]) => boolean;
  /** Signals that are meant, without repetitions. */
  signals: SignalReference[];
  /** The first that isn't `it`, else `it`. */
  name: SignalReference;
  area: string | undefined;
  type: PainType | undefined;
  order: ListOrder | undefined;
  limit: number | undefined;
  /** Alerts are for the channel: "tell us". */
  isForAll: boolean;
}

const TYPES = ['bug', 'complaint', 'question', 'feature_request'] as const satisfies readonly PainType[];

/** Specific before general. */
const ORDERS: readonly (readonly [Meaning, ListOrder])[] = [
  ['small', 'emerging'],
  ['fade', 'fading'],
  ['volume', 'volume'],
  ['rise', 'trending'],
  ['recent', 'recent'],
  ['top', 'top'],
];

function describeSentence(words: readonly Word[]): Sentence {
  const has = (...meanings: Meaning[]) => words.some(({ meaning }) => meanings.includes(meaning));
  const order = ORDERS.find(([meaning]) => has(meaning))?.[1];
  const type = TYPES.find((each) => has(each));
  const isList = order !== undefined || type !== undefined;
  const count = isList ? words.find((word, at) => isCount(word, words[at - 1], words[at + 1])) : undefined;
  const isSignal = (word: Word, at: number) =>
    word.meaning === 'reference' &&
    word !== count &&
    !(order !== undefined && PLURAL.test(word.text)) &&
    !(word.text === 'that' && (words[at - 1]?.meaning === 'noun' || CLAUSE.test(words[at + 1]?.text ?? '')));
  const references = words.filter(isSignal).flatMap(({ text }) => parseSignalReference(text) ?? []);
  const areaName = words.find(({ meaning }) => meaning === 'area')?.text;
  return {
    has,
    signals: [...new Map(references.map((each) => [JSON.stringify(each), each])).values()],
    name: references.find(({ by }) => by !== 'it') ?? { by: 'it' },
    area: (areaName === undefined ? null : parseAreaName(areaName)) ?? undefined,
    type,
    order,
    limit: count === undefined ? undefined : Number(count.text),
    isForAll: words.some(({ text }) => /\bus\b|^here$|channel$/.test(text)),
  };
}

/** Behind a relative "that". */
const CLAUSE = /^(?:we|i|you|they|people|is|are|has|have)$/;

/** The signals of a list, where it is to be ordered. */
const PLURAL = /^(?:these|those|them)\b/;

/** "Top 5", "3 worst ones"; "number 3" and "#3" are signals. */
const isCounted = ({ meaning, text }: Word) =>
  COUNTED.includes(meaning) || (meaning === 'rise' && text.endsWith('ing'));
const COUNTING = /^(?:top|trending|emerging|rising|newest|latest)$/;
const NAMING = /^(?:is|are|was|why|number|does|did|if|when)$/;

const isCount = (word: Word, before: Word | undefined, after: Word | undefined): boolean =>
  /^(?:[1-9]|10)$/.test(word.text) &&
  (COUNTING.test(before?.text ?? '') || (after !== undefined && isCounted(after) && !NAMING.test(before?.text ?? '')));

/** What a sentence asks of a signal, most telling first. */
const WANTS = [
  ['share', 'share'],
  ['chart', 'chart'],
  ['brief', 'brief'],
  ['remedy', 'brief'],
  ['affected', 'brief'],
  ['build', 'brief'],
  ['evidence', 'evidence'],
  ['why', 'why'],
] as const;

function aboutKnownWords(sentence: Sentence): Query | null {
  const { has, signals, name, order, limit } = sentence;
  const numbers = signals.filter(({ by }) => by !== 'it');
  // "Where do complaints about 3 come from?"
  const { area, type } = numbers.length > 0 ? { area: undefined, type: undefined } : sentence;
  const isFiltered = area !== undefined || type !== undefined;
  const isNamed = signals.length > 0;
  if (isNamed && !has('rise', 'watches') && (has('hide') || (has('not', 'stop') && has('show', 'useful'))))
    return queryForSignals('hide', [name]);
  const setting = aboutSettings(sentence);
  if (setting !== null) return setting;
  if (has('not', 'stop') || (has('hide') && !has('rise'))) return null;
  if (has('only', 'about') && isFiltered && order === undefined && !isNamed)
    return RefineQuery.parse({ show: 'refine', change: { area, type } });
  if (numbers.length === 2) return queryForSignals('compare', numbers);
  if (has('compare')) return signals.length === 2 ? queryForSignals('compare', signals) : null;
  if (isNamed && has('watch', 'alert')) return watch(sentence, { of: 'signal', name });
  if (isFiltered && has('alert', 'watches')) return watch(sentence, { of: 'search', filter: { area, type } });
  // "Why does it hurt?" is about pains in general.
  if (has('mind') && numbers.length === 0 && order === undefined && type === undefined) return null;
  const [, want] = WANTS.find(([meaning]) => has(meaning)) ?? [];
  if (want === 'brief' && has('build') && !isNamed) return { show: 'briefs', page: 0, ...(area ? { area } : {}) };
  if (want !== undefined && !isNamed && has('only')) return null;
  // "Who is affected most" and "a bigger chart" want no list.
  if (want !== undefined && !isFiltered && (isNamed || order === undefined || has('affected', 'chart')))
    return aboutSignal(want, name);
  if (numbers.length > 0 && has('mind')) return aboutSignal('evidence', name);
  if (isNamed && !isFiltered && has('rise', 'fade')) return aboutSignal(has('how') ? 'chart' : 'why', name);
  if (!isFiltered && (numbers.length === 1 || (isNamed && has('detail', 'overview'))))
    return aboutSignal('signal', name);
  if (has('overview') && order === undefined && !isNamed)
    return isFiltered ? listQuery({ order: 'top', limit, area, type }) : { show: 'home' };
  if (has('help') && !isNamed && order === undefined && !isFiltered) return { show: 'help', all: true };
  if (has('thanks') && order === undefined && !isFiltered) return { show: 'courtesy', of: 'thanks' };
  if (has('growth')) return TopQuery.parse({ show: 'top', metric: 'growth', limit });
  const isCounted = type !== undefined && limit !== undefined;
  return (order === undefined && !isCounted) || has('watch', 'alert') ? null : listQuery({ order, limit, area, type });
}

const aboutSignal = (want: 'signal' | (typeof WANTS)[number][1], name: SignalReference): Query =>
  queryForSignals(want, [name], want === 'chart' ? { kind: 'timeline', days: 30 } : undefined);

/** Digest, key, settings, hidden signals, watches. */
function aboutSettings({ has, area }: Sentence): Query | null {
  if (has('digest') || (has('weekly') && has('posted', 'share', 'filler'))) return { show: 'digest' };
  if (has('key')) return { show: 'dialog', dialog: 'connect' };
  if (has('settings')) return { show: 'dialog', dialog: 'settings' };
  if (has('hidden')) return { show: 'hidden' };
  if (has('system') && has('status')) return { show: 'status' };
  if (has('watches') && area === undefined && !has('recent')) return { show: 'watches' };
  return has('stop', 'not') && has('watch', 'alert', 'watches') ? { show: 'watches' } : null;
}

function watch({ has, isForAll }: Sentence, what: unknown): Query | null {
  const rule = has('recent') ? { when: 'new' } : has('rise') ? { when: 'growth', above: 0.5 } : undefined;
  return WatchQuery.safeParse({ show: 'watch', what, rule, tell: isForAll ? 'here' : 'me' }).data ?? null;
}

interface Topic {
  words: string;
  before: Word | undefined;
}

/** May be part of a topic, but not its edge: "login on mobile". */
const JOINING = /^(?:of|in|on|for|to|from|with|and|at|the|a|an|by)$/;
const MOST_TOPIC_WORDS = 5;

/** The one run of words that aren't known; empty without one, null for more. */
function topicOf(words: readonly Word[]): Topic | null {
  if (!words.some(({ meaning }) => meaning === 'other')) return { words: '', before: undefined };
  const isTopic = ({ meaning }: Word) => meaning === 'other' || meaning === 'area';
  const first = words.findIndex(isTopic);
  const run = words.slice(first, words.findLastIndex(isTopic) + 1);
  const isOneRun = run.length <= MOST_TOPIC_WORDS && run.every((word) => isTopic(word) || JOINING.test(word.text));
  return isOneRun ? { words: run.map(({ text }) => text).join(' '), before: words[first - 1] } : null;
}

/** What makes a sentence with a topic a question, or more than a list. */
const ASKED: readonly Meaning[] =
  'not stop hide why compare share mind evidence brief remedy chart build digest key settings affected'.split(
    ' ',
  ) as Meaning[];
const LINK = /^(?:about|on|in|for|around|with|from|to|of|regarding|re|involving|related to)$/;

/** Topics are searched for with filters, or watched; what else is asked about them is a question. */
function aboutTopic(sentence: Sentence, topic: Topic): Query | null {
  const { has, order, type, limit, signals } = sentence;
  const isLinked = LINK.test(topic.before?.text ?? '');
  if (has('brief') && isLinked && signals.length === 0 && order === undefined && !has('not', 'stop'))
    return queryForSignals('brief', [{ by: 'words', words: topic.words }]);
  if (signals.length > 0 || has(...ASKED)) return null;
  if (has('alert'))
    return has('rise', 'recent') ? watch(sentence, { of: 'search', filter: { words: topic.words } }) : null;
  const isList = type !== undefined || (isLinked && (order !== undefined || (has('show') && has('noun'))));
  return isList && !has('watch') ? listQuery({ order, limit, type, words: topic.words }) : null;
}
