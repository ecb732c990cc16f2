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

/** From this share of its posts on, a signal is about a word that they contain. */
const ABOUT = 0.3;
/** A post without a match is imagined for each signal, so that one of one isn't all of it. */
const IMAGINED = 1;
/** Each of the best posts is a vote for its signal. */
const VOTES = 10;
/** Posts whose words count as said by the signal. */
const SPEAKING = 3;

/** Logistic regression on 124 questions to two corpora, each tested on the other, and rounded. */
const FITTED = { about: 2.5, vote: 1.3, words: 1.2, bias: -4.3 } as const;

/** Hits with less are cut: fewer than one in four of them is right. */
export const LEAST_RELEVANCE = 0.25;

/** Some post has so many words of a question of three words and more, and another half where the question has small talk. */
const ENOUGH = { words: 2, besideSmallTalk: 2.5 } as const;

/** Less near signals by a model's vectors are no hits. */
const NEAR_MEANING = 0.2;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whether a post has enough of the question's words, one of them telling, to be no coincidence. */
function isEnough(said: readonly number[], concepts: readonly WeighedConcept[]): boolean {
  const held = concepts.filter((_, at) => (said[at] ?? 0) > 0);
  if (held.length < Math.min(2, concepts.length) || held.every(({ use }) => use !== 'telling')) return false;
  const hasSmallTalk = concepts.some(({ use }) => use === 'smallTalk');
  return concepts.length <= 2 || sum(said) >= (hasSmallTalk ? ENOUGH.besideSmallTalk : ENOUGH.words);
}

/**
 * Signals by how likely they answer the query, best first: by how many of their posts, and of their titles, are about it, by how many of
 * the best posts they have, and by how many words of the query one post has. `posts`: best first; `volumes`: posts of each signal;
 * `meaning`: similarity of signals to the query by a model's vectors, 0-1.
 */
export function rankSignals(
  posts: readonly PostOfSignal[],
  concepts: readonly WeighedConcept[],
  volumes: ReadonlyMap<string, number>,
  meaning: ReadonlyMap<string, number> = new Map(),
): RankedSignal[] {
  const asked = sum(concepts.map(({ weight }) => weight)) || 1;
  const voting = posts.slice(0, VOTES);
  const votes = Map.groupBy(voting, ({ signalId }) => signalId);
  const bySignal = [...Map.groupBy(posts, ({ signalId }) => signalId)];
  const matched = bySignal.filter(([, found]) => found.some(({ said }) => isEnough(said, concepts)));
  const ranked = matched.map(([signalId, found]): RankedSignal => {
    const full = ABOUT * ((volumes.get(signalId) ?? 1) + IMAGINED);
    const degree = (matches: readonly number[]) => Math.min(1, sum(matches) / full);
    const about = concepts.map(
      ({ weight }, at) =>
        weight * (degree(found.map(({ said }) => said[at] ?? 0)) + degree(found.map(({ named }) => named[at] ?? 0))),
    );
    const vote = Math.log1p(votes.get(signalId)?.length ?? 0) / Math.log1p(voting.length);
    const words = Math.max(...found.map(({ said }) => said.filter((share) => share > 0).length));
    const evidence =
      (FITTED.about * sum(about)) / asked + FITTED.vote * vote + FITTED.words * Math.log1p(words) + FITTED.bias;
    return {
      signalId,
      relevance: 1 / (1 + Math.exp(-evidence)),
      words: [...new Set(found.slice(0, SPEAKING).flatMap((post) => post.words))],
      postId: found[0]?.postId ?? null,
    };
  });
  return [...ranked, ...meantOnly(ranked, meaning)]
    .map((signal) => {
      const near = meaning.get(signal.signalId) ?? 0;
      return near > NEAR_MEANING ? { ...signal, relevance: Math.max(signal.relevance, Math.sqrt(near)) } : signal;
    })
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
    .sort((one, other) => other.relevance - one.relevance || (one.signalId < other.signalId ? -1 : 1));
}

/** Signals that a model's vectors find, though none of their posts shares a word with the query. */
const meantOnly = (matched: readonly RankedSignal[], meaning: ReadonlyMap<string, number>): RankedSignal[] => {
  const known = new Set(matched.map(({ signalId }) => signalId));
  return [...meaning.keys()]
    .filter((signalId) => !known.has(signalId))
    .map((signalId) => ({ signalId, words: [], postId: null, relevance: 0 }));
};
