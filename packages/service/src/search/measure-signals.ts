import type { WeighedConcept } from './query.ts';
import { OWN_WORDS, type RankedPost } from './rank-posts.ts';

/** A post with the signal it is in. */
export interface PostOfSignal extends RankedPost {
  signalId: string;
}

/** What relevance is told by; shares are 0-1. */
export interface Measures {
  /** How much of the question, by weight, one of its posts says. */
  covered: number;
  /** Logarithm of how much of it an ordinary post of the signal says. */
  ordinary: number;
  /** Share of its posts that say most of the question. */
  most: number;
  /** Rarity of the word that says most about its posts, times the share of them that say it, times `findable`. */
  telling: number;
  /** Logarithm of its share of the best posts. */
  votes: number;
  /** Share of its posts that say anything of the question. */
  found: number;
  /** Share of the question, by weight, that is small talk. */
  smallTalk: number;
  /** Share of the question, by weight, that any post says. */
  findable: number;
  /** Logarithm of the question's words. */
  asked: number;
}

export interface MeasuredSignal {
  signalId: string;
  /** Its posts that were found, best first. */
  posts: readonly PostOfSignal[];
  /** How many of them say all of the question, in its own words. */
  whole: number;
  /** Whether one of them says it in one place. */
  together: boolean;
  /** How many concepts their titles say between them. */
  named: number;
  measures: Measures;
}

/** A post without a match is imagined for each signal, so that one of one isn't all of it. */
const IMAGINED = 1;
/** Each of the best posts is a vote for its signal. */
const VOTES = 10;
/** Of the question, from where on a post says most of it. */
const MOST = 0.75;
/** Keeps the logarithm of a share that is next to nothing from deciding alone. */
const LEAST_SHARE = 0.03;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Measures every signal of the posts. `posts`: best first; `volumes`: posts of each signal, also of those not found. */
export function measureSignals(
  posts: readonly PostOfSignal[],
  concepts: readonly WeighedConcept[],
  volumes: ReadonlyMap<string, number>,
): MeasuredSignal[] {
  const asked = sum(concepts.map(({ weight }) => weight)) || 1;
  const weighted = (said: readonly number[]) =>
    concepts.reduce((total, { weight }, at) => total + weight * (said[at] ?? 0), 0) / asked;
  const findable = weighted(
    concepts.map((_, at) => posts.reduce((most, { said }) => Math.max(most, said[at] ?? 0), 0)),
  );
  const ofQuestion = {
    smallTalk: sum(concepts.map(({ use, weight }) => (use === 'smallTalk' ? weight : 0))) / asked,
    findable,
    asked: Math.log1p(concepts.length),
  };
  const voting = posts.slice(0, VOTES);
  const votes = Map.groupBy(voting, ({ signalId }) => signalId);
  return Array.from(
    Map.groupBy(posts, ({ signalId }) => signalId),
    ([signalId, own]) => {
      const all = Math.max(volumes.get(signalId) ?? 1, own.length) + IMAGINED;
      const ordinary = concepts.map(
        (_, at) => own.reduce((total, { stressed }) => total + (stressed[at] ?? 0), 0) / all,
      );
      const covered = own.map(({ stressed }) => weighted(stressed));
      return {
        signalId,
        posts: own,
        whole: own.filter(({ said }) => said.every((share) => share >= OWN_WORDS)).length,
        together: own.some(({ together }) => together),
        named: concepts.filter((_, at) => own.some(({ named }) => named[at])).length,
        measures: {
          ...ofQuestion,
          covered: Math.max(...covered),
          ordinary: Math.log(LEAST_SHARE + weighted(ordinary)),
          most: covered.filter((share) => share >= MOST).length / all,
          telling: Math.max(
            ...concepts.map(({ use, weight }, at) => (isTelling(use) ? weight * (ordinary[at] ?? 0) : 0)),
          ),
          votes: Math.log1p(votes.get(signalId)?.length ?? 0) / Math.log1p(voting.length),
          found: own.length / all,
        },
      };
    },
  );
}

const isTelling = (use: WeighedConcept['use']): boolean => use === 'telling' || use === 'product';
