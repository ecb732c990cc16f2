import { parseAreaName } from '../option-values.ts';
import type { Word } from './vocabulary.ts';

/** The words of a sentence that are searched for. */
export interface Topic {
  words: string;
  before: Word | undefined;
  /** Named by a link, with words that mean something elsewhere: "problems with new relic". */
  isNamed: boolean;
  /** The words of the sentence that say what is asked about it. */
  others: readonly Word[];
}

/** May be part of a topic, but not its edge: "login on mobile". */
const JOINING = /^(?:of|in|on|for|to|from|with|and|at|the|a|an|by)$/;
/** What follows is the topic, whatever the words mean elsewhere: "bugs about hot reload". */
const NAMING_LINK = /^(?:about|around|regarding|re|with|on|involving|related to)$/;
const MOST_TOPIC_WORDS = 5;

/** The one run of words that aren't known; empty without one, null for more. */
export function topicOf(words: readonly Word[]): Topic | null {
  const hasUnknown = words.some(({ meaning }) => meaning === 'other');
  if (!hasUnknown && !words.some(isCompound)) return { words: '', before: undefined, isNamed: false, others: words };
  const isTopic = ({ meaning }: Word) => meaning === 'other' || meaning === 'area';
  const last = words.findLastIndex(isTopic);
  const link = words.findIndex(
    ({ text }, at) =>
      NAMING_LINK.test(text) &&
      isTopic(words[at + 1] ?? (words[at] as Word)) === false &&
      at < words.findIndex(({ meaning }) => meaning === 'other'),
  );
  const isNamed = link >= 0 && words.slice(link + 1, last).every(mayBeNamed);
  const first = isNamed ? link + 1 : words.findIndex(isTopic);
  const isEnded = words.slice(last + 1).every(({ meaning }) => meaning === 'light');
  const end = isEnded ? words.length : last + 1;
  const run = words.slice(first, end);
  const isOneRun =
    run.length <= MOST_TOPIC_WORDS &&
    run.every((word) => isNamed || isTopic(word) || word.meaning === 'light' || JOINING.test(word.text));
  if (!isOneRun) return null;
  const others = [...words.slice(0, first), ...words.slice(end)];
  return { words: run.map(({ text }) => text).join(' '), before: words[first - 1], isNamed, others };
}

/** "SSO logins" is a topic, though each of the words is an area. */
const isCompound = ({ meaning, text }: Word, at: number, words: readonly Word[]): boolean => {
  const next = words[at + 1];
  return meaning === 'area' && next?.meaning === 'area' && parseAreaName(`${text} ${next.text}`) === null;
};

/** "About the ones that rise in docker" is more than a topic. */
const mayBeNamed = ({ meaning, text }: Word): boolean =>
  JOINING.test(text) || !['reference', 'ask', 'people', 'filler', 'mind', 'noun', 'not'].includes(meaning);
