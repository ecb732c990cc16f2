import { CircuitOpenError, ServiceUnavailableError, UnreachableError } from './errors.ts';

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;

/**
 * How long to wait before the next attempt, in milliseconds, or null when another attempt would not help. 5xx and lost
 * connections back off exponentially; full jitter keeps many clients from returning in step. (A 429 is not waited for here but in
 * the line for the budget, which it holds up for everybody.)
 * @param attempt 0 for the first retry
 * @param random in [0, 1)
 */
export function delayBeforeRetry(error: unknown, attempt: number, random: () => number): number | null {
  if (error instanceof CircuitOpenError) return error.retryAfterMs;
  if (error instanceof ServiceUnavailableError || error instanceof UnreachableError) {
    return random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
  }
  return null;
}
