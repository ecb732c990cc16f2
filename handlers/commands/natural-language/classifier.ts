/** A linear classifier as it was learned: for each feature pairs of a label and its weight in hundredths. */
export interface Model {
  labels: readonly string[];
  weights: Readonly<Record<string, readonly number[]>>;
}

export interface Label {
  label: string;
  probability: number;
}

/** The labels with their probabilities, most probable first. */
export function classify({ labels, weights }: Model, features: Iterable<string>): Label[] {
  const sums = labels.map(() => 0);
  for (const feature of new Set(features)) {
    const pairs = Object.hasOwn(weights, feature) ? (weights[feature] ?? []) : [];
    for (let at = 0; at < pairs.length; at += 2) {
      const label = pairs[at] ?? 0;
      sums[label] = (sums[label] ?? 0) + (pairs[at + 1] ?? 0) / 100;
    }
  }
  const most = Math.max(...sums);
  const total = sums.reduce((sum, each) => sum + Math.exp(each - most), 0);
  return labels
    .map((label, at) => ({ label, probability: Math.exp((sums[at] ?? 0) - most) / total }))
    .sort((one, other) => other.probability - one.probability);
}
