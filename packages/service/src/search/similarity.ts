import { latentSpace, type SparseVector } from '../clustering/latent-space.ts';
import { dot, lengthOf } from '../model/vectors.ts';
import { PLACE, type Postings } from './postings.ts';
import type { ExpandedConcept } from './query.ts';
import { bitsIn } from './score-concepts.ts';

/** Similarity of a signal to the whole query, -1 to 1. */
export type SignalSimilarity = (signal: number) => number;

const DIMENSIONS = 80;

/** Signals that the space is fitted to; more would cost time and change little. */
const EXAMPLES = 2_000;

/** Only this many of a signal's terms count, the heaviest. */
const HEAVIEST = 150;

/** Weight of all synonyms together, relative to the query's own word. */
const SYNONYMS = 0.4;

const IMAGINED_PASSAGES = 2;
const TOPIC = { raises: 0.8, counts: 0.1 } as const;

function toUnit(ids: readonly number[], weights: readonly number[]): SparseVector {
  const length = lengthOf(weights) || 1;
  return { ids: Int32Array.from(ids), weights: Float64Array.from(weights, (weight) => weight / length) };
}

/** Only the heaviest terms, at unit length. */
function heaviest({ ids, weights }: { ids: number[]; weights: number[] }): SparseVector {
  if (ids.length <= HEAVIEST) return toUnit(ids, weights);
  const least = Float64Array.from(weights).sort()[weights.length - HEAVIEST] ?? 0;
  const isHeavy = (_: number, at: number) => (weights[at] ?? 0) >= least;
  return toUnit(ids.filter(isHeavy).slice(0, HEAVIEST), weights.filter(isHeavy).slice(0, HEAVIEST));
}

/** A vector per signal: its terms weighted by the share of its passages with the term, and by rarity. */
function vectorsOf(postings: Postings, ids: ReadonlyMap<string, number>): SparseVector[] {
  const spread = Array.from(postings.passageCounts, () => ({ ids: [] as number[], weights: [] as number[] }));
  for (const [term, id] of ids) {
    const posting = postings.get(term);
    if (posting === undefined) continue;
    for (let at = 0; at < posting.signals.length; at++) {
      const signal = posting.signals[at] ?? 0;
      const passages = (postings.passageCounts[signal] ?? 0) + IMAGINED_PASSAGES;
      const share = bitsIn(posting.passages[at] ?? 0) / passages;
      const inTopic = ((posting.places[at] ?? 0) & PLACE.topic) !== 0;
      const weight = inTopic ? share * (1 + TOPIC.raises) + TOPIC.counts : share;
      if (weight === 0) continue;
      spread[signal]?.ids.push(id);
      spread[signal]?.weights.push(weight * posting.rarity);
    }
  }
  return spread.map(heaviest);
}

function vectorOfQuery(
  wanted: readonly ExpandedConcept[],
  postings: Postings,
  ids: ReadonlyMap<string, number>,
): SparseVector {
  const weights = new Map<number, number>();
  for (const { variants } of wanted) {
    for (const { terms, asked } of variants) {
      const share = asked ? 1 : SYNONYMS / Math.sqrt(variants.length - 1);
      for (const term of terms) {
        const id = ids.get(term);
        const weight = share * (postings.get(term)?.rarity ?? 0);
        if (id !== undefined) weights.set(id, Math.max(weights.get(id) ?? 0, weight));
      }
    }
  }
  return toUnit([...weights.keys()], [...weights.values()]);
}

function sparseProduct(vector: SparseVector | undefined, other: ReadonlyMap<number, number>): number {
  if (vector === undefined) return 0;
  return vector.ids.reduce((sum, id, at) => sum + (vector.weights[at] ?? 0) * (other.get(id) ?? 0), 0);
}

/**
 * The mean of lexical and latent cosine. The lexical one is best for long queries; the latent one matches words that occur in the
 * same signals.
 */
export function createLatentSimilarity(postings: Postings): (wanted: readonly ExpandedConcept[]) => SignalSimilarity {
  const ids = new Map(Iterator.from(postings.terms()).map((term, id) => [term, id]));
  const vectors = vectorsOf(postings, ids);
  const step = Math.max(1, Math.ceil(vectors.length / EXAMPLES));
  const project = latentSpace(
    vectors.filter((_, index) => index % step === 0),
    DIMENSIONS,
  );
  const seen = vectors.map((vector) => Float32Array.from(project(vector)));
  return (wanted) => {
    const question = vectorOfQuery(wanted, postings, ids);
    const asked = new Map(Array.from(question.ids, (id, at) => [id, question.weights[at] ?? 0]));
    const latent = project(question);
    return (signal) => (sparseProduct(vectors[signal], asked) + dot(seen[signal] ?? [], latent)) / 2;
  };
}

/** Similarity by a model's vectors, and the signals nearest by it. */
export interface EmbeddingSimilarity {
  nearness: SignalSimilarity;
  nearest: readonly number[];
}

/** Random pairs of signals, sampled for the similarity of unrelated texts. */
const PAIRS = 500;
const NEAREST = 50;

/** Cosine of unrelated texts, 0 to 0.8 depending on the model: mean plus standard deviation over random pairs. */
function similarityByChance(vectors: readonly Float32Array[]): number {
  const cosines: number[] = [];
  for (let pair = 0; pair < PAIRS && vectors.length > 1; pair++) {
    const one = (pair * 7_919) % vectors.length;
    const other = (one + 1 + ((pair * 104_729) % (vectors.length - 1))) % vectors.length;
    cosines.push(dot(vectors[one] ?? [], vectors[other] ?? []));
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1);
  const spread = Math.sqrt(cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (cosines.length || 1));
  return Math.min(0.95, mean + spread);
}

/** Nearness is 0 for unrelated texts and 1 for the same; `vectors` are unit vectors of one model, one per signal. */
export function createEmbeddingSimilarity(
  vectors: readonly Float32Array[],
): (question: Float32Array) => EmbeddingSimilarity {
  const floor = similarityByChance(vectors);
  return (question) => {
    const near = vectors.map((vector) => Math.max(0, (dot(vector, question) - floor) / (1 - floor)));
    const nearest = Array.from(near.keys())
      .filter((signal) => (near[signal] ?? 0) > 0)
      .sort((one, other) => (near[other] ?? 0) - (near[one] ?? 0) || one - other);
    return { nearness: (signal) => near[signal] ?? 0, nearest: nearest.slice(0, NEAREST) };
  };
}
