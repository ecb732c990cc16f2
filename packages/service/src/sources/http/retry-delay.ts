import type { UnavailableError } from './errors.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** What GitHub asks for where it names no time; the others are content with less. */
const DEFAULT_RATE_LIMIT_MS = 60_000;

/**
 * How long to wait before the next attempt, ms. Jitter keeps many services from coming back in step.
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
