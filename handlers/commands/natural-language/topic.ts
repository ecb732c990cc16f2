import { type Model, probabilitiesOf, scoresOf } from './classifier.ts';
import { isEveryday } from './everyday-words.ts';
import type { Word } from './vocabulary.ts';

/** The words of a sentence that are searched for: from `first` to `last`. */
export interface Span {
  first: number;
  last: number;
}

/** A word can be in the topic, or begin or end it; a sentence can have none. */
export const TOPIC_LABELS = ['inside', 'first', 'last', 'none'] as const;

/** Features that separate the topic's words from the request's. */
export function wordFeatures(text: string, words: readonly Word[], at: number): string[] {
  const word = (index: number): string => words[index]?.text ?? (index < 0 ? '^' : '$');
  const kind = (index: number): string => kindOf(words[index]) ?? word(index);
  const gap = (index: number): string => markIn(text.slice(words[index - 1]?.end ?? 0, words[index]?.start));
  const [before, here, next] = [kind(at - 1), kind(at), kind(at + 1)];
  const own = word(at);
  const unknown = words.filter((each) => kindOf(each) === 'other').length;
  const style = styleOf(text, words);
  const written = text.slice(words[at]?.start, words[at]?.end);
  return [
    'bias',
    `word ${own}`,
    `ending ${own.slice(-3)}`,
    `stem ${own.slice(0, 5)}`,
    `${here}`,
    `shape ${shapeOf(written, at)}`,
    `mark ${gap(at)}`,
    `mark ${gap(at)}, ${here}`,
    `marked ${gap(at + 1)}`,
    `marked ${gap(at + 1)}, ${here}`,
    `before ${word(at - 1)}`,
    `before ${before}, ${here}`,
    `before ${word(at - 1)}, ${here}`,
    `before ${kind(at - 2)} ${before}, ${here}`,
    `before ${word(at - 2)} _`,
    `before ${word(at - 2)} ${word(at - 1)}`,
    `next ${word(at + 1)}`,
    `next ${here}, ${next}`,
    `next ${word(at + 1)}, ${here}`,
    `next ${here}, ${next} ${kind(at + 2)}`,
    `next ${word(at + 1)} ${word(at + 2)}`,
    `between ${before}, ${here}, ${next}`,
    `unknown ${Math.min(unknown, 3)} ${here}`,
    `others ${unknown > (here === 'other' ? 1 : 0)} ${here}`,
    `length ${Math.min(words.length, 6)} ${here}`,
    `opening ${word(0)} ${here}`,
    `style ${style}`,
    `style ${style} ${here}`,
    `style ${style} ${at === 0 ? '^' : ''}${at === words.length - 1 ? '$' : ''}`,
    `linked ${words.slice(0, at).some((each) => LINK.test(each.text))} ${here}`,
  ];
}

/** Features of a sentence that has no topic. */
export function sentenceFeatures(text: string, words: readonly Word[]): string[] {
  const kinds = [...new Set(words.map((each) => kindOf(each) ?? ''))];
  return [
    'no topic',
    `asked ${/\?\s*$/.test(text)}`,
    `style ${styleOf(text, words)}`,
    `size ${Math.min(words.length, 8)}`,
    `unknown ${Math.min(3, words.filter((each) => kindOf(each) === 'other').length)}`,
    ...kinds.map((kind) => `has ${kind}`),
    ...words.map((word) => `says ${word.text}`),
  ];
}

/** Titles and error messages begin with a capital, are no questions, and hold code. */
export function styleOf(text: string, words: readonly Word[]): string {
  const isCode = words.some(({ start, end }, at) =>
    ['code', 'camel', 'digit'].includes(shapeOf(text.slice(start, end), at)),
  );
  return `${/^\p{Lu}/u.test(text) ? 'A' : 'a'}${/\?\s*$/.test(text) ? '?' : ''}${isCode ? '#' : ''}${Math.min(3, Math.ceil(words.length / 4))}`;
}

/** Features of a topic as a whole. */
export function spanFeatures(words: readonly Word[], { first, last }: Span): string[] {
  const isWhole = first === 0 && last === words.length - 1;
  return [`long ${Math.min(6, last - first + 1)}`, `whole ${isWhole}`, `at end ${last === words.length - 1}`];
}

const PROBLEM = /^(?:problem|issue|pain|trouble|hassle|headache|annoyance)s?$/;
const WHERE = /^(?:on|in|with|for|after|before|during|when|while|since|under|behind|via|at|from|to)$/;
const ARTICLE = /^(?:an?|the|our|my|their|your)$/;
const TYPES: readonly string[] = ['bug', 'complaint'];
/** Lists of an area, such as "top security pains in CI", are of that area. */
const LISTING: readonly string[] = ['top', 'volume', 'rise', 'small', 'recent', 'growth', 'fade'];

