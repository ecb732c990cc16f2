import type { SignalDocument } from '../model/signal.ts';
import { problemSentencesOf } from './account.ts';
import type { ReadDocument } from './read-documents.ts';
import { contextOf, placeOf, withoutContext } from './setting.ts';
import type { Background } from './term-vector.ts';
import type { Subject } from './topic-subject.ts';

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
