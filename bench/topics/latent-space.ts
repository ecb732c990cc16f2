import { seededRandom } from './seeded-random.ts';

const SWEEPS = 20;
const NEGLIGIBLE = 1e-9;

/** Turns rows/columns p and q of the symmetric `matrix` so that their common entry becomes 0, and the basis along with them. */
function rotate(matrix: readonly Float64Array[], basis: readonly Float64Array[], p: number, q: number): void {
  const rowP = matrix[p] ?? new Float64Array();
  const rowQ = matrix[q] ?? new Float64Array();
  const slope = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * (rowP[q] ?? 1));
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (row: Float64Array) => {
    const atP = row[p] ?? 0;
    const atQ = row[q] ?? 0;
    row[p] = cosine * atP - sine * atQ;
    row[q] = sine * atP + cosine * atQ;
  };
  matrix.forEach(turn);
  for (let column = 0; column < rowP.length; column++) {
    const atP = rowP[column] ?? 0;
    const atQ = rowQ[column] ?? 0;
    rowP[column] = cosine * atP - sine * atQ;
    rowQ[column] = sine * atP + cosine * atQ;
  }
  basis.forEach(turn);
}

/** Eigenvalues of a small symmetric matrix, greatest first, each with its unit vector (Jacobi's method). The matrix is left alone. */
export function symmetricEigen(symmetric: readonly Float64Array[]): { value: number; vector: Float64Array }[] {
  const matrix = symmetric.map((row) => row.slice());
  const size = matrix.length;
  const basis = matrix.map((_, row) => Float64Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)));
  const scale = Math.max(...matrix.map((row, index) => Math.abs(row[index] ?? 0)), Number.MIN_VALUE);
  for (let sweep = 0, turned = true; sweep < SWEEPS && turned; sweep++) {
    turned = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(matrix[p]?.[q] ?? 0) <= NEGLIGIBLE * scale) continue;
        rotate(matrix, basis, p, q);
        turned = true;
      }
    }
  }
  return matrix
    .map((row, index) => ({ value: row[index] ?? 0, vector: Float64Array.from(basis, (values) => values[index] ?? 0) }))
    .sort((one, other) => other.value - one.value);
}

/** Term numbers with weights, at unit length. */
export interface SparseVector {
  readonly ids: Int32Array;
  readonly weights: Float64Array;
}

/** Drawn beyond the wanted dimensions: they take up what the last rounds have not yet turned away. */
const OVERSAMPLE = 10;
const ROUNDS = 4;

export function dot(one: Float64Array, other: Float64Array): number {
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}

/** Makes the vectors orthogonal and of unit length, in place; twice, since once loses digits. */
function orthonormalise(vectors: readonly Float64Array[]): void {
  vectors.forEach((vector, index) => {
    for (const earlier of [...vectors.slice(0, index), ...vectors.slice(0, index)]) {
      const share = dot(vector, earlier);
      for (let place = 0; place < vector.length; place++)
        vector[place] = (vector[place] ?? 0) - share * (earlier[place] ?? 0);
    }
    const length = Math.sqrt(dot(vector, vector)) || 1;
    for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] ?? 0) / length;
  });
}

function timesRows(rows: readonly SparseVector[], vector: Float64Array): Float64Array {
  return Float64Array.from(rows, ({ ids, weights }) => {
    let product = 0;
    for (let index = 0; index < ids.length; index++) product += (weights[index] ?? 0) * (vector[ids[index] ?? 0] ?? 0);
    return product;
  });
}

function timesColumns(rows: readonly SparseVector[], vector: Float64Array, terms: number): Float64Array {
  const sums = new Float64Array(terms);
  rows.forEach(({ ids, weights }, row) => {
    const share = vector[row] ?? 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? 0;
      sums[id] = (sums[id] ?? 0) + share * (weights[index] ?? 0);
    }
  });
  return sums;
}

/**
 * The directions in the space of terms in which the rows differ most (the right singular vectors), by randomised subspace
 * iteration. Fewer than `dimensions` when there are few rows.
 */
function findDirections(rows: readonly SparseVector[], dimensions: number, terms: number): Float64Array[] {
  const random = seededRandom(1);
  const width = Math.min(rows.length, dimensions + OVERSAMPLE);
  let basis: Float64Array[] = Array.from({ length: width }, () => Float64Array.from(rows, () => random() - 0.5));
  for (let round = 0; round < ROUNDS; round++) {
    orthonormalise(basis);
    basis = basis.map((vector) => timesRows(rows, timesColumns(rows, vector, terms)));
  }
  orthonormalise(basis);
  const images = basis.map((vector) => timesColumns(rows, vector, terms));
  const gram = images.map((one) => Float64Array.from(images, (other) => dot(one, other)));
  return symmetricEigen(gram)
    .slice(0, dimensions)
    .filter(({ value }) => value > 1e-9)
    .map(({ value, vector }) => {
      const direction = new Float64Array(terms);
      images.forEach((image, index) => {
        const share = (vector[index] ?? 0) / Math.sqrt(value);
        for (let term = 0; term < terms; term++) direction[term] = (direction[term] ?? 0) + share * (image[term] ?? 0);
      });
      return direction;
    });
}

/** Numbers, from 0 on, for the terms that at least two examples share: the others can bring no two texts together. */
function numberSharedTerms(examples: readonly SparseVector[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { ids } of examples) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const shared = counts.entries().filter(([, count]) => count > 1);
  return new Map(shared.map(([id], number) => [id, number]));
}

function renumber({ ids, weights }: SparseVector, numbers: ReadonlyMap<number, number>): SparseVector {
  const kept = Array.from(ids, (id, index) => ({ number: numbers.get(id) ?? -1, weight: weights[index] ?? 0 })).filter(
    ({ number }) => number >= 0,
  );
  return {
    ids: Int32Array.from(kept, ({ number }) => number),
    weights: Float64Array.from(kept, ({ weight }) => weight),
  };
}

/**
 * Latent semantic analysis: a vector seen along the main directions of `examples`, at unit length, so that texts about the
 * same thing in other words come near each other. Singular values are kept: rare directions stay small.
 */
function latentSpace(examples: readonly SparseVector[], dimensions: number): (vector: SparseVector) => Float64Array {
  const numbers = numberSharedTerms(examples);
  const known = examples.map((example) => renumber(example, numbers));
  const directions = findDirections(known, dimensions, numbers.size);
  return (vector) => {
    const seen = [renumber(vector, numbers)];
    const latent = Float64Array.from(directions, (direction) => timesRows(seen, direction)[0] ?? 0);
    const length = Math.sqrt(dot(latent, latent)) || 1;
    return latent.map((value) => value / length);
  };
}

/** The vectors as the latent space of `examples` shows them. */
export function latentVectors(
  vectors: readonly SparseVector[],
  examples: readonly SparseVector[],
  dimensions: number,
): Float64Array[] {
  return vectors.map(latentSpace(examples, dimensions));
}
