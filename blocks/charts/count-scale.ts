/** A scale from 0 with its middle and its end on round numbers, and nothing between: three labels are read at a glance. */
export interface CountScale {
  max: number;
  interval: number;
}

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

export function countScale(values: readonly (number | null)[]): CountScale {
  const top = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0);
  if (top <= 1) return { max: 1, interval: 1 };
  const power = 10 ** Math.floor(Math.log10(top / 2));
  const interval = power * (ROUND.find((step) => step * power >= top / 2) ?? 10);
  // Half a mention is nobody's.
  const whole = Math.ceil(interval);
  return { max: 2 * whole, interval: whole };
}
