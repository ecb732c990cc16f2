export const DAY_MS = 86_400_000;

/** UTC, YYYY-MM-DD. */
export const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
