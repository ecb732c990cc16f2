import type { SearchableSignal } from '../model/signal.ts';
import { buildPostings } from './postings.ts';
import { type ExpandedConcept, expandConcept, parseQuery } from './query.ts';
import { type ConceptMatch, createScoreboard, matchConcept, SYNONYM_WEIGHT } from './score-concepts.ts';
import { createLatentSimilarity, type EmbeddingSimilarity } from './similarity.ts';
import { createSpelling } from './spelling.ts';

/** Features of a signal for a query. */
export interface RelevanceInput {
  /** Weight of the concepts that the signal matches. */
  information: number;
  /** Weight of all concepts of the query. */
  asked: number;
  /** Share of the query that no signal can match, 0-1: unknown words and small talk. */
  unheard: number;
  /** Semantic similarity, weighted by trust, at most 1. */
  nearness: number;
}

/** Fitted by logistic regression on our own queries and office messages, and rounded; `unheard` was set by hand. */
const FITTED = { coverage: 8, nearness: 18, information: 0.6, unheard: 4, bias: -4.8 } as const;

/** Keeps the logarithm finite. A query of one common word matches everything and carries no information. */
const LEAST_INFORMATION = 0.1;

/** Signals below this relevance are not returned. */
export const LEAST_RELEVANCE = 0.4;

/** Probability that a signal answers the query, 0-1. */
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
  /** Probability that the signal answers the query, 0-1; comparable between queries. */
  relevance: number;
  /** Words of the query, or their synonyms, that the signal contains. */
  words: string[];
  /** The passage with most of them. */
  chunkId: string | null;
}

export interface SearchIndex {
  /**
   * The signals that answer a query, best first, at most `limit`. `meaning`: similarity by a model's vectors, used beside the
   * index's own.
   */
  search(question: string, limit: number, meaning?: EmbeddingSimilarity): SearchHit[];
  /** The nearest signals, however low their relevance. */
  nearest(question: string, limit: number): SearchHit[];
  readonly size: number;
}

/** Signals that are ranked by similarity too, at least: those that match most of the query. */
const CANDIDATES = 100;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Trust in latent similarity, 0-1: low for a single known word, 0 when all words are unknown. */
function trustIn(wanted: readonly ExpandedConcept[]): number {
  const met = wanted.filter(({ known, power }) => known && power > 0);
  const strong = met.filter(({ power }) => power === 1).length;
  const asked = sum(wanted.map(({ weight }) => weight));
  if (asked === 0) return 0;
  return (sum(met.map(({ weight, power }) => weight * power)) / asked) * (strong / (strong + 1));
}

/** The passage that matches most of the query; -1 when none does. */
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
 * An in-memory index of signals. Ranks by the share of a signal's posts that match the query, with synonyms, half-typed words and
 * typos, and by latent semantic similarity. Costs a fraction of a millisecond per posting list.
 */
export function createSearchIndex(signals: readonly SearchableSignal[]): SearchIndex {
  const postings = buildPostings(signals);
  // The texts are dropped: they would take most of the memory.
  const known = signals.map(({ id, passages }) => ({ id, chunkIds: passages.map(({ chunkId }) => chunkId) }));
  const spelling = createSpelling(postings.terms());
  const nearnessTo = createLatentSimilarity(postings);

  function explain(signal: number, wanted: readonly ExpandedConcept[], relevance: number): SearchHit {
    const spoken = wanted.map(({ variants }) => matchConcept(signal, variants, postings));
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

  /** The higher of latent similarity and the model's. */
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
