import type { SignalDocument } from '../model/signal.ts';
import { countTerms } from '../text/tokenize.ts';

/** The topics in use. */
export interface Topics {
  has(topic: string): boolean;
  add(topic: string): void;
  delete(topic: string): void;
  /** How often topics write a name ("vscode"), with its capitals, as one word or two. */
  writingsOf(name: string): ReadonlyMap<string, number>;
}

/** What naming reads of the topics in use: any set, or one that also says how they write the products' names. */
export type TopicsInUse = Pick<Topics, 'has'> & Partial<Pick<Topics, 'writingsOf'>>;

const NO_WRITINGS: ReadonlyMap<string, number> = new Map();
const WORD = /[\p{L}\p{N}]+/gu;
/** Written like a name: "SeaMonkey" and "VS Code", not "seamonkey" or "SEAMONKEY". */
export const isNameLike = (written: string) => written !== written.toLowerCase() && written !== written.toUpperCase();

export function createTopics(known: Iterable<string>): Topics {
  const topics = new Set<string>();
  const writings = new Map<string, Map<string, number>>();
  const count = (written: string) => {
    if (!isNameLike(written)) return;
    const name = written.replace(' ', '').toLowerCase();
    const own = writings.get(name) ?? new Map<string, number>();
    writings.set(name, own.set(written, (own.get(written) ?? 0) + 1));
  };
  const add = (topic: string) => {
    topics.add(topic);
    const words = topic.match(WORD) ?? [];
    words.forEach((word, at) => {
      count(word);
      const after = words[at + 1];
      if (after !== undefined) count(`${word} ${after}`);
    });
  };
  for (const topic of known) add(topic);
  return {
    has: (topic) => topics.has(topic),
    add,
    delete: (topic) => topics.delete(topic),
    writingsOf: (name) => writings.get(name) ?? NO_WRITINGS,
  };
}

/** A topic and the posts it was chosen for. */
export interface StandingTopic {
  topic: string;
  /** The signal's volume when the topic was chosen, 0 when another one must be found, and at its last description, 0 when posts came or went by a merge or a split. */
  topicVolume: number;
  describedVolume: number;
}

/** So many times the posts there were, or as many times fewer, are another signal in size. */
const RENAMING_CHANGE = 1.5;

/** A topic fits a post that has two of its terms, or its only one. */
const SHARED_TERMS = 2;
const LEAST_FITTING = 0.25;

/**
 * Whether a signal keeps its topic. People know it by its topic, so that stays until the posts are half as many again, or a third fewer,
 * than when it was chosen, or until a merge or a split leaves posts that it does not fit.
 */
export function keepsTopic(
  { topic, topicVolume, describedVolume }: StandingTopic,
  volume: number,
  documents: readonly SignalDocument[],
): boolean {
  if (topicVolume === 0 || volume >= topicVolume * RENAMING_CHANGE || volume * RENAMING_CHANGE <= topicVolume)
    return false;
  return describedVolume !== 0 || speaksOf(topic, documents);
}

function speaksOf(topic: string, documents: readonly SignalDocument[]): boolean {
  const terms = [...countTerms(null, topic).keys()];
  const needed = Math.min(SHARED_TERMS, terms.length);
  const fitting = documents.filter(({ title, text }) => {
    const own = countTerms(title, text);
    return terms.filter((term) => own.has(term)).length >= needed;
  });
  return fitting.length >= documents.length * LEAST_FITTING;
}
