import type { SignalDocument } from '../../model/signal.ts';
import { finishSentence } from '../../text/sentences.ts';
import type { Background } from '../../text/term-vector.ts';
import { tokenize } from '../../text/tokenize.ts';
import { ATTEMPT } from '../lexicon/brief-cues.ts';
import { THEY, toThirdPerson } from '../lexicon/grammar.ts';
import { INSTRUCTION, TROUBLE } from '../lexicon/phrasing.ts';
import type { ReadDocument } from '../topic/read-documents.ts';
import { contextOf, placeOf, withoutContext } from '../topic/summary-context.ts';
import type { Subject } from '../topic/topic-subject.ts';
import { examplesOf } from './examples.ts';
import { createSentenceScoring, isWhole, isWithin, type ScoreSentence, standsAlone } from './sentence-scoring.ts';

/** Characters of a sentence that is said of all. */
const STATEMENT_LENGTH = { min: 30, max: 200 } as const;

/** So much of a sentence must so many of the posts say for it to be said of all. */
const SAID_OF_ALL = { most: 0.6, posts: 0.6 } as const;

/** A statement of fewer terms says nothing that could not be said of other posts. */
const LEAST_TERMS = 5;

/** What a statement keeps for telling what somebody does. */
const KEEPS = { attempt: 0.6, instruction: 0.4 } as const;

/** The sentence nearest to what the posts share, if most of them say it, told of others. */
function statementOf(documents: readonly ReadDocument[], said: string, read: ScoreSentence) {
  const doing = (text: string) =>
    (ATTEMPT.test(text) || /^\p{L}+ing\b/u.test(text) ? KEEPS.attempt : 1) *
    (INSTRUCTION.test(text) ? KEEPS.instruction : 1);
  const [best] = documents
    .flatMap(({ prose }, own) =>
      prose
        .filter((text) => isWithin(STATEMENT_LENGTH, text) && isWhole(text) && TROUBLE.test(text))
        .filter((text) => !text.toLowerCase().includes(said) && standsAlone(text))
        .filter((text) => new Set(tokenize(text)).size >= LEAST_TERMS)
        .map((text) => read(text, own)),
    )
    .map((telling) => ({ ...telling, worth: telling.worth * doing(telling.text) }))
    .sort((one, other) => other.worth - one.worth);
  return best !== undefined && best.shared(SAID_OF_ALL.most) >= SAID_OF_ALL.posts ? best : undefined;
}

const quoted = (text: string) => `“${text.replace(/[\s.,;:!]+$/, '')}”`;

/**
 * What breaks, as sentences with a space before them: what most of the posts say, told of others; else what two of them say, quoted,
 * for what one tells is not said of all.
 */
function problemSentencesOf(
  documents: readonly ReadDocument[],
  topic: string,
  subject: Subject,
  background: Background,
): string[] {
  const read = createSentenceScoring(documents, subject, background);
  const statement = statementOf(documents, topic.toLowerCase(), read);
  if (statement !== undefined) return [` ${toThirdPerson(finishSentence(statement.text), THEY)}`];
  const examples = examplesOf(documents, topic, background, read).map(quoted);
  return examples.length === 0 ? [] : [` For example: ${examples.join(' and ')}.`];
}

/** Characters of a summary. */
export const SUMMARY_LENGTH = 400;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What a summary counts; `people` is null where the sources name nobody, `first` and `last` are UTC epoch milliseconds. */
export interface Tally {
  posts: number;
  people: number | null;
  places: readonly string[];
  first: number;
  last: number;
}

/** Whether any source says who wrote: counting the unnamed as that many people would be a claim. */
const namesAuthors = (documents: readonly SignalDocument[]) => documents.some(({ author }) => author !== null);

/** Counts the documents at hand. A post without an author counts as its own author, unless none has one. */
export function tallyOf(documents: readonly SignalDocument[]): Tally {
  const times = documents.map(({ createdAt }) => createdAt);
  return {
    posts: documents.length,
    people: namesAuthors(documents)
      ? new Set(documents.map(({ author, postId }) => author ?? `post ${postId}`)).size
      : null,
    places: [...new Set(documents.map(placeOf))],
    first: times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    last: times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY),
  };
}

const dateOf = (time: number) => {
  const date = new Date(time);
  return { day: `${date.getUTCDate()}`, month: MONTHS[date.getUTCMonth()] ?? '', year: `${date.getUTCFullYear()}` };
};

/** "between 31 Jul and 3 Sep 2021": both ends, for a beginning alone would say that it goes on. */
function periodInWords(first: number, last: number): string {
  const [from, to] = [dateOf(first), dateOf(last)];
  const end = `${to.day} ${to.month} ${to.year}`;
  if (from.year !== to.year) return `between ${from.day} ${from.month} ${from.year} and ${end}`;
  if (from.month !== to.month) return `between ${from.day} ${from.month} and ${end}`;
  return from.day === to.day ? `on ${end}` : `between ${from.day} and ${end}`;
}

/** A longer name would leave no room for what breaks. */
const PLACE_LENGTH = 60;

/** One place is named, several are counted. */
function placesInWords(places: readonly string[]): string {
  const [place = '', ...others] = places;
  const isNamed = others.length === 0 && place !== '' && place.length <= PLACE_LENGTH;
  return isNamed ? place : counted(places.length, 'place', 'places');
}

/** "23 posts by 19 people in 3 places between 4 Aug and 2 Nov 2026." */
function countInWords({ posts, people, places, first, last }: Tally): string {
  const by = people === null ? '' : ` by ${counted(people, 'person', 'people')}`;
  return `${counted(posts, 'post', 'posts')}${by} in ${placesInWords(places)} ${periodInWords(first, last)}.`;
}

/** Counts, what breaks, for whom, in which setting; whole sentences only, as many as fit. */
export function summarise(
  documents: readonly ReadDocument[],
  topic: string,
  subject: Subject,
  background: Background,
  tally: Tally,
): string {
  const account = problemSentencesOf(documents, topic, subject, background);
  const setting = contextOf(documents, `${topic} ${account.join(' ')}`);
  return [...account, ...setting].reduce(
    (summary, sentence) => (summary.length + sentence.length <= SUMMARY_LENGTH ? summary + sentence : summary),
    countInWords(tally),
  );
}

const COUNTS = new RegExp(`^\\d+ posts?\\b.*? (?:${MONTHS.join('|')}) \\d{4}\\.(?= |$)`);

/** The counts that every summary begins with. */
export const countsOf = (summary: string): string => COUNTS.exec(summary)?.[0] ?? '';

/** What breaks, alone: the counts before it and the setting after it are worded alike in every summary. */
export const problemIn = (summary: string): string => withoutContext(summary.replace(COUNTS, '')).trim();
