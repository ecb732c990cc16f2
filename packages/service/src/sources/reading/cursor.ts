import type { Cursor } from '../source.ts';

/** Search indexes and caches lag behind; what shows up later than this is missed. */
const OVERLAP_MS = 10 * 60_000;

/** Where to begin reading: a little before the cursor, for what was made then and shown later. */
export const overlapStart = ({ since, reached }: Cursor): number => Math.max(since, reached - OVERLAP_MS);

/** The cursor moved on; never back, since an overlap is read again. */
export const advanceCursor = (cursor: Cursor, reached: number): Cursor => ({
  since: cursor.since,
  reached: Math.max(cursor.reached, reached),
});
