/** Tries from different starts; the one whose groups are tightest stands. */
const STARTS = 10;
const ROUNDS = 50;

interface Partition {
  /** Group of each item, by number. */
  groups: Int32Array;
  /** Weighted sum of each item's cosine to its group's centre: the more, the tighter. */
  tightness: number;
}

interface Items {
  vectors: readonly Float64Array[];
  weights: readonly number[];
}

function dot(one: Float64Array, other: Float64Array): number {
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}

function nearest(vector: Float64Array, centres: readonly Float64Array[]): { group: number; cosine: number } {
  let group = 0;
  let cosine = Number.NEGATIVE_INFINITY;
  centres.forEach((centre, index) => {
    const product = dot(vector, centre);
    if (product > cosine) [group, cosine] = [index, product];
  });
  return { group, cosine };
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
function drawStarts({ vectors, weights }: Items, count: number, random: () => number): Float64Array[] {
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

function centresOf({ vectors, weights }: Items, groups: Int32Array, before: readonly Float64Array[]): Float64Array[] {
  const sums = before.map((centre) => new Float64Array(centre.length));
  vectors.forEach((vector, item) => {
    const sum = sums[groups[item] ?? 0];
    if (sum === undefined) return;
    for (let index = 0; index < vector.length; index++) {
      sum[index] = (sum[index] ?? 0) + (weights[item] ?? 0) * (vector[index] ?? 0);
    }
  });
  return sums.map((sum, group) => {
    const length = Math.sqrt(dot(sum, sum));
    // A group that lost all its items stays where it was.
    return length === 0 ? (before[group] ?? sum) : sum.map((value) => value / length);
  });
}

function settle(items: Items, starts: readonly Float64Array[]): Partition {
  const groups = new Int32Array(items.vectors.length).fill(-1);
  let centres = [...starts];
  for (let round = 0; ; round++) {
    let moved = 0;
    let tightness = 0;
    items.vectors.forEach((vector, item) => {
      const { group, cosine } = nearest(vector, centres);
      if (groups[item] !== group) moved += 1;
      groups[item] = group;
      tightness += (items.weights[item] ?? 0) * cosine;
    });
    if (moved === 0 || round === ROUNDS) return { groups, tightness };
    centres = centresOf(items, groups, centres);
  }
}

/**
 * Parts items into a given number of groups by spherical k-means, each item counting by its weight. Vectors have unit length.
 * Answers the group of each item, by number.
 */
export function partition(items: Items, count: number, random: () => number): Int32Array {
  let best: Partition = { groups: new Int32Array(items.vectors.length), tightness: Number.NEGATIVE_INFINITY };
  for (let start = 0; start < STARTS; start++) {
    const settled = settle(items, drawStarts(items, count, random));
    if (settled.tightness > best.tightness) best = settled;
  }
  return best.groups;
}
