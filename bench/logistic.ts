/** What was measured of one example, whether it is right, and how much it counts: 1 unless said. */
export interface Example<Measure extends string> {
  measures: Readonly<Record<Measure, number>>;
  isRight: boolean;
  weight?: number;
}

export interface LogisticModel<Measure extends string> {
  bias: number;
  weights: Record<Measure, number>;
}

/** Keeps weights small that few examples support, in units of a measure's standard deviation. */
const PENALTY = 3;
const STEPS = 30;
const DIGITS = 3;

/** Fits a logistic regression by Newton's method. The same examples always give the same weights. */
export function fitLogistic<Measure extends string>(examples: readonly Example<Measure>[]): LogisticModel<Measure> {
  const names = Object.keys(examples[0]?.measures ?? {}) as Measure[];
  const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const scales = names.map((name) => {
    const average = (of: (value: number) => number) =>
      examples.reduce((sum, { measures, weight = 1 }) => sum + weight * of(measures[name]), 0) / total;
    const mean = average((value) => value);
    return { name, mean, deviation: Math.sqrt(average((value) => (value - mean) ** 2)) || 1 };
  });
  const [bias = 0, ...slopes] = newton(
    examples.map(({ measures, isRight, weight = 1 }) => ({
      values: [1, ...scales.map(({ name, mean, deviation }) => (measures[name] - mean) / deviation)],
      wanted: isRight ? 1 : 0,
      weight,
    })),
    names.length + 1,
  );
  const weights = scales.map(({ name, deviation }, at) => [name, (slopes[at] ?? 0) / deviation] as const);
  const shift = weights.reduce((sum, [, weight], at) => sum + weight * (scales[at]?.mean ?? 0), 0);
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  return {
    bias: rounded(bias - shift),
    weights: Object.fromEntries(weights.map(([name, weight]) => [name, rounded(weight)])) as Record<Measure, number>,
  };
}

interface Row {
  values: readonly number[];
  wanted: 0 | 1;
  weight: number;
}

function newton(rows: readonly Row[], size: number): number[] {
  let weights = Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const penalty = (at: number) => (at === 0 ? 0 : PENALTY);
    const gradient = weights.map((weight, at) => penalty(at) * weight);
    const curvature = weights.map((_, at) => weights.map((_, other) => (at === other ? penalty(at) + 1e-9 : 0)));
    for (const { values, wanted, weight } of rows) {
      const evidence = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const likely = 1 / (1 + Math.exp(-evidence));
      for (const [at, value] of values.entries()) {
        gradient[at] = (gradient[at] ?? 0) + weight * (likely - wanted) * value;
        const line = curvature[at] ?? [];
        for (const [other, factor] of values.entries())
          line[other] = (line[other] ?? 0) + weight * likely * (1 - likely) * value * factor;
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
