import type { UnavailableError } from './errors.ts';

/** A header of an answer by its lower-case name; null when there is none. */
export type Header = (name: string) => string | null;

/** Numbers above this are timestamps (GitHub, GitLab), smaller ones are seconds from now (Reddit, the IETF draft). */
const SMALLEST_EPOCH_SECONDS = 1_000_000_000;

/**
 * When the platform accepts the next call, epoch ms, from Retry-After and the X-RateLimit or RateLimit headers; null when it
 * does not say that the budget is spent.
 */
export function rateLimitedUntil(header: Header, now: number): number | null {
  const moments = [retryAfter(header('retry-after'), now)];
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    if (Number.parseFloat(header(`${prefix}-remaining`) ?? '') < 1)
      moments.push(resetAt(header(`${prefix}-reset`), now));
  }
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return now + Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date;
}

function resetAt(value: string | null, now: number): number | null {
  const seconds = Number.parseFloat(value ?? '');
  if (Number.isNaN(seconds)) return null;
  return seconds > SMALLEST_EPOCH_SECONDS ? seconds * 1000 : now + seconds * 1000;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** What GitHub asks for when it names no time; other platforms accept less. */
const DEFAULT_RATE_LIMIT_MS = 60_000;

/**
 * How long to wait before the next attempt, ms. Jitter keeps many services from retrying at the same moment.
 * @param attempt 0 for the first retry
 * @param random in [0, 1)
 */
export function delayBeforeRetry(
  { limited, retryAt }: Pick<UnavailableError, 'limited' | 'retryAt'>,
  attempt: number,
  { now, random }: { now: number; random: () => number },
): number {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS) * (0.5 + random() / 2);
  if (retryAt !== null) return Math.max(0, retryAt - now) + backoff;
  return limited ? DEFAULT_RATE_LIMIT_MS + backoff : backoff;
}
