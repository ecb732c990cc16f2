const SPARK_LEVELS = '▁▂▃▄▅▆▇█';
const BAR_CELLS = 5;

/** One character per value, oldest first; the tallest is the largest value, or `top` where several share a scale. Nothing at all stays flat. */
export function sparkline(values: readonly number[], top = Math.max(0, ...values)): string {
  if (top === 0) return SPARK_LEVELS.charAt(0).repeat(values.length);
  return values
    .map((value) => SPARK_LEVELS.charAt(value === 0 ? 0 : Math.ceil((value / top) * (SPARK_LEVELS.length - 1))))
    .join('');
}

/** A score of 0-100 as five cells. */
export function scoreBar(score: number): string {
  const full = Math.round((score / 100) * BAR_CELLS);
  return '▰'.repeat(full) + '▱'.repeat(BAR_CELLS - full);
}
