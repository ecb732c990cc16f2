import {
  EmergingQuery,
  type FindQuery,
  MAX_NAMED,
  type Query,
  queryForSignals,
  RefineQuery,
  type SignalReference,
} from '@pain-signals/domain';
import { ORDINALS } from '../signal-names.ts';
import { describeSentence, type Sentence } from './describe-sentence.ts';
import { listQuery } from './list-phrases.ts';
import { aboutOwnNoun, aboutSettings, watch } from './own-nouns.ts';
import { type Topic, topicOf } from './sentence-topic.ts';
import { takeThresholds } from './thresholds.ts';
import { type Meaning, type Word, wordsOf } from './vocabulary.ts';

/**
 * A request by what its words mean, in any order. Every word must be known, except those of one topic; anything else is left to
 * other parsers, and in the end to semantic search.
 */
export function parseSentence(text: string): Query | null {
  const { rest, thresholds } = takeThresholds(text);
  const words = wordsOf(rest);
  if (words?.length === 1 && words[0]?.meaning === 'hide' && words[0].text.includes(' '))
    return queryForSignals('hide', [{ by: 'it' }]);
  if (words === null || (words.length === 1 && !isEnough(words[0]) && rest === text)) return null;
  // "Evidence pain" names a signal.
  if (words[1]?.meaning === 'noun' && WANTS.some(([meaning]) => meaning === words[0]?.meaning)) return null;
  const topic = topicOf(words);
  const sentence = { ...describeSentence(topic === null ? words : topic.others), ...thresholds };
  if (topic?.words === '') return aboutKnownWords(sentence);
  // One clearly named signal says enough: "is it possible to see the evolution of number 2?"
  if (words.some((word, at) => isMarked(word, words[at + 1])) && !sentence.has('tell', 'when'))
    return aboutKnownWords(sentence);
  const setting = aboutOwnNoun(sentence, words);
  if (setting !== null) return setting;
  return topic === null ? null : aboutTopic(sentence, topic);
}

/** Other words by themselves are a topic. A number is a signal's. */
const isEnough = (word: Word | undefined): boolean =>
  ALONE.test(word?.text ?? '') || word?.meaning === 'thanks' || word?.meaning === 'settings';

const ALONE =
  /\d|^(?:the )?(?:\w+(?:st|nd|rd|th))$|^(?:why|how come|reasons?|causes?|briefs?|next steps?|evidence|proof|quotes?|sources|posts|examples|receipts|links?|chart|graph|plot|timeline|trending|emerging|rising|newest|biggest|worst|top)$/;

/** "#2", "number 2", "the second one", but no bare 2, which counts something. */
const MARKED = new RegExp(`^(?:#\\d|number |(?:the )?(?:${ORDINALS.join('|')}|\\d(?:st|nd|rd|th))(?: one| signal)?$)`);
const ORDINAL_ALONE = new RegExp(`^(?:the )?(?:${ORDINALS.join('|')})$`);

/** "The first contentful paint" is no signal. */
const isMarked = ({ text }: Word, next: Word | undefined): boolean =>
  MARKED.test(text) &&
  text !== 'first' &&
  !(ORDINAL_ALONE.test(text) && (next?.meaning === 'other' || next?.meaning === 'area'));

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

/** "A write-up that I can share" asks for the write-up. */
function wantIn({ has, isBefore }: Sentence) {
  const found = WANTS.filter(([meaning]) => has(meaning));
  return (found.find(([meaning]) => meaning !== 'share' && isBefore(meaning, 'share')) ?? found[0])?.[1];
}

