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
/** Of a concept, from where on a post says it in the question's own words. */
const WHOLE = 0.9;
/** A post without a match is imagined for each signal, so that one of one isn't all of it. */
const IMAGINED = 1;
/** Each of the best posts is a vote for its signal. */
const VOTES = 10;
/** Posts whose words count as said by the signal. */
const SPEAKING = 3;

/** Logistic regression on 84 questions to two corpora, each also asked of the other, and 30 off the topic of either, and rounded. */
const FITTED = { about: 3, covered: 1, vote: 1.7, words: 2.4, bias: -6 } as const;

/** Hits with less are cut. */
export const LEAST_RELEVANCE = 0.25;

/** Hits with less than this share of the best one's relevance are cut too. */
const NEAR_BEST = 0.4;

/** Words of the question that some post must say where the question has small talk. */
const BESIDE_SMALL_TALK = 2.5;

/** Less near signals by a model's vectors are no hits. */
const NEAR_MEANING = 0.2;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whether a post says a telling word, and much where the question has small talk. */
function isEnough(said: readonly number[], concepts: readonly WeighedConcept[]): boolean {
  const held = concepts.filter((_, at) => (said[at] ?? 0) > 0);
  const least = concepts.some(({ use }) => use === 'smallTalk') ? BESIDE_SMALL_TALK : 0;
  return held.some(({ use }) => use === 'telling') && sum(said) >= least;
}

/** How much a signal is about a question: each 0-1, but for the logarithm of its words. */
interface Aboutness {
  signalId: string;
  posts: readonly PostOfSignal[];
  /** Share of the question, by weight, that enough of its posts say. */
  about: number;
  /** Share of the question, by weight, that one of its posts says. */
  covered: number;
  /** Whether one of its posts says all of the question, in its own words. */
  isWhole: boolean;
  /** Its share of the best posts. */
  vote: number;
  /** Logarithm of the words that one of its posts says. */
  words: number;
}

/** The signals some post of which says enough. `posts`: best first; `volumes`: posts of each signal. */
function measureAboutness(
  posts: readonly PostOfSignal[],
  concepts: readonly WeighedConcept[],
  volumes: ReadonlyMap<string, number>,
): Aboutness[] {
  const asked = sum(concepts.map(({ weight }) => weight)) || 1;
  const weighted = (said: readonly number[]) => sum(concepts.map(({ weight }, at) => weight * (said[at] ?? 0))) / asked;
  const voting = posts.slice(0, VOTES);
  const votes = Map.groupBy(voting, ({ signalId }) => signalId);
  const bySignal = [...Map.groupBy(posts, ({ signalId }) => signalId)];
  return bySignal
    .filter(([, found]) => found.some(({ said }) => isEnough(said, concepts)))
    .map(([signalId, found]) => {
      const full = ABOUT * ((volumes.get(signalId) ?? 1) + IMAGINED);
      const sayings = concepts.map((_, at) => Math.min(1, sum(found.map(({ stressed }) => stressed[at] ?? 0)) / full));
      return {
        signalId,
        posts: found,
        about: weighted(sayings),
        covered: Math.max(...found.map(({ stressed }) => weighted(stressed))),
        isWhole: found.some(({ said }) => said.every((share) => share >= WHOLE)),
        vote: Math.log1p(votes.get(signalId)?.length ?? 0) / Math.log1p(voting.length),
        words: Math.log1p(Math.max(...found.map(({ stressed }) => sum(stressed)))),
      };
    });
}

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
  const ranked = measureAboutness(posts, concepts, volumes).map(
    ({ signalId, posts: [best, ...others], about, covered, vote, words, isWhole }): RankedSignal => {
      const evidence =
        FITTED.about * about + FITTED.covered * covered + FITTED.vote * vote + FITTED.words * words + FITTED.bias;
      const speaking = [best, ...others].slice(0, SPEAKING);
      return {
        signalId,
        relevance: Math.max(1 / (1 + Math.exp(-evidence)), isWhole ? LEAST_RELEVANCE : 0),
        words: [...new Set(speaking.flatMap((post) => post?.words ?? []))],
        postId: best?.postId ?? null,
      };
    },
  );
  const hits = [...ranked, ...meantOnly(ranked, meaning)]
    .map((signal) => {
      const near = meaning.get(signal.signalId) ?? 0;
      return near > NEAR_MEANING ? { ...signal, relevance: Math.max(signal.relevance, Math.sqrt(near)) } : signal;
    })
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
    .sort((one, other) => other.relevance - one.relevance || (one.signalId < other.signalId ? -1 : 1));
  return hits.filter(({ relevance }) => relevance >= NEAR_BEST * (hits[0]?.relevance ?? 0));
}

/** Signals that a model's vectors find, though none of their posts shares a word with the query. */
const meantOnly = (matched: readonly RankedSignal[], meaning: ReadonlyMap<string, number>): RankedSignal[] => {
  const known = new Set(matched.map(({ signalId }) => signalId));
  return [...meaning.keys()]
    .filter((signalId) => !known.has(signalId))
    .map((signalId) => ({ signalId, words: [], postId: null, relevance: 0 }));
};