/** "Login problems on phones" is about both, where only "phones" was found; so is "docker bugs on windows", where only "docker" was. */
export function withWhoseProblems(words: readonly Word[], span: Span | null): Span | null {
  if (span === null) return span;
  const isOther = (at: number) => kindOf(words[at]) === 'other';
  const isList = words.some(({ meaning }) => LISTING.includes(meaning));
  const isWhose = (at: number) => isOther(at) || (words[at]?.meaning === 'area' && !isList);
  const isWhere = (at: number) => WHERE.test(words[at]?.text ?? '');
  const isArticle = (at: number) => ARTICLE.test(words[at]?.text ?? '');
  let { first, last } = span;
  for (;;) {
    let where = first - 1;
    while (isArticle(where)) where--;
    const isProblem = PROBLEM.test(words[where - 1]?.text ?? '');
    const whose = isProblem ? where - 2 : where - 1;
    if (!isWhere(where) || !(isProblem ? isWhose(whose) : isOther(whose))) break;
    first = whose;
    while (isWhose(first - 1)) first--;
  }
  if (TYPES.includes(words[last + 1]?.meaning ?? 'other') && isWhere(last + 2)) {
    let end = last + 3;
    while (isArticle(end)) end++;
    for (; isOther(end); end++) last = end;
  }
  return first === span.first && last === span.last ? span : { first, last };
}

const LISTED: readonly string[] = [...TYPES, 'question', 'feature_request'];
/** Beside a list, these are no request. */
const BESIDE_LIST: readonly string[] = ['other', 'area', 'system', 'people', 'build'];
/** A list is ordered by them: "rising in numbers". */
const FIGURES = /^(?:numbers|figures|scores)$/;
export const LIGHT: readonly string[] = ['filler', 'light'];
const MOST_BESIDE = 3;

/** "What is rising in data?", "trending in build caches": what a list is narrowed to, where no topic was found. */
export function besideList(words: readonly Word[]): Span | null {
  const isList = words.some(({ meaning }) => LISTING.includes(meaning) || LISTED.includes(meaning));
  const last = words.findLastIndex(({ meaning }) => !LIGHT.includes(meaning));
  const first = words.findLastIndex(({ text }) => text === 'in') + 1;
  const beside = words.slice(first, last + 1);
  const isSubject = (word: Word) => BESIDE_LIST.includes(kindOf(word) ?? '') && !FIGURES.test(word.text);
  const isArea = beside.every(({ meaning }) => meaning === 'area');
  return isList && first > 0 && !isArea && beside.length <= MOST_BESIDE && beside.every(isSubject)
    ? { first, last }
    : null;
}

/** An unknown word that no pain is named by is told from one that may be. */
export const kindOf = (word: Word | undefined): string | undefined =>
  word?.meaning === 'other' && isEveryday(word.text) ? 'everyday' : word?.meaning;

const LINK = /^(?:about|on|with|in|for|around|regarding)$/;

const markIn = (gap: string): string => /[?!.,;:()"“”–—-]/.exec(gap)?.[0] ?? '';

function shapeOf(written: string, at: number): string {
  if (/\d/.test(written)) return 'digit';
  if (/[./_+-]\w|\w[(){}=<>]/.test(written)) return 'code';
  if (/^\p{Lu}{2,}/u.test(written)) return 'capitals';
  if (/\p{Ll}\p{Lu}/u.test(written)) return 'camel';
  return /^\p{Lu}/u.test(written) && at > 0 ? 'name' : '';
}

export interface ScoredSpan {
  span: Span | null;
  probability: number;
}

/** Every run of words that the topic can be, and none. */
export function spansOf(words: readonly Word[]): (Span | null)[] {
  const spans: (Span | null)[] = [null];
  for (let first = 0; first < words.length; first++)
    for (let last = first; last < words.length; last++) spans.push({ first, last });
  return spans;
}

/** The most probable topics, most probable first. */
export function findTopics(text: string, words: readonly Word[], model: Model, count: number): ScoredSpan[] {
  const spans = spansOf(words);
  const scored = words.map((_, at) => scoresOf(model, wordFeatures(text, words, at)));
  const sums = [0];
  for (const [inside = 0] of scored) sums.push((sums.at(-1) ?? 0) + inside);
  const [, , , none = 0] = scoresOf(model, sentenceFeatures(text, words));
  const probabilities = probabilitiesOf(
    spans.map((span) => {
      if (span === null) return none;
      const { first, last } = span;
      const [whole = 0] = scoresOf(model, spanFeatures(words, span));
      return (sums[last + 1] ?? 0) - (sums[first] ?? 0) + (scored[first]?.[1] ?? 0) + (scored[last]?.[2] ?? 0) + whole;
    }),
  );
  return spans
    .map((span, at) => ({ span, probability: probabilities[at] ?? 0 }))
    .sort((one, other) => other.probability - one.probability)
    .slice(0, count);
}
