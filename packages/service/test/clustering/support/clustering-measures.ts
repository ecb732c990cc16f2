/** How well a clustering agrees with the truth; both are one label an item, in the same order. */
export interface ClusteringMeasures {
  /** Adjusted Rand index: 1 for the truth itself, about 0 for chance. */
  ari: number;
  /** Mutual information normalised by the mean of the two entropies, 0-1. */
  nmi: number;
  /** The same, normalised by their geometric mean: no less than `nmi`. */
  nmiGeometric: number;
  /** Of the pairs put together, the share that belongs together; 1 when none is put together. */
  pairPrecision: number;
  /** Of the pairs that belong together, the share put together; 1 when none belongs together. */
  pairRecall: number;
}

const pairs = (count: number): number => (count * (count - 1)) / 2;

function countBy(keys: Iterable<string>): number[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** In nats. */
function entropy(counts: readonly number[], total: number): number {
  return -sum(counts.map((count) => (count / total) * Math.log(count / total)));
}

/** Throws RangeError when the two are of different length or empty. */
export function measureClustering(truth: readonly string[], clusters: readonly string[]): ClusteringMeasures {
  if (truth.length !== clusters.length || truth.length === 0) {
    throw new RangeError(`need one cluster for each true label: ${truth.length} labels, ${clusters.length} clusters`);
  }
  const total = truth.length;
  const classes = countBy(truth);
  const groups = countBy(clusters);
  const cells = countBy(truth.map((label, index) => `${label}\n${clusters[index]}`));

  const together = sum(cells.map(pairs));
  const belonging = sum(classes.map(pairs));
  const put = sum(groups.map(pairs));
  const byChance = (belonging * put) / Math.max(1, pairs(total));
  const most = (belonging + put) / 2;

  const classEntropy = entropy(classes, total);
  const groupEntropy = entropy(groups, total);
  const mutual = classEntropy + groupEntropy - entropy(cells, total);
  return {
    ari: most === byChance ? 1 : (together - byChance) / (most - byChance),
    nmi: classEntropy + groupEntropy === 0 ? 1 : (2 * mutual) / (classEntropy + groupEntropy),
    nmiGeometric: classEntropy * groupEntropy === 0 ? 1 : mutual / Math.sqrt(classEntropy * groupEntropy),
    pairPrecision: put === 0 ? 1 : together / put,
    pairRecall: belonging === 0 ? 1 : together / belonging,
  };
}
