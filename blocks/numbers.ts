const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 1,234 and 1.2M: exact while that is still read at a glance. */
export function showCount(count: number): string {
  // Most are that small, and the formatter takes longer than all the rest of a row.
  if (Number.isInteger(count) && count > -1_000 && count < 1_000) return String(count);
  return Math.abs(count) < 100_000 ? exact.format(count) : short.format(count);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}

/** A score of 0-100 without decimals. */
export function showScore(score: number): string {
  return showCount(Math.round(score));
}

/** 0.5 as `50%`; the sign is the caller's to say in words or by an arrow. */
export function showPercent(ratio: number): string {
  return `${showCount(Math.round(ratio * 100))}%`;
}
