import type { Measures } from './measure-signals.ts';
import learned from './relevance.json' with { type: 'json' };

/** Weights of a logistic regression, learned by `bench/relevance/learn.ts`. */
export interface RelevanceModel {
  weights: Measures;
  bias: number;
}

const MODEL: RelevanceModel = learned;

/** The probability that a signal answers the question it was measured for: that three in ten of its posts or more are about it. */
export function relevanceOf(measures: Measures, { weights, bias }: RelevanceModel = MODEL): number {
  const evidence = (Object.keys(weights) as (keyof Measures)[]).reduce(
    (sum, measure) => sum + weights[measure] * measures[measure],
    bias,
  );
  return 1 / (1 + Math.exp(-evidence));
}
