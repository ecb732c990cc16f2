import { dot } from './latent-space.ts';

const ROUNDS = 50;

/** Vectors of unit length. */
export interface WeightedVectors {
  vectors: readonly Float64Array[];
  weights: readonly number[];
}

export interface Partition {
  /** Group of each item, by number. */
  groups: Int32Array;
  /** Weighted sum of each group's vectors. */
  sums: Float64Array[];
  /** Weighted sum of each item's cosine to its group's centre: the more, the tighter. */
  tightness: number;
}

export const lengthOf = (vector: Float64Array): number => Math.sqrt(dot(vector, vector));

interface Placed {
  group: number;
  cosine: number;
}

function nearest(vector: Float64Array, centres: readonly Float64Array[]): Placed {
  let group = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < centres.length; index++) {
    const cosine = dot(vector, centres[index] ?? vector);
    if (cosine > most) [group, most] = [index, cosine];
  }
  return { group, cosine: most };
}

/** A group that lost all its items takes the one that is farthest from the centre of its own, so that there are always as many. */
function fillEmpty(placed: Placed[], count: number): void {
  const sizes = new Int32Array(count);
  for (const { group } of placed) sizes[group] = (sizes[group] ?? 0) + 1;
  for (const [group, size] of sizes.entries()) {
    if (size > 0) continue;
    let farthest: Placed | null = null;
    for (const item of placed)
      if ((sizes[item.group] ?? 0) > 1 && item.cosine < (farthest?.cosine ?? Number.POSITIVE_INFINITY)) farthest = item;
    if (farthest === null) return;
    sizes[farthest.group] = (sizes[farthest.group] ?? 0) - 1;
    sizes[group] = 1;
    Object.assign(farthest, { group, cosine: 1 });
  }
}

/** A number drawn by the shares at each. */
function drawIndex(shares: Float64Array, random: () => number): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    left -= share;
    if (left < 0) return index;
  }
  return 0;
}

/** Starts far from one another: each next start is drawn by how far an item is from those drawn before (k-means++). */
export function drawStarts({ vectors, weights }: WeightedVectors, count: number, random: () => number): Float64Array[] {
  const starts: Float64Array[] = [];
  const far = Float64Array.from(weights);
  while (starts.length < count) {
    const start = vectors[drawIndex(far, random)] ?? new Float64Array();
    starts.push(start);
    vectors.forEach((vector, item) => {
      const distance = (weights[item] ?? 0) * Math.max(0, 1 - dot(vector, start));
      far[item] = Math.min(far[item] ?? 0, distance);
    });
  }
  return starts;
}

/** Weighted sums of the vectors of each of `count` groups. */
export function sumsOf({ vectors, weights }: WeightedVectors, groups: Int32Array, count: number): Float64Array[] {
  const sums = Array.from({ length: count }, () => new Float64Array(vectors[0]?.length ?? 0));
  vectors.forEach((vector, item) => {
    const sum = sums[groups[item] ?? 0];
    const weight = weights[item] ?? 0;
    if (sum === undefined) return;
    for (let index = 0; index < vector.length; index++) sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0);
  });
  return sums;
}

export function centresOf(sums: readonly Float64Array[]): Float64Array[] {
  return sums.map((sum) => {
    const length = lengthOf(sum) || 1;
    return sum.map((value) => value / length);
  });
}

/** Spherical k-means from these centres on: rounds of putting each vector to the nearest centre, until none moves. */
export function settle(items: WeightedVectors, starts: readonly Float64Array[]): Partition {
  let groups = new Int32Array(items.vectors.length).fill(-1);
  let centres = starts;
  for (let round = 0; ; round++) {
    const placed = items.vectors.map((vector) => nearest(vector, centres));
    fillEmpty(placed, centres.length);
    const isSettled = round === ROUNDS || placed.every(({ group }, item) => group === groups[item]);
    groups = Int32Array.from(placed, ({ group }) => group);
    const sums = sumsOf(items, groups, centres.length);
    if (isSettled) return { groups, sums, tightness: sums.reduce((tightness, sum) => tightness + lengthOf(sum), 0) };
    centres = centresOf(sums);
  }
}
