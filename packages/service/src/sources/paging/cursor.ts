import type { Cursor } from '../feed/source.ts';

/** Search indexes and caches lag behind; what shows up later than this is missed. */
const OVERLAP_MS = 10 * 60_000;

/** Where to begin reading: a little before the cursor, for what was made then and shown later. */
export const overlapStart = ({ since, reached }: Cursor): number => Math.max(since, reached - OVERLAP_MS);

/** The cursor moved on; never back, since an overlap is read again. */
export const advanceCursor = (cursor: Cursor, reached: number): Cursor => ({
  since: cursor.since,
  reached: Math.max(cursor.reached, reached),
});

/** ISO 8601, UTC, from epoch ms. */
export const isoTime = (at: number): string => new Date(at).toISOString();
/** The same in whole seconds, rounded down: not every platform reads fractions. */
export const isoSeconds = (at: number): string => isoTime(at).replace(/\.\d+/, '');
export const epochSeconds = (at: number): number => Math.floor(at / 1_000);
