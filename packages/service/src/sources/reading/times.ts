/** ISO 8601, UTC, from epoch ms. */
export const isoTime = (at: number): string => new Date(at).toISOString();
/** The same in whole seconds, rounded down: not every platform reads fractions. */
export const isoSeconds = (at: number): string => isoTime(at).replace(/\.\d+/, '');
export const epochSeconds = (at: number): number => Math.floor(at / 1_000);