function aboutKnownWords(sentence: Sentence): Query | null {
  const { has, signals, name, order, limit } = sentence;
  const numbers = signals.filter(({ by }) => by !== 'it');
  // "Where do complaints about 3 come from?"
  const { area, type } = numbers.length > 0 ? { area: undefined, type: undefined } : sentence;
  const { minScore, maxVolume, minGrowth, asksSource, asksWhat, isPlural, kind } = sentence;
  const isFiltered = area !== undefined || type !== undefined;
  const isNamed = signals.length > 0;
  if (has('thanks') && order === undefined && !isFiltered && numbers.length === 0 && !has(...BESIDES_THANKS))
    return { show: 'courtesy', of: 'thanks' };
  if (isNamed && !has('rise', 'watches', 'why') && (has('hide') || (has('not', 'stop') && has('show', 'useful'))))
    return queryForSignals('hide', numbers.length > 1 ? numbers : [name]);
  // "Not relevant to us, hide."
  if (!isNamed && sentence.isDismissal) return queryForSignals('hide', [name]);
  const setting = aboutSettings(sentence);
  if (setting !== null) return setting;
  if (has('not', 'stop') || (has('hide') && !has('rise'))) return null;
  if (has('only', 'about') && isFiltered && order === undefined && !isNamed)
    return RefineQuery.parse({ show: 'refine', change: { area, type } });
  if (numbers.length > 1) return aboutSeveral(sentence, numbers);
  if (has('compare')) {
    const names = signals.length === 1 && numbers.length === 1 ? [IT, ...signals] : signals;
    return isNamed ? queryForSignals('compare', names) : null;
  }
  if (isNamed && has('watch', 'tell', 'when')) return watch(sentence, { of: 'signal', name });
  // "Let me know what's rising in auth" asks for a list.
  if (isFiltered && (has('when', 'watches') || (has('tell') && !has('ask'))))
    return watch(sentence, { of: 'search', filter: { area, type } });
  const isSmall = maxVolume !== undefined || (order === 'emerging' && minGrowth !== undefined);
  if (isSmall && !isFiltered && !isNamed && order !== 'top')
    return EmergingQuery.parse({ show: 'emerging', maxVolume, minGrowth, limit });
  // "Why is login so painful?" is a question.
  if (has('why') && isFiltered && !isNamed && !has('rise', 'fade')) return null;
  // "What are people struggling with?" asks for what most mention, "why does it hurt?" for no list.
  if (has('mind') && numbers.length === 0 && order === undefined && type === undefined)
    return (has('people') || asksWhat) && has('ask') && !isNamed && !has('why', 'tell', 'when')
      ? listQuery({ order: area === undefined ? 'volume' : 'top', limit, area })
      : null;
  const want = wantIn(sentence);
  if (want === 'brief' && has('build') && !isNamed) {
    const briefs = { show: 'briefs' as const, page: 0, ...(area ? { area } : {}) };
    // "Any fix?" is about the signal in mind, where there is one.
    return isPlural || area !== undefined || type !== undefined || order !== undefined
      ? briefs
      : { show: 'find', want, names: [IT], otherwise: briefs };
  }
  if (want !== undefined && !isNamed && has('only', 'status')) return null;
  // "Who is affected most" and "a bigger chart" want no list.
  if (want === 'chart' && !isFiltered && kind !== undefined)
    return queryForSignals('chart', [name], { kind, days: 30 });
  if (want !== undefined && !isFiltered && (isNamed || order === undefined || has('affected', 'chart')))
    return aboutSignal(want, name);
  if (numbers.length > 0 && (has('mind') || (asksSource && order === undefined))) return aboutSignal('evidence', name);
  if (isNamed && !isFiltered && has('rise', 'fade')) return aboutSignal(has('how') ? 'chart' : 'why', name);
  if (!isFiltered && (numbers.length === 1 || (isNamed && has('detail', 'overview'))))
    return aboutSignal('signal', name);
  if (
    has('people') &&
    (isNamed ? has('ask') : has('how')) &&
    order === undefined &&
    !isFiltered &&
    !has('when', 'tell')
  )
    return aboutSignal(isNamed ? 'evidence' : 'signal', name);
  if (has('overview') && order === undefined && !isNamed)
    return isFiltered ? listQuery({ order: 'top', limit, area, type }) : { show: 'home' };
  if (has('help') && !isNamed && order === undefined && !isFiltered) return { show: 'help', all: true };
  const isFilter =
    type !== undefined || (area !== undefined && (has('noun', 'show') || (has('people') && has('mind'))));
  const isList = order !== undefined || ((isFilter || minScore !== undefined) && !isNamed);
  return !isList || has('watch', 'tell', 'when') ? null : listQuery({ order, limit, area, type, minScore });
}

const IT: SignalReference = { by: 'it' };

/** Two by themselves, or for a chart, are compared. */
function aboutSeveral({ has, isComparing }: Sentence, numbers: readonly SignalReference[]): Query {
  const names = numbers.slice(0, MAX_NAMED);
  const [, want] = WANTS.find(([meaning]) => has(meaning)) ?? [];
  if (has('watch', 'tell', 'when')) return queryForSignals('watch', names);
  if (has('compare') || isComparing || want === 'chart') return queryForSignals('compare', names);
  return queryForSignals(want ?? (names.length === 2 ? 'compare' : 'signal'), names);
}

/** More are a topic, or a story. */
const MOST_UNKNOWN = 3;

/**
 * What a sentence that wasn't understood would ask for without its unknown words, to be offered and never done: only what names a
 * number of the last list, or something of the app's own.
 */
