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

const lengthOf = (vector: Float64Array): number => Math.sqrt(dot(vector, vector));

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
function drawStarts({ vectors, weights }: WeightedVectors, count: number, random: () => number): Float64Array[] {
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
function sumsOf({ vectors, weights }: WeightedVectors, groups: Int32Array, count: number): Float64Array[] {
  const sums = Array.from({ length: count }, () => new Float64Array(vectors[0]?.length ?? 0));
  vectors.forEach((vector, item) => {
    const sum = sums[groups[item] ?? 0];
    const weight = weights[item] ?? 0;
    if (sum === undefined) return;
    for (let index = 0; index < vector.length; index++) sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0);
  });
  return sums;
}

function centresOf(sums: readonly Float64Array[]): Float64Array[] {
  return sums.map((sum) => {
    const length = lengthOf(sum) || 1;
    return sum.map((value) => value / length);
  });
}

/** Spherical k-means from these centres on: rounds of putting each vector to the nearest centre, until none moves. */
function settle(items: WeightedVectors, starts: readonly Float64Array[]): Partition {
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

/** Tries from different starts; the one whose groups are tightest stands. */
const STARTS = 5;

/** Tries at a group's best two halves. */
const HALVINGS = 2;
const MOST_SWAPS = 50;

/** A swap must tighten the whole by more than rounding does, as a share of it. */
const LEAST_GAIN = 1e-6;

interface Halves {
  group: number;
  /** The items of the half that leaves. */
  leaving: number[];
  gain: number;
}

function halve(
  { vectors, weights }: WeightedVectors,
  { groups, sums }: Partition,
  group: number,
  random: () => number,
): Halves {
  const members = Array.from(groups.keys()).filter((item) => groups[item] === group);
  const own = {
    vectors: members.flatMap((item) => vectors[item] ?? []),
    weights: members.map((item) => weights[item] ?? 0),
  };
  const whole = lengthOf(sums[group] ?? new Float64Array());
  let best: Halves = { group, leaving: [], gain: 0 };
  for (let halving = 0; halving < HALVINGS && members.length > 1; halving++) {
    const halves = settle(own, drawStarts(own, 2, random));
    const gain = halves.tightness - whole;
    if (gain > best.gain) best = { group, leaving: members.filter((_, place) => halves.groups[place] === 1), gain };
  }
  return best;
}

interface Join {
  one: number;
  other: number;
  loss: number;
}

function joinsOf({ sums }: Partition): Join[] {
  const lengths = sums.map(lengthOf);
  return sums
    .flatMap((sum, one) =>
      sums.slice(0, one).map((earlier, other) => {
        const joined = Math.sqrt(dot(sum, sum) + 2 * dot(sum, earlier) + dot(earlier, earlier));
        return { one, other, loss: (lengths[one] ?? 0) + (lengths[other] ?? 0) - joined };
      }),
    )
    .sort((a, b) => a.loss - b.loss);
}

/** Joins two groups and halves a third in their place, where that tightens the whole most; null where nothing does. */
function swap(items: WeightedVectors, before: Partition, random: () => number): Partition | null {
  const joins = joinsOf(before);
  let most = LEAST_GAIN * before.tightness;
  let groups: Int32Array | null = null;
  for (const group of before.sums.keys()) {
    const { leaving, gain } = halve(items, before, group, random);
    const join = joins.find(({ one, other }) => one !== group && other !== group);
    if (join === undefined || gain - join.loss <= most) continue;
    most = gain - join.loss;
    groups = before.groups.map((own) => (own === join.one ? join.other : own));
    for (const item of leaving) groups[item] = join.one;
  }
  if (groups === null) return null;
  const sums = sumsOf(items, groups, before.sums.length);
  return settle(items, centresOf(sums));
}

/**
 * Parts items into a given number of groups by spherical k-means, each item counting by its weight. Where the rounds come to rest
 * depends on their start, with one group over two topics and two over another: such groups are swapped while that tightens the whole.
 */
export function partition(items: WeightedVectors, count: number, random: () => number): Int32Array {
  let best: Partition | null = null;
  for (let start = 0; start < STARTS; start++) {
    let settled = settle(items, drawStarts(items, count, random));
    for (let swaps = 0; swaps < MOST_SWAPS; swaps++) {
      const better = swap(items, settled, random);
      if (better === null) break;
      settled = better;
    }
    if (best === null || settled.tightness > best.tightness) best = settled;
  }
  return best?.groups ?? new Int32Array(items.vectors.length);
}

/** Mean cosine of the pairs of two sets of items, each item counting by its weight; 0-1. */
export function meanCosine(
  { vectors, weights }: WeightedVectors,
  ones: readonly number[],
  others: readonly number[],
): number {
  const centre = (items: readonly number[]) => {
    const own = {
      vectors: items.flatMap((item) => vectors[item] ?? []),
      weights: items.map((item) => weights[item] ?? 0),
    };
    const total = own.weights.reduce((sum, weight) => sum + weight, 0);
    return (sumsOf(own, new Int32Array(items.length), 1)[0] ?? new Float64Array()).map((value) => value / total);
  };
  return Math.max(0, dot(centre(ones), centre(others)));
}
