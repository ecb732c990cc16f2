import type { SignalDocument } from '../model/signal.ts';
import { ATTEMPT } from './lexicon/brief-cues.ts';
import {
  DANGLING,
  EMOTION,
  FRAGMENT,
  INSTRUCTION,
  OWN_STORY,
  PERSONAL,
  QUESTION,
  REFERS_BACK,
  TROUBLE,
} from './lexicon/phrasing.ts';
import { finishSentence } from './plain-sentences.ts';
import type { ReadDocument } from './read-documents.ts';
import { placeOf, settingOf, withoutSetting } from './setting.ts';
import { type Background, createCentre, weighTerms } from './term-vector.ts';
import { THEY, toThirdPerson } from './third-person.ts';
import { createSubject } from './topic-subject.ts';

/** Characters of a summary. */
export const SUMMARY_LENGTH = 400;

/** Characters of the sentence that says what breaks. */
const SENTENCE_LENGTH = { min: 30, max: 200 } as const;

/** What a sentence keeps of its nearness to the centre for each thing that makes it a worse account of what breaks for many. */
const KEEPS = {
  question: 0.4,
  emotion: 0.5,
  noTrouble: 0.3,
  attempt: 0.6,
  personal: 0.6,
  ownStory: 0.6,
  refersBack: 0.5,
  fragment: 0.5,
  instruction: 0.4,
} as const;

/** Keep an order among sentences that share no term with the rest. */
const LEAST_COVERED = 0.05;
const LEAST_FOCUS = 0.2;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Account {
  text: string;
  closeness: number;
}

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

function accountsOf(documents: readonly ReadDocument[], background: Background): Account[] {
  const centre = createCentre(documents.map(({ title, text }) => weighTerms(`${title ?? ''} ${text}`, background)));
  const subject = createSubject(documents, background);
  return documents.flatMap(({ prose }, own) =>
    prose
      .filter(
        (text) =>
          text.length >= SENTENCE_LENGTH.min &&
          text.length <= SENTENCE_LENGTH.max &&
          !DANGLING.test(` ${text}`.replace(/[.…]+$/, '')),
      )
      .map((text) => ({
        text,
        closeness:
          centre.closeness(weighTerms(text, background), own) *
          (LEAST_COVERED + subject.coverage(text)) *
          (LEAST_FOCUS + subject.focus(text)),
      })),
  );
}

function tellsWhatBreaks({ text, closeness }: Account): number {
  let worth = closeness;
  if (QUESTION.test(text)) worth *= KEEPS.question;
  if (EMOTION.test(text)) worth *= KEEPS.emotion;
  if (!TROUBLE.test(text)) worth *= KEEPS.noTrouble;
  if (PERSONAL.test(text)) worth *= KEEPS.personal;
  if (OWN_STORY.test(text)) worth *= KEEPS.ownStory;
  if (REFERS_BACK.test(text)) worth *= KEEPS.refersBack;
  if (FRAGMENT.test(text)) worth *= KEEPS.fragment;
  if (ATTEMPT.test(text) || /^\p{L}+ing\b/u.test(text)) worth *= KEEPS.attempt;
  if (INSTRUCTION.test(text)) worth *= KEEPS.instruction;
  return worth;
}

/** What breaks, told of others: the sentence nearest to what the posts share that adds something to the topic. */
function whatBreaks(documents: readonly ReadDocument[], topic: string, background: Background): string {
  const said = topic.toLowerCase();
  let best: { text: string; worth: number } | undefined;
  for (const account of accountsOf(documents, background)) {
    if (account.text.toLowerCase().includes(said)) continue;
    const worth = tellsWhatBreaks(account);
    if (best === undefined || worth > best.worth) best = { text: account.text, worth };
  }
  return best === undefined ? '' : ` ${toThirdPerson(finishSentence(best.text), THEY)}`;
}

/** Counts, what breaks, for whom, in which setting; whole sentences only, as many as fit. */
export function summarise(
  documents: readonly ReadDocument[],
  topic: string,
  background: Background,
  tally: Tally,
): string {
  const account = whatBreaks(documents, topic, background);
  const sentences = [account, ...settingOf(documents, `${topic} ${account}`)];
  return sentences.reduce(
    (summary, sentence) => (summary.length + sentence.length <= SUMMARY_LENGTH ? summary + sentence : summary),
    countInWords(tally),
  );
}

const COUNTS = /^\d+ posts?\b.*? since \d+ \w+ \d{4}\./;

/** The counts that every summary begins with. */
export const countsOf = (summary: string): string => COUNTS.exec(summary)?.[0] ?? '';

/** What breaks, alone: the counts before it and the setting after it are worded alike in every summary. */
export const accountIn = (summary: string): string => withoutSetting(summary.replace(COUNTS, '')).trim();
