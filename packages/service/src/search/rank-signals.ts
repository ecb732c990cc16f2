import { type MeasuredSignal, type Measures, measureSignals, type PostOfSignal } from './measure-signals.ts';
import type { WeighedConcept } from './query.ts';
import learned from './relevance.json' with { type: 'json' };

export interface RankedSignal {
  signalId: string;
  /** Probability that the signal answers the query, 0-1; comparable between queries. */
  relevance: number;
  /** Words of the query, or their synonyms, that its best posts contain. */
  words: string[];
  /** The post that matches best; null when only the meaning matches. */
  postId: number | null;
  /** How many of its posts say all of the query, in its own words, as far as they were found. */
  whole: number;
}

/** Posts whose words count as said by the signal. */
const SPEAKING = 3;

/** Hits with less are cut. */
export const LEAST_RELEVANCE = 0.2;

/** Hits with less than this share of the best one's relevance are cut too. */
const NEAR_BEST = 0.6;

/** A short question of which all posts together say less, by weight, is about something else. Long ones have words to spare. */
const LEAST_FINDABLE = 0.45;
const SHORT = 6;

/** Of two or three words a less likely hit has two in titles, or all in half of its posts: one is mostly another matter's ("slow tests"). */
const LIKELY = 0.5;
const LEAST_NAMED = 2;
const FEW = 3;
const MOST_POSTS = 0.5;

/** Less near signals by a model's vectors are no hits. */
const NEAR_MEANING = 0.2;

/**
 * Signals by how likely they answer the query, best first. `posts`: best first; `volumes`: posts of each signal; `meaning`: similarity
 * of signals to the query by a model's vectors, 0-1.
 */
export function rankSignals(
  posts: readonly PostOfSignal[],
  concepts: readonly WeighedConcept[],
  volumes: ReadonlyMap<string, number>,
  meaning: ReadonlyMap<string, number> = new Map(),
): RankedSignal[] {
  const findable = concepts.length > SHORT ? 0 : LEAST_FINDABLE;
  const measured = measureSignals(posts, concepts, volumes).filter(
    ({ measures }) => measures.telling > 0 && measures.findable >= findable,
  );
  const matched = new Map(measured.map((signal) => [signal.signalId, signal]));
  const ranked = [...new Set([...matched.keys(), ...meaning.keys()])]
    .map((signalId) => ({ signalId, relevance: relevanceBy(matched.get(signalId), meaning.get(signalId) ?? 0) }))
    .sort((one, other) => other.relevance - one.relevance || (one.signalId < other.signalId ? -1 : 1));
  const least = Math.max(LEAST_RELEVANCE, NEAR_BEST * (ranked[0]?.relevance ?? 0));
  const isAbout = ({ signalId, relevance }: (typeof ranked)[number]) => {
    const { named = 0, whole = 0 } = matched.get(signalId) ?? {};
    return (
      concepts.length < LEAST_NAMED ||
      concepts.length > FEW ||
      relevance >= LIKELY ||
      (meaning.get(signalId) ?? 0) > NEAR_MEANING ||
      named >= LEAST_NAMED ||
      whole >= MOST_POSTS * (volumes.get(signalId) ?? 1)
    );
  };
  const hits = ranked.filter((signal) => signal.relevance >= least && isAbout(signal));
  // A post that says all of the question in one place, such as the code of an error, is better than nothing.
  const saying = ranked.filter(({ signalId }) => matched.get(signalId)?.together).slice(0, 1);
  const shown = hits.length > 0 ? hits : saying.map((signal) => ({ ...signal, relevance: LEAST_RELEVANCE }));
  return shown.map((signal) => ({ ...signal, ...saidBy(matched.get(signal.signalId)) }));
}

/** Of a signal by its posts, if any share a word with the query, or by a model's vectors, whichever says more. */
function relevanceBy(signal: MeasuredSignal | undefined, nearness: number): number {
  const matched = signal === undefined ? 0 : relevanceOf(signal.measures);
  return nearness > NEAR_MEANING ? Math.max(matched, Math.sqrt(nearness)) : matched;
}

const saidBy = ({
  posts = [],
  whole = 0,
}: Partial<MeasuredSignal> = {}): Pick<RankedSignal, 'words' | 'postId' | 'whole'> => ({
  words: [...new Set(posts.slice(0, SPEAKING).flatMap(({ words }) => words))],
  postId: posts[0]?.postId ?? null,
  whole,
});

/** Weights of a logistic regression, learned by `bench/relevance/learn.ts`. */
export interface RelevanceModel {
  weights: Measures;
  bias: number;
}

const MODEL: RelevanceModel = learned;

/** The probability that a signal answers the question it was measured for: that three in ten of its posts or more are about it. */
export function relevanceOf(measures: Measures, { weights, bias }: RelevanceModel = MODEL): number {
  const evidence = (Object.keys(weights) as (keyof Measures)[]).reduce(
    (sum, measure) => sum + weights[measure] * measures[measure],
    bias,
  );
  return 1 / (1 + Math.exp(-evidence));
}
