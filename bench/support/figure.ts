/** The middle one of some measurements: one slow run on a busy machine does not move it. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function printFigure(what: string, measured: string, builtTo: string): void {
  console.log(`${what.padEnd(62)} ${measured.padStart(18)}   (built to: ${builtTo})`);
}
