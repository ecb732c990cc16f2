/** A linear model as it was learned: for each feature pairs of a label and its weight in hundredths. */
export interface Model {
  labels: readonly string[];
  weights: Readonly<Record<string, readonly number[]>>;
}

export interface Label {
  label: string;
  probability: number;
}

/** What each label's weights sum up to. */
export function scoresOf({ labels, weights }: Model, features: Iterable<string>): number[] {
  const sums = labels.map(() => 0);
  for (const feature of new Set(features)) {
    const pairs = Object.hasOwn(weights, feature) ? (weights[feature] ?? []) : [];
    for (let at = 0; at < pairs.length; at += 2) {
      const label = pairs[at] ?? 0;
      sums[label] = (sums[label] ?? 0) + (pairs[at + 1] ?? 0) / 100;
    }
  }
  return sums;
}

/** Of scores that are logarithms. */
export function probabilitiesOf(scores: readonly number[]): number[] {
  const most = scores.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const total = scores.reduce((sum, each) => sum + Math.exp(each - most), 0);
  return scores.map((each) => Math.exp(each - most) / total);
}

/** The labels with their probabilities, most probable first. */
export function classify(model: Model, features: Iterable<string>): Label[] {
  const probabilities = probabilitiesOf(scoresOf(model, features));
  return model.labels
    .map((label, at) => ({ label, probability: probabilities[at] ?? 0 }))
    .sort((one, other) => other.probability - one.probability);
}
