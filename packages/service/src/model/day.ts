export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The instant as ISO 8601 in UTC. */
export const isoInstant = (at: number): string => new Date(at).toISOString();

/** UTC, YYYY-MM-DD. */
export const dayName = (at: number): string => isoInstant(at).slice(0, 10);

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
