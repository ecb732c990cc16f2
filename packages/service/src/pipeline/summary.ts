import type { SignalDocument } from '../model/signal.ts';
import { accountOf } from './account.ts';
import type { ReadDocument } from './read-documents.ts';
import { placeOf, settingOf, withoutSetting } from './setting.ts';
import type { Background } from './term-vector.ts';
import type { Subject } from './topic-subject.ts';

/** Characters of a summary. */
export const SUMMARY_LENGTH = 400;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What a summary counts; `people` is null where the sources name nobody, `since` is UTC epoch milliseconds. */
export interface Tally {
  posts: number;
  people: number | null;
  places: number;
  since: number;
}

/** Whether any source says who wrote: counting the unnamed as that many people would be a claim. */
const namesAuthors = (documents: readonly SignalDocument[]) => documents.some(({ author }) => author !== null);

/** Counts the documents at hand. A post without an author counts as its own author, unless none has one. */
export function tallyOf(documents: readonly SignalDocument[]): Tally {
  return {
    posts: documents.length,
    people: namesAuthors(documents)
      ? new Set(documents.map(({ author, postId }) => author ?? `post ${postId}`)).size
      : null,
    places: new Set(documents.map(placeOf)).size,
    since: documents.reduce((least, { createdAt }) => Math.min(least, createdAt), Number.POSITIVE_INFINITY),
  };
}

/** "23 posts by 19 people in 3 places since 4 Aug 2026." */
function countInWords({ posts, people, places, since }: Tally): string {
  const first = new Date(since);
  const day = `${first.getUTCDate()} ${MONTHS[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  const by = people === null ? '' : ` by ${counted(people, 'person', 'people')}`;
  return `${counted(posts, 'post', 'posts')}${by} in ${counted(places, 'place', 'places')} since ${day}.`;
}

/** Counts, what breaks, for whom, in which setting; whole sentences only, as many as fit. */
export function summarise(
  documents: readonly ReadDocument[],
  topic: string,
  subject: Subject,
  background: Background,
  tally: Tally,
): string {
  const account = accountOf(documents, topic, subject, background);
  const setting = settingOf(documents, `${topic} ${account.join(' ')}`);
  return [...account, ...setting].reduce(
    (summary, sentence) => (summary.length + sentence.length <= SUMMARY_LENGTH ? summary + sentence : summary),
    countInWords(tally),
  );
}

const COUNTS = /^\d+ posts?\b.*? since \d+ \w+ \d{4}\./;

/** The counts that every summary begins with. */
export const countsOf = (summary: string): string => COUNTS.exec(summary)?.[0] ?? '';

/** What breaks, alone: the counts before it and the setting after it are worded alike in every summary. */
export const accountIn = (summary: string): string => withoutSetting(summary.replace(COUNTS, '')).trim();
