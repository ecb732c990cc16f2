import type { Measures } from '../../packages/service/src/search/measure-signals.ts';
import type { RelevanceModel } from '../../packages/service/src/search/relevance.ts';

/** A signal that was measured for a question. */
export interface Example {
  measures: Measures;
  isRight: boolean;
}

/** Keeps weights small, in units of a measure's standard deviation. */
const PENALTY = 3;
const STEPS = 30;
const DIGITS = 3;

/** Fits a logistic regression by Newton's method. */
export function fitLogistic(examples: readonly Example[]): RelevanceModel {
  const names = Object.keys(examples[0]?.measures ?? {}) as (keyof Measures)[];
  const columns = names.map((name) => standardize(examples.map(({ measures }) => measures[name])));
  const rows = examples.map((_, at) => [1, ...columns.map(({ values }) => values[at] ?? 0)]);
  const fitted = newton(
    rows,
    examples.map(({ isRight }) => (isRight ? 1 : 0)),
  );
  const weights = names.map((name, at) => [name, (fitted[at + 1] ?? 0) / (columns[at]?.deviation ?? 1)] as const);
  const shift = weights.reduce((sum, [, weight], at) => sum + weight * (columns[at]?.mean ?? 0), 0);
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  return {
    bias: rounded((fitted[0] ?? 0) - shift),
    weights: Object.fromEntries(weights.map(([name, weight]) => [name, rounded(weight)])) as unknown as Measures,
  };
}

function standardize(values: readonly number[]): { values: number[]; mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  return { values: values.map((value) => (value - mean) / deviation), mean, deviation };
}

function newton(rows: readonly (readonly number[])[], truth: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0;
  let weights = Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const penalty = (at: number) => (at === 0 ? 0 : PENALTY);
    const gradient = weights.map((weight, at) => penalty(at) * weight);
    const curvature = weights.map((_, at) => weights.map((_, other) => (at === other ? penalty(at) + 1e-9 : 0)));
    for (const [place, row] of rows.entries()) {
      const evidence = row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const likely = 1 / (1 + Math.exp(-evidence));
      for (const [at, value] of row.entries()) {
        gradient[at] = (gradient[at] ?? 0) + (likely - (truth[place] ?? 0)) * value;
        const line = curvature[at] ?? [];
        for (const [other, factor] of row.entries())
          line[other] = (line[other] ?? 0) + likely * (1 - likely) * value * factor;
      }
    }
    const change = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight - (change[at] ?? 0));
  }
  return weights;
}

/** Solves a system of linear equations by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const rest = rows.slice(at).toSorted((one, other) => Math.abs(other[at] ?? 0) - Math.abs(one[at] ?? 0));
    rows.splice(at, rest.length, ...rest);
    const pivot = rows[at] ?? [];
    for (const [place, row] of rows.entries()) {
      if (place === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
