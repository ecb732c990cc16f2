import { RATE_LIMIT } from '@pain-signals/contract';
import { PainClientError, RateLimitedError } from '../http/errors.ts';
import type { RateLimitReport } from '../http/http-client.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { createSlots, type PacingOptions } from './slots.ts';
import { createTurnQueue, type Priority, QueueRefusal } from './turn-queue.ts';

/** What is left of a key's calls. */
export interface Budget {
  /** Calls that the service allows in one window. */
  calls: number;
  windowMs: number;
  /** Calls that a person could make now. */
  left: number;
  /** Calls that background work could make now: fewer, because some are kept for people and some are spent by others. */
  leftForBackground: number;
  /** When the next slot is free, ms since the epoch; null when all are free, or when all calls are still under way. */
  nextFreeAt: number | null;
}

export interface Pacer {
  /**
   * Makes `call` when the budget allows it. Throws {@link RateLimitedError} without making it when that would be later than in
   * `maxWaitMs`; its `retryAfterMs` says when to come again.
   */
  schedule<T>(priority: Priority, maxWaitMs: number, what: string, call: () => Promise<T>): Promise<T>;
  /** The service's count of the window, which includes the calls of others. */
  onRateLimitHeaders(window: RateLimitReport): void;
  budget(): Promise<Budget>;
  stop(): Promise<void>;
}

export const resolvePacing = ({ calls, windowMs }: PacingOptions): Required<PacingOptions> => ({
  calls: calls ?? RATE_LIMIT.calls,
  windowMs: windowMs ?? RATE_LIMIT.windowSeconds * 1000,
});

export function createPacer({ calls, windowMs }: Required<PacingOptions>, ledger: Ledger, clock: Clock): Pacer {
  const slots = createSlots({ calls, windowMs }, ledger, clock);
  const queue = createTurnQueue(clock);

  return {
    async schedule(priority, maxWaitMs, what, call) {
      const slot = await queue
        .take(() => slots.take(priority), { priority, maxWaitMs })
        .catch((error: unknown) => {
          throw error instanceof QueueRefusal ? clientError(error, what) : error;
        });
      try {
        return await slot.use(call);
      } catch (error) {
        if (error instanceof RateLimitedError) await slots.onRateLimited(error, slot.spent);
        throw error;
      }
    },
    onRateLimitHeaders: (window) => void slots.onRateLimitHeaders(window),
    async budget() {
      const spent = await ledger.spent();
      const leftOf = (limit: number) => Math.max(0, limit - spent.calls);
      const nextFreeAt = spent.nextFreeInMs === null ? null : clock.now() + spent.nextFreeInMs;
      const leftForBackground = leftOf(slots.backgroundLimit());
      return { calls, windowMs, left: leftOf(calls), leftForBackground, nextFreeAt };
    },
    stop: queue.close,
  };
}

function clientError({ reason, retryAfterMs }: QueueRefusal, what: string): PainClientError {
  if (reason === 'closed') return new PainClientError(`The client is closed: ${what}`);
  const says = reason === 'full' ? 'Too many calls wait' : 'The call budget is spent';
  return new RateLimitedError(`${says}: ${what}`, retryAfterMs);
}
