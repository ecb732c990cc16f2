import { RATE_LIMITED_RETRY_SECONDS } from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import { type CallWindow, takeCall, USER_LIMIT } from './call-window.ts';

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
