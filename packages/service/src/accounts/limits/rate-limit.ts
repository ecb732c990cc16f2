import { RATE_LIMIT, RATE_LIMITED_RETRY_SECONDS } from '@pain-signals/contract';
import { ServiceError } from '../../model/service-error.ts';

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

/** Counts a call of an account, over all its keys. */
export type RateLimiter = (accountId: string) => Promise<CallWindow>;

/** For one process. Holds no account longer than its window. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const timesOf = new Map<string, number[]>();
  return (accountId) => {
    const { times, window } = takeCall(timesOf.get(accountId) ?? [], now());
    // Taken out and put in again, so that the first one is always the one that has been idle longest.
    timesOf.delete(accountId);
    timesOf.set(accountId, times);
    dropIdle(timesOf, now());
    return Promise.resolve(window);
  };
}

function dropIdle(timesOf: Map<string, number[]>, now: number): void {
  for (const [accountId, times] of timesOf) {
    if ((times.at(-1) ?? 0) > now - USER_LIMIT.windowMs) return;
    timesOf.delete(accountId);
  }
}

/** Where several processes keep the times of an account's calls: one change at a time for each account. */
export interface CallTimes {
  change<Result>(
    accountId: string,
    change: (times: readonly number[]) => { times: number[]; result: Result },
  ): Promise<Result>;
}

/** For several processes that count together. */
export const createSharedRateLimiter =
  (calls: CallTimes, now: () => number): RateLimiter =>
  (accountId) =>
    calls.change(accountId, (kept) => {
      const { times, window } = takeCall(kept, now());
      return { times, result: window };
    });

/** What every answer to an authenticated caller says about its budget. */
export const rateLimitHeaders = ({ remaining, resetMs }: CallWindow): Record<string, string> => ({
  'ratelimit-limit': String(USER_LIMIT.calls),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
});

export const rateLimitedError = (message: string, headers: Record<string, string> = {}): ServiceError =>
  new ServiceError('RATE_LIMITED', message, {
    headers: { ...headers, 'retry-after': String(RATE_LIMITED_RETRY_SECONDS) },
  });