export function closestRequest(text: string): Query | null {
  const { rest, thresholds } = takeThresholds(text);
  const words = wordsOf(rest) ?? [];
  const known = words.filter(({ meaning }) => meaning !== 'other');
  if (known.length === 0 || words.length - known.length > MOST_UNKNOWN || words.length > MOST_WORDS_ABOUT_IT)
    return null;
  const sentence = { ...describeSentence(known), ...thresholds };
  const query = aboutKnownWords(sentence);
  if (query === null) return null;
  const isOfNumber = query.show === 'find' && query.names.every(({ by }) => by === 'number');
  // "Settings don't open" is a pain.
  const isOwn = query.show === 'digest' || (query.show === 'dialog' && sentence.has('ask', 'how', 'change'));
  return isOfNumber || isOwn ? query : null;
}

/** Long sentences are stories. */
const MOST_WORDS_ABOUT_IT = 12;
/** "How long has this been around?" */
const ASKS_HISTORY = /^(?:long|since|began|begin|started|start|before|earlier|past|ago)$/;

/**
 * A sentence without a topic of its own: it is about the signal in mind, if there is one. It must refer to it, or name something that
 * only a signal has.
 */
export function parseAboutIt(text: string, otherwise: FindQuery['otherwise'] | null): Query | null {
  const words = wordsOf(text) ?? [];
  const isKnown = words.every(({ meaning }) => meaning !== 'other' && meaning !== 'area');
  if (otherwise === null || !isKnown || words.length > MOST_WORDS_ABOUT_IT) return null;
  const { has, signals, asksWhere } = describeSentence(words);
  if (signals.some(({ by }) => by !== 'it') || has(...NOT_OF_A_SIGNAL)) return null;
  const asksHistory = words.some(({ text: word }) => ASKS_HISTORY.test(word));
  const [, named] = WANTS.find(([meaning]) => has(meaning)) ?? [];
  const want =
    named ??
    (asksHistory
      ? 'chart'
      : has('place')
        ? 'share'
        : asksWhere || (has('people') && has('ask'))
          ? 'evidence'
          : 'signal');
  const refers = signals.length > 0 || named !== undefined || (has('ask') && has('mind'));
  if (!refers) return null;
  const query = aboutSignal(want, IT);
  return query.show === 'find' ? { ...query, otherwise } : null;
}

/** The app's own things, and what needs certainty. */
const NOT_OF_A_SIGNAL: readonly Meaning[] =
  'hide hidden digest watch watches tell when key settings system status help stop not compare'.split(' ') as Meaning[];

/** What is asked besides thanking for something. */
const BESIDES_THANKS: readonly Meaning[] =
  'ask how why compare brief chart evidence share watch tell when digest hidden key'.split(' ') as Meaning[];

const aboutSignal = (want: 'signal' | (typeof WANTS)[number][1], name: SignalReference): Query =>
  queryForSignals(want, [name], want === 'chart' ? { kind: 'timeline', days: 30 } : undefined);

/** What makes a sentence with a topic a question, or more than a list. */
const ASKED: readonly Meaning[] =
  'not stop hide why compare share mind evidence brief remedy chart build digest key settings affected'.split(
    ' ',
  ) as Meaning[];
const LINK = /^(?:about|on|in|for|around|with|from|to|of|regarding|re|involving|related to)$/;

/** Topics are searched for with filters, or watched; what else is asked about them is a question. */
function aboutTopic(sentence: Sentence, topic: Topic): Query | null {
  const { has, order, type, limit, signals, isPolite } = sentence;
  const isLinked = LINK.test(topic.before?.text ?? '');
  const want = (['brief', 'chart'] as const).find((each) => has(each));
  if (want !== undefined && isLinked && signals.length === 0 && order === undefined && !has('not', 'stop', 'mind'))
    return aboutSignal(want, { by: 'words', words: topic.words });
  if (sentence.isStopped && has('watch', 'watches', 'tell')) return { show: 'watches' };
  if (signals.length > 0 || has(...ASKED)) return null;
  const { minScore, minGrowth } = sentence;
  const hasRule = has('rise', 'recent') || minScore !== undefined || minGrowth !== undefined;
  if ((has('tell') && !has('ask')) || (has('tell', 'watch') && has('when')))
    return hasRule ? watch(sentence, { of: 'search', filter: { words: topic.words } }) : null;
  // "Can you monitor GraphQL?", "set an alert for docker"; "monitor mode" is a topic.
  const isAsked = isPolite && has('watch') && topic.before?.meaning === 'watch';
  if (isAsked || (isLinked && has('watches') && has('change')))
    return watch(sentence, { of: 'search', filter: { words: topic.words } });
  if (has('when')) return null;
  if (topic.isNamed && has('noun') && order === undefined && type === undefined)
    return listQuery({ words: topic.words });
  const isList =
    type !== undefined || minScore !== undefined || (isLinked && (order !== undefined || (has('show') && has('noun'))));
  return isList && !has('watch') ? listQuery({ order, limit, type, minScore, words: topic.words }) : null;
}
