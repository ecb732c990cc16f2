import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { type Query, queryForSignals, SearchQuery } from '@pain-signals/domain';
import { classify, type Model } from './classifier.ts';
import { describeSentence } from './describe-sentence.ts';
import { INTENTS, isOfSignal, type Request } from './intents.ts';
import { takeOwner } from './lists.ts';
import model from './model.json' with { type: 'json' };
import { type Thresholds, takeThresholds } from './thresholds.ts';
import {
  besideList,
  findTopics,
  kindOf,
  LIGHT,
  type ScoredSpan,
  type Span,
  styleOf,
  withWhoseProblems,
} from './topic.ts';
import { type Word, wordsOf } from './vocabulary.ts';

/** What was learned from examples: which words of a sentence are its topic, and what it asks for. */
export interface Models {
  topic: Model;
  intent: Model;
}

export const LEARNED: Models = model;

/** A sentence without its period, owner and limits, which are found by their form. */
export interface Prepared {
  text: string;
  words: readonly Word[];
  thresholds: Thresholds;
  owner: string | undefined;
  hasPeriod: boolean;
}

export function prepare(said: string, hasPeriod: boolean): Prepared {
  const owned = takeOwner(said);
  const { rest: text, thresholds } = takeThresholds(owned?.rest ?? said);
  return { text, words: wordsOf(text), thresholds, owner: owned?.value, hasPeriod };
}

/** Everything that a sentence says is one of these: its words and their meanings, alone and in pairs, with the topic as one word. */
export function intentFeatures(said: Prepared, topic: Span | null, isAboutSignal: boolean): string[] {
  const { text, words, thresholds, owner, hasPeriod } = said;
  const tokens = words.flatMap((word, at) => {
    if (topic !== null && at >= topic.first && at <= topic.last)
      return at === topic.first ? [{ kind: 'topic', text: 'TOPIC' }] : [];
    const masked = MASKED.includes(word.meaning) ? word.meaning.toUpperCase() : word.text;
    return [{ kind: kindOf(word) ?? '', text: masked }];
  });
  const style = styleOf(text, words);
  const kinds = new Set(tokens.map(({ kind }) => kind));
  const telling = tokens.filter(({ kind }) => !LIGHT.includes(kind)).map(({ kind }) => kind);
  const wordAt = (at: number): string => tokens[at]?.text ?? (at < 0 ? '^' : '$');
  const isList = ['area', 'bug', 'complaint', 'question', 'feature_request'].some((kind) => kinds.has(kind));
  return [
    'bias',
    `signal ${isAboutSignal}`,
    `signal ${isAboutSignal}, topic ${topic !== null}`,
    `topic ${topic !== null}`,
    `length ${Math.min(5, tokens.length)}`,
    `asks ${/\?\s*$/.test(text)}`,
    `period ${hasPeriod}`,
    `style ${style}`,
    `style ${style}, topic ${topic !== null}`,
    owner === undefined ? '' : 'owner',
    ...Object.keys(thresholds).map((name) => `limit ${name}`),
    ...[...kinds].flatMap((kind) => [
      `${kind}`,
      `${kind}, topic ${topic !== null}`,
      `${kind}, signal ${isAboutSignal}`,
      `${kind}, number ${kinds.has('reference')}`,
      `${kind}, list ${isList}`,
    ]),
    ...telling.flatMap((one) => telling.flatMap((other) => (one < other ? [`both ${one} ${other}`] : []))),
    ...[...telling, '$'].map((kind, at) => `then ${telling[at - 1] ?? '^'} ${kind}`),
    `all ${telling.slice(0, 8).join(' ')}`,
    ...tokens.flatMap(({ text: word }, at) => [
      `word ${word}`,
      `stem ${word.slice(0, 5)}`,
      `words ${wordAt(at - 1)} ${word}`,
      `kind ${tokens[at - 1]?.kind ?? '^'} ${word}`,
    ]),
    `words ${wordAt(tokens.length - 1)} $`,
    `opening ${wordAt(0)}`,
    `closing ${wordAt(tokens.length - 1)}`,
  ];
}

const MASKED: readonly string[] = ['reference', 'area'];

function findTopic({ text, words }: Prepared, models: Models): ScoredSpan {
  const [{ span, probability } = { span: null, probability: 1 }] = findTopics(text, words, models.topic, 1);
  return { span: withWhoseProblems(words, span ?? besideList(words)), probability };
}

/** What a sentence most probably asks for. */
export interface Understood {
  intent: string;
  probability: number;
  query: Query;
  topic: string;
  /** The signal whose number is named. */
  named: Query | null;
}

