import { RATE_LIMIT, RATE_LIMITED_RETRY_SECONDS } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../model/service-error.ts';

/** Section 8 of the interface: 60 in any 60 seconds. */
export const USER_LIMIT = { calls: RATE_LIMIT.calls, windowMs: RATE_LIMIT.windowSeconds * 1000 };

export interface CallWindow {
  /** Whether the call is allowed. A rejected call is not counted, so retrying does not prolong the wait. */
  taken: boolean;
  remaining: number;
  /** Milliseconds until the oldest call leaves the window; 0 when there is none. */
  resetMs: number;
}

/** Counts a call at `now` if the limit allows it; `times` are ms, oldest first. Returns the times to keep and the window for the caller. */
export function takeCall(times: readonly number[], now: number): { times: number[]; window: CallWindow } {
  // Drops future times, left by a clock that was set back.
  const recent = times.filter((time) => time > now - USER_LIMIT.windowMs && time <= now);
  const taken = recent.length < USER_LIMIT.calls;
  if (taken) recent.push(now);
  const oldest = recent[0];
  return {
    times: recent,
    window: {
      taken,
      remaining: USER_LIMIT.calls - recent.length,
      resetMs: oldest === undefined ? 0 : oldest + USER_LIMIT.windowMs - now,
    },
  };
}

/** Counts a call of an account, across all its keys. */
export type RateLimiter = (accountId: string) => Promise<CallWindow>;

/** Accounts that one process counts in memory; more than call it within a window. */
const MAX_ACCOUNTS = 10_000;

/** For a single process. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const timesOf = new LRUCache<string, number[]>({ max: MAX_ACCOUNTS });
  return (accountId) => {
    const { times, window } = takeCall(timesOf.get(accountId) ?? [], now());
    timesOf.set(accountId, times);
    return Promise.resolve(window);
  };
}

/** The call times of accounts, shared by several processes. Changes of one account run one at a time. `at`: a time that all share. */
export interface CallTimes {
  change<Result>(
    accountId: string,
    change: (times: readonly number[], at: number | null) => { times: number[]; result: Result },
  ): Promise<Result>;
}

/**
 * For several processes that share one count. One account asks the database one call at a time, and not at all until a call may be
 * allowed again: one sender without end would take all its connections.
 */
export function createSharedRateLimiter(calls: CallTimes, now: () => number): RateLimiter {
  const refusedUntil = new LRUCache<string, number>({ max: MAX_ACCOUNTS });
  const lastTurns = new Map<string, Promise<CallWindow>>();

  const count = async (accountId: string): Promise<CallWindow> => {
    const resetMs = (refusedUntil.get(accountId) ?? 0) - now();
    // Longer than a window after the clock was set back.
    if (resetMs > 0 && resetMs <= USER_LIMIT.windowMs) return { taken: false, remaining: 0, resetMs };
    const window = await calls.change(accountId, (kept, at) => {
      const { times, window } = takeCall(kept, at ?? now());
      return { times, result: window };
    });
    if (!window.taken) refusedUntil.set(accountId, now() + window.resetMs);
    return window;
  };
  return (accountId) => {
    const before = lastTurns.get(accountId) ?? Promise.resolve();
    const turn = before.then(
      () => count(accountId),
      () => count(accountId),
    );
    lastTurns.set(accountId, turn);
    return turn.finally(() => {
      if (lastTurns.get(accountId) === turn) lastTurns.delete(accountId);
    });
  };
}

/** The rate-limit headers of every response to an authenticated caller. */
export const rateLimitHeaders = ({ remaining, resetMs }: CallWindow): Record<string, string> => ({
  'ratelimit-limit': String(USER_LIMIT.calls),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
});

export const rateLimitedError = (message: string, headers: Record<string, string> = {}): ServiceError =>
  new ServiceError('RATE_LIMITED', message, {
    headers: { ...headers, 'retry-after': String(RATE_LIMITED_RETRY_SECONDS) },
  });
