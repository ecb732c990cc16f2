import type { Background } from '../text/background.ts';
import { createSharing, isAgreed } from './agreement.ts';
import { type Candidate, candidatesFrom } from './candidates.ts';
import { withExample } from './example.ts';
import { type Facet, facetsOf } from './facets.ts';
import { complaintsOf } from './join-facets.ts';
import { BREAK_EVEN, keysOfName } from './judge.ts';
import { type NamingPost, readSignal, type Signal } from './read-posts.ts';
import { createReader } from './reader.ts';
import { summarise } from './summary.ts';
import { themesOf } from './theme.ts';
import type { TopicsInUse } from './topics.ts';
import { NAME_LENGTH, printName } from './words.ts';

export { isAboutTrouble } from './about-trouble.ts';
export type { Facet } from './facets.ts';
export type { NamingPost } from './read-posts.ts';
export { createReader, type Reader } from './reader.ts';
export { SUMMARY_LENGTH } from './summary.ts';
export { createTopics, keepsTopic, type Topics } from './topics.ts';
export { saysWhichPain } from './word-lists.ts';

export interface Naming {
  /** 20-80 characters where the titles give as many. */
  topic: string;
  /** At most 400 characters: facets with their posts, or two cases where no two authors say the same. */
  summary: string;
  facets: readonly Facet[];
}

/** Share of the best name's worth that another must have to be taken because more posts say it. */
const CLOSE = 0.6;

const NO_TITLE = 'Posts without a readable title';

/** The best name that no other signal has; numbered where the posts offer no other. */
function topicOf(signal: Signal, candidates: readonly Candidate[], taken: TopicsInUse): string {
  const [best, ...others] = candidates;
  const free = [best, ...others.filter(({ value }) => value > 0)].find(
    (candidate) => candidate !== undefined && !taken.has(signal.corrected(candidate.text)),
  );
  if (free !== undefined) return signal.corrected(free.text);
  const written = best?.text ?? printName(signal.posts[0]?.words ?? [], signal).slice(0, NAME_LENGTH.most);
  const base = written === '' ? NO_TITLE : written;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`;
    const topic = base.slice(0, NAME_LENGTH.most - ending.length).trimEnd() + ending;
    if (!taken.has(topic)) return topic;
  }
}

/**
 * Names a signal and says what it is about. `background`: how common each stem is over all posts; `taken`: the topics of the other
 * signals. Equal input gives equal output; at least one post is needed.
 */
export function nameSignal(
  posts: readonly NamingPost[],
  background: Background,
  taken: TopicsInUse = new Set(),
  reader = createReader(),
): Naming {
  const signal = readSignal(posts, background, reader, taken);
  const found = candidatesFrom(signal);
  const agreed = found.filter((candidate) => isAgreed(candidate, signal));
  const [first] = agreed;
  const sharing = createSharing(signal);
  const isFree = (text: string) => !taken.has(signal.corrected(text));
  const themes = themesOf(signal, sharing);
  const named = agreed.find(
    (each) =>
      each.value >= CLOSE * (first?.value ?? 0) &&
      isFree(each.text) &&
      sharing.isName(each, themes[0]?.keys ?? new Set()),
  );
  if (named === undefined)
    for (const theme of themes) {
      const facets = facetsOf(signal, theme.text);
      const topic = [withExample(theme, signal, facets, found), theme.text].map(signal.corrected).find(isFree);
      if (topic !== undefined) return { topic, ...describe(signal, topic) };
    }
  const topic = named === undefined ? topicOf(signal, [...agreed, ...found], taken) : signal.corrected(named.text);
  return { topic, ...describe(signal, topic) };
}

function describe(signal: Signal, topic: string) {
  const facets = complaintsOf(signal, topic);
  return { summary: summarise(signal, topic, facets), facets };
}

/** Summary and facets of a signal that keeps the topic it has. */
export const describeNamed = (
  posts: readonly NamingPost[],
  topic: string,
  background: Background,
  reader = createReader(),
) => describe(readSignal(posts, background, reader), topic);

export interface TopicReading {
  signal: Signal;
  /** How much a sentence says of what the posts share: the weight of its shared words; 0 where it holds none. */
  relevance(sentence: string): number;
}

/** What a brief is written from: the posts as they are read for a name, and a measure of their sentences. */
export function readForBrief(
  posts: readonly NamingPost[],
  background: Background,
  reader = createReader(),
): TopicReading {
  const signal = readSignal(posts, background, reader);
  return {
    signal,
    relevance(sentence) {
      let relevance = 0;
      for (const key of keysOfName(reader.words(sentence), signal))
        relevance += signal.weight(key) * Math.max(0, signal.share(key) - BREAK_EVEN);
      return relevance;
    },
  };
}
