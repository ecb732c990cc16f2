import type { WeighedConcept } from './query.ts';
import type { RankedPost } from './rank-posts.ts';

/** A post with the signal it is in. */
export interface PostOfSignal extends RankedPost {
  signalId: string;
}

export interface RankedSignal {
  signalId: string;
  /** Probability that the signal answers the query, 0-1; comparable between queries. */
  relevance: number;
  /** Words of the query, or their synonyms, that its best posts contain. */
  words: string[];
  /** The post that matches best; null when only the meaning matches. */
  postId: number | null;
}

/** Share of the posts at which a signal is about a concept; more hardly counts. */
const SATURATION = 0.2;
/** Posts without a match imagined for each signal, so that one of two posts doesn't count as half of it. */
const IMAGINED = 2;
/** Each of the best posts is a vote for its signal. */
const VOTES = 10;
/** Posts whose words count as said by the signal. */
const SPEAKING = 3;

/** Fitted by logistic regression on our own queries and office messages, and rounded. */
const FITTED = { score: 2.5, information: 2.3, bias: -7.6 } as const;

/** A question of which no signal is more relevant is about something else, and has no hits. */
export const LEAST_RELEVANCE = 0.4;

/** A hit scores this of about 3. Of what scores less, about one in five is right on issue trackers; of what scores more, half. */
const LEAST_SCORE = 0.95;

/** What a word that no post contains counts for: its inverse document frequency in a corpus of 2,000 posts. */
const RARE_WORD = 8.3;

/** What a model's vectors say: 1 for the same meaning counts like a match of the whole query. */
const SAME_MEANING = 3;
const NEAR_MEANING = 0.2;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** How much the posts are about a concept: 0 not at all, about 1 entirely. */
function degreeOf(matches: readonly number[], volume: number): number {
  const share = sum(matches.map((match) => Math.min(1, match))) / (volume + IMAGINED);
  return (share / (share + SATURATION)) * (1 + SATURATION / 2);
}

/** A question of one or two words asks at least so much: they are all that the person knows, however common they are. */
const FEW_CONCEPTS = { most: 2, asked: 1.2 } as const;

/** `information`: weight of the concepts that the signal's best posts contain. */
function relevanceOf(match: number, information: number): number {
  const evidence = FITTED.score * match + FITTED.information * Math.log1p(RARE_WORD * information) + FITTED.bias;
  return 1 / (1 + Math.exp(-evidence));
}

/**
 * Signals by three opinions of equal weight, best first: their best post, how many of the best posts they have, and how much all their
 * posts are about the query. `posts`: best first; `volumes`: posts
 * of each signal; `meaning`: similarity of signals to the query by a model's vectors, 0-1.
 */
export function rankSignals(
  posts: readonly PostOfSignal[],
  concepts: readonly WeighedConcept[],
  volumes: ReadonlyMap<string, number>,
  meaning: ReadonlyMap<string, number> = new Map(),
): RankedSignal[] {
  const counting = concepts.map(({ weight, power }) => weight * power);
  const asked = sum(concepts.map(({ weight }) => weight)) || 1;
  const scale = concepts.length <= FEW_CONCEPTS.most ? Math.max(1, FEW_CONCEPTS.asked / asked) : 1;
  const votes = Map.groupBy(posts.slice(0, VOTES), ({ signalId }) => signalId);
  const matched = [...Map.groupBy(posts, ({ signalId }) => signalId)].map(([signalId, found]) => {
    const volume = volumes.get(signalId) ?? 1;
    const about = sum(
      counting.map(
        (weight, at) =>
          weight *
          degreeOf(
            found.map(({ matches }) => matches[at] ?? 0),
            volume,
          ),
      ),
    );
    const speaking = found.slice(0, SPEAKING);
    const said = counting.filter((_, at) => speaking.some(({ matches }) => (matches[at] ?? 0) > 0));
    const best = found[0]?.score ?? 0;
    const vote = Math.log1p(votes.get(signalId)?.length ?? 0) / Math.log1p(VOTES);
    const words = [...new Set(speaking.flatMap((post) => post.words))];
    return {
      signalId,
      score: best + vote + about / asked,
      words,
      postId: found[0]?.postId ?? null,
      relevance: relevanceOf(best + (2 * about) / asked, sum(said) * scale),
    };
  });
  const ranked = [...matched, ...meantOnly(matched, meaning)].map((signal) => {
    const near = meaning.get(signal.signalId) ?? 0;
    if (near <= NEAR_MEANING) return signal;
    return {
      ...signal,
      score: Math.max(signal.score, SAME_MEANING * near),
      relevance: Math.max(signal.relevance, Math.sqrt(near)),
    };
  });
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  const relevance = Math.max(0, ...ranked.map((signal) => signal.relevance));
  if (relevance < LEAST_RELEVANCE) return [];
  return ranked
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((one, other) => other.score - one.score || (one.signalId < other.signalId ? -1 : 1))
    .map(({ score, ...signal }) => ({ ...signal, relevance: (relevance * score) / best }));
}

/** Signals that a model's vectors find, though none of their posts shares a word with the query. */
const meantOnly = (matched: readonly { signalId: string }[], meaning: ReadonlyMap<string, number>) => {
  const known = new Set(matched.map(({ signalId }) => signalId));
  return [...meaning.keys()]
    .filter((signalId) => !known.has(signalId))
    .map((signalId) => ({ signalId, score: 0, words: [], postId: null, relevance: 0 }));
};
