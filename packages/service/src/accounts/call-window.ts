import { RATE_LIMIT } from '@pain-signals/contract';

export interface Limit {
  calls: number;
  windowMs: number;
}

/** Section 8 of the interface: 60 in any 60 seconds. */
export const USER_LIMIT: Limit = { calls: RATE_LIMIT.calls, windowMs: RATE_LIMIT.windowSeconds * 1000 };

export interface CallWindow {
  /** Whether this call may be made. A refused one is not counted, so asking again does not prolong the wait. */
  taken: boolean;
  remaining: number;
  /** Milliseconds until the oldest call leaves the window; 0 when there is none. */
  resetMs: number;
}

/** Calls at these times, ms, oldest first, stand in the window that ends now. A time to come is of a clock since set back. */
export const callsInWindow = (times: readonly number[], now: number, { windowMs }: Limit): number[] =>
  times.filter((time) => time > now - windowMs && time <= now);

/** Counts one more call at `now` if the limit allows it; answers the times to keep with what to tell the caller. */
export function takeCall(
  times: readonly number[],
  now: number,
  limit: Limit = USER_LIMIT,
): { times: number[]; window: CallWindow } {
  const within = callsInWindow(times, now, limit);
  const taken = within.length < limit.calls;
  if (taken) within.push(now);
  const oldest = within[0];
  return {
    times: within,
    window: {
      taken,
      remaining: limit.calls - within.length,
      resetMs: oldest === undefined ? 0 : oldest + limit.windowMs - now,
    },
  };
}
