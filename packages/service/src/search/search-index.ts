import type { SearchableSignal } from '../model/signal.ts';
import { buildPostings } from './postings.ts';
import { type ExpandedConcept, expandConcept, parseQuery } from './query.ts';
import { type ConceptMatch, createScoreboard, matchConcept, SYNONYM_WEIGHT } from './score-concepts.ts';
import { createLatentSimilarity, type EmbeddingSimilarity } from './similarity.ts';
import { createSpelling } from './spelling.ts';

/** What is known of a signal as the answer to a question. */
export interface RelevanceInput {
  /** How much of the question the signal is about, by what each concept weighs and can answer. */
  information: number;
  /** What all concepts of the question weigh together. */
  asked: number;
  /** Share of the question that no signal can answer, 0-1: words that none holds, and those of daily life. */
  unheard: number;
  /** Nearness of meaning, as far as it can be trusted, at most 1. */
  nearness: number;
}

/** Fitted by logistic regression on questions and office messages of our own, and rounded; `unheard` was set beside them. */
const FITTED = { coverage: 8, nearness: 18, information: 0.6, unheard: 4, bias: -4.8 } as const;

/** Keeps the logarithm finite. A question of one common word is covered by everything and asks for nothing, which it tells. */
const LEAST_INFORMATION = 0.1;

/** From here on a signal is an answer. */
export const LEAST_RELEVANCE = 0.4;

/** How likely it is that a signal answers a question, 0-1. */
function relevanceOf({ information, asked, unheard, nearness }: RelevanceInput): number {
  const evidence =
    FITTED.coverage * (asked === 0 ? 0 : information / asked) +
    FITTED.nearness * Math.max(0, nearness) +
    FITTED.information * Math.log(LEAST_INFORMATION + information) +
    FITTED.bias -
    FITTED.unheard * unheard;
  return 1 / (1 + Math.exp(-evidence));
}

export interface SearchHit {
  signalId: string;
  /** How likely the signal answers the question, 0-1; comparable between questions. */
  relevance: number;
  /** The words of the question, or those standing for them, that the signal holds. */
  words: string[];
  /** The passage that says most of them. */
  chunkId: string | null;
}

export interface SearchIndex {
  /**
   * The signals that answer a question in the asker's own words, best first, at most `limit`. `meaning` is what a language model's
   * vectors say of it, beside the index's own notion.
   */
  search(question: string, limit: number, meaning?: EmbeddingSimilarity): SearchHit[];
  /** The same without judging whether they do: the nearest there are. */
  nearest(question: string, limit: number): SearchHit[];
  readonly size: number;
}

/** Signals looked at closely, at least: those that say most of the question's words. */
const CANDIDATES = 100;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Latent meaning rests on words met before: on one alone it rests badly, and a question of unknown words has none. */
function trustIn(wanted: readonly ExpandedConcept[]): number {
  const met = wanted.filter(({ known, power }) => known && power > 0);
  const strong = met.filter(({ power }) => power === 1).length;
  const asked = sum(wanted.map(({ weight }) => weight));
  if (asked === 0) return 0;
  return (sum(met.map(({ weight, power }) => weight * power)) / asked) * (strong / (strong + 1));
}

/** The passage that speaks of most of the question; -1 when none does. */
function bestPassage(spoken: readonly ConceptMatch[], wanted: readonly ExpandedConcept[], passages: number): number {
  let best = { passage: -1, said: 0 };
  for (let passage = 0; passage < passages; passage++) {
    const said = sum(
      spoken.map(({ own, other }, at) => {
        const { weight = 0, power = 0 } = wanted[at] ?? {};
        if (((own >>> passage) & 1) === 1) return weight * power;
        return ((other >>> passage) & 1) === 1 ? weight * power * SYNONYM_WEIGHT : 0;
      }),
    );
    if (said > best.said) best = { passage, said };
  }
  return best.passage;
}

/**
 * An index in memory over what signals say: which share of their posts speaks of what was asked, with the trade's synonyms,
 * half-typed words and typing errors, joined by latent semantic nearness. Costs a fraction of a millisecond per posting list.
 */
export function createSearchIndex(signals: readonly SearchableSignal[]): SearchIndex {
  const postings = buildPostings(signals);
  // The texts themselves are not kept: they are most of the memory.
  const known = signals.map(({ id, passages }) => ({ id, chunkIds: passages.map(({ chunkId }) => chunkId) }));
  const spelling = createSpelling(postings.terms());
  const nearnessTo = createLatentSimilarity(postings);

  function explain(signal: number, wanted: readonly ExpandedConcept[], relevance: number): SearchHit {
    const spoken = wanted.map(({ variants: ways }) => matchConcept(signal, ways, postings));
    const { id = '', chunkIds = [] } = known[signal] ?? {};
    const passage = bestPassage(spoken, wanted, postings.passageCounts[signal] ?? 0);
    return {
      signalId: id,
      relevance,
      words: [...new Set(spoken.flatMap(({ written }, at) => (wanted[at]?.power === 0 ? [] : (written ?? []))))],
      chunkId: chunkIds[passage] ?? chunkIds[0] ?? null,
    };
  }

  function rank(
    wanted: readonly ExpandedConcept[],
    meaning: EmbeddingSimilarity,
    limit: number,
  ): { signal: number; relevance: number }[] {
    const board = createScoreboard(known.length, postings);
    for (const concept of wanted) board.add(concept);
    const asked = sum(wanted.map(({ weight }) => weight));
    const unheard = sum(wanted.map(({ known, power, weight }) => (known && power > 0 ? 0 : weight))) / (asked || 1);
    const spoken = board.touched
      .toSorted((one, other) => board.scoreOf(other) - board.scoreOf(one) || one - other)
      .slice(0, Math.max(CANDIDATES, limit));
    return [...new Set([...spoken, ...meaning.nearest])]
      .map((signal) => {
        const match = { information: board.scoreOf(signal), asked, unheard, nearness: meaning.nearness(signal) };
        return { signal, relevance: relevanceOf(match) };
      })
      .sort((one, other) => other.relevance - one.relevance || one.signal - other.signal)
      .slice(0, limit);
  }

  /** Latent meaning, or where a model knows better, the model's: what either finds near is near. */
  function meaningOf(wanted: readonly ExpandedConcept[], model: EmbeddingSimilarity | undefined): EmbeddingSimilarity {
    const trust = trustIn(wanted);
    const latent = nearnessTo(wanted);
    return {
      nearness: (signal) => Math.max(trust * latent(signal), model?.nearness(signal) ?? 0),
      nearest: model?.nearest ?? [],
    };
  }

  function find(question: string, limit: number, least: number, meaning?: EmbeddingSimilarity): SearchHit[] {
    const wanted = parseQuery(question).map((concept) => expandConcept(concept, postings, spelling));
    return rank(wanted, meaningOf(wanted, meaning), limit)
      .filter(({ relevance }) => relevance >= least)
      .map(({ signal, relevance }) => explain(signal, wanted, relevance));
  }

  return {
    size: known.length,
    search: (question, limit, meaning) => find(question, limit, LEAST_RELEVANCE, meaning),
    nearest: (question, limit) => find(question, limit, 0),
  };
}
