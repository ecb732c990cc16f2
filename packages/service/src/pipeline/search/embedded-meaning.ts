import type { SignalSimilarity } from './meaning.ts';

/** Nearness by vectors that a model made, and the signals it puts nearest, whatever their words. */
export interface EmbeddingSimilarity {
  nearness: SignalSimilarity;
  nearest: readonly number[];
}

/** Pairs of signals from which is learnt how alike two texts of this trade are that have nothing to do with each other. */
const PAIRS = 500;
const NEAREST = 50;

function dot(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

/** The cosine of unrelated texts, which is anything from 0 to 0.8, depending on the model: mean and standard deviation of random pairs. */
function similarityByChance(vectors: readonly Float32Array[]): number {
  const cosines: number[] = [];
  for (let pair = 0; pair < PAIRS && vectors.length > 1; pair++) {
    const one = (pair * 7_919) % vectors.length;
    const other = (one + 1 + ((pair * 104_729) % (vectors.length - 1))) % vectors.length;
    cosines.push(dot(vectors[one] ?? new Float32Array(), vectors[other] ?? new Float32Array()));
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1);
  const spread = Math.sqrt(cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (cosines.length || 1));
  return Math.min(0.95, mean + spread);
}

/** Nearness is 0 for what is no more alike than chance, 1 for the same; `vectors` are of length 1, one a signal, of one space. */
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