/** @param asked the whole text as a search by meaning, for a sentence that asks for a topic */
export function understand(
  text: string,
  hasPeriod: boolean,
  asked: Query | null,
  models: Models = LEARNED,
): Understood | null {
  const said = prepare(text, hasPeriod);
  const { span, probability: share } = findTopic(said, models);
  const request = requestOf(said, span, asked);
  const number = describeSentence(said.words).signals.find(({ by }) => by === 'number');
  const named = number === undefined ? null : queryForSignals('signal', [number]);
  const find = (isAboutSignal: boolean): Understood | null => {
    for (const { label, probability } of classify(models.intent, intentFeatures(said, span, isAboutSignal))) {
      const query = INTENTS[label]?.(request) ?? null;
      if (query !== null)
        return { intent: label, probability: probability * share, query, topic: request.topic, named };
    }
    return null;
  };
  const [ofSignal, alone] = [find(true), find(false)];
  if (ofSignal === null || alone === null || !isOfSignal(ofSignal.intent) || request.topic !== '') return alone;
  // The answer when the conversation is about no signal.
  const { query } = ofSignal;
  const isElse = query.show === 'find' && query.names.some(({ by }) => by === 'it');
  if (!isElse || !isListing(alone.query)) return ofSignal;
  const isAboutNone = request.signals.length === 0 && !GOES_ON.test(text) && alone.probability >= SENSIBLE_ALONE;
  return isAboutNone ? alone : { ...ofSignal, query: { ...query, otherwise: alone.query } };
}

/** "What is new?" makes sense by itself, "so what is new?" is about what was said before. */
const SENSIBLE_ALONE = 0.5;
const GOES_ON = /^(?:and|so|but|then|ok|okay)\b|\b(?:in )?(?:t?here)\b/i;

type Listing = Extract<Query, { show: 'trending' | 'emerging' | 'top' | 'search' | 'ask' | 'briefs' | 'home' }>;
const isListing = (query: Query): query is Listing =>
  ['trending', 'emerging', 'top', 'search', 'ask', 'briefs', 'home'].includes(query.show);

/** What a person would type into a search box: "kubernetes", "stuff about terraform drift". */
const MOST_SEARCHED = 3;
/** Make it a question. */
const ASKS_IF = /^(?:(?:hey|hi|so|ok|and)[, ]+)?(?:is|are|was|were|does|do|did|has|have)\b(?! (?:there|you|we|any)\b)/i;
/** Not "any bugs?", which a list answers. */
const ASKS_IF_ANY =
  /^(?:(?:hey|hi|so|ok|and)[, ]+)?(?:(?:is|are|was|were|have|has) there|any|do (?:we|you) (?:have|know|see)|have you)\b/i;
const ASKING: readonly string[] = ['ask', 'how', 'why', 'mind', 'people', 'other', 'not', 'detail'];

function requestOf(said: Prepared, span: Span | null, asked: Query | null): Request {
  const { text, words, thresholds, owner } = said;
  const isOther = (_: Word, at: number) => span === null || at < span.first || at > span.last;
  const others = words.filter(isOther);
  const topic = topicIn(said, span);
  const isShort = words.length - others.length <= MOST_SEARCHED;
  const isBare =
    topic !== '' && isShort && !ASKS_IF.test(text) && !others.some(({ meaning }) => ASKING.includes(meaning));
  const page = /\bpage (\d{1,2})\b/i.exec(text)?.[1];
  const bare = isBare ? SearchQuery.safeParse({ show: 'search', words: topic }).data : undefined;
  return {
    ...describeSentence(others),
    ...thresholds,
    topic,
    owner,
    page: page === undefined ? undefined : Number(page),
    search: bare ?? asked,
    asked,
    asksIfAny: ASKS_IF_ANY.test(text),
  };
}

function topicIn({ text, words }: Prepared, span: Span | null): string {
  const [first, last] = [words[span?.first ?? -1], words[span?.last ?? -1]];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}

/** "Is the cache slow?" and "is cache slow?" are about the same; "plan A?" and "A/B tests" have no article. */
const isArticle = (text: string, { start, end }: Word): boolean =>
  /^(?:the|an?)$/i.test(text.slice(start, end)) && /^\s/.test(text.slice(end));

/** What a question is about, without the words around it: "does anybody complain about slow CI?" is about "slow CI". */
export function topicOfQuestion(question: string, models: Models = LEARNED): string {
  const all = prepare(question.slice(0, SEMANTIC_QUERY_LENGTH.max), false);
  const said = { ...all, words: all.words.filter((word) => !isArticle(all.text, word)) };
  const topic = topicIn(said, findTopic(said, models).span);
  return topic.length < SEMANTIC_QUERY_LENGTH.min ? question : topic;
}
