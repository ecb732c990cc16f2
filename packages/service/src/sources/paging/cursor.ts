import type { Cursor } from '../feed/source.ts';

/** Search indexes and caches lag behind. A post that shows up later than this is missed. */
const OVERLAP_MS = 10 * 60_000;

/** Where to start: a little before the cursor, because posts can show up late. */
export const overlapStart = ({ since, reached }: Cursor): number => Math.max(since, reached - OVERLAP_MS);

/** Moves the cursor forward, never back: the overlap is read again. */
export const advanceCursor = (cursor: Cursor, reached: number): Cursor => ({
  since: cursor.since,
  reached: Math.max(cursor.reached, reached),
});

/** ISO 8601, UTC, from epoch ms. */
export const isoTime = (at: number): string => new Date(at).toISOString();
/** The same in whole seconds, rounded down, because not every platform parses fractions. */
export const isoSeconds = (at: number): string => isoTime(at).replace(/\.\d+/, '');
export const epochSeconds = (at: number): number => Math.floor(at / 1_000);
