import { dot } from './latent-space.ts';
import {
  centresOf,
  drawStarts,
  lengthOf,
  type Partition,
  settle,
  sumsOf,
  type WeightedVectors,
} from './spherical-k-means.ts';

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
