import type { SignalVector } from '../model/signal.ts';

/** Random pairs of signals, sampled for the similarity of unrelated texts. */
const PAIRS = 500;
const NEAREST = 50;

/** The dot product; vectors of different length are compared over the shorter one. */
function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

/** Cosine of unrelated texts, 0 to 0.8 depending on the model: mean plus standard deviation over random pairs. */
function similarityByChance(vectors: readonly SignalVector[]): number {
  const cosines: number[] = [];
  for (let pair = 0; pair < PAIRS && vectors.length > 1; pair++) {
    const one = (pair * 7_919) % vectors.length;
    const other = (one + 1 + ((pair * 104_729) % (vectors.length - 1))) % vectors.length;
    cosines.push(dot(vectors[one]?.vector ?? [], vectors[other]?.vector ?? []));
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1);
  const spread = Math.sqrt(cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (cosines.length || 1));
  return Math.min(0.95, mean + spread);
}

/**
 * The nearest signals to a question with their nearness, which is 0 for unrelated texts and 1 for the same; `vectors` are unit
 * vectors of one model.
 */
export function createEmbeddingSimilarity(
  vectors: readonly SignalVector[],
): (question: Float32Array) => Map<string, number> {
  const floor = similarityByChance(vectors);
  // Rounding makes the product of a unit vector with itself a little more than 1.
  const nearnessOf = (product: number) => (Math.min(1, product) - floor) / (1 - floor);
  return (question) => {
    const near = vectors
      .map(({ signalId, vector }) => ({ signalId, nearness: nearnessOf(dot(vector, question)) }))
      .filter(({ nearness }) => nearness > 0)
      .sort((one, other) => other.nearness - one.nearness || (one.signalId < other.signalId ? -1 : 1));
    return new Map(near.slice(0, NEAREST).map(({ signalId, nearness }) => [signalId, nearness]));
  };
}
