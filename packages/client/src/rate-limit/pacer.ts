import { RATE_LIMIT } from '@pain-signals/contract';
import Bottleneck from 'bottleneck';
import { PainClientError, RateLimitedError } from '../http/errors.ts';
import type { RateLimitReport } from '../http/http-client.ts';
import type { Clock } from './clock.ts';
import type { Ledger, SlotResult } from './ledger.ts';
import { createSlots, type PacingOptions, type Priority } from './slots.ts';

export interface Budget {
  calls: number;
  windowMs: number;
  /** Calls that could be made at once by a person. */
  left: number;
  /** Calls that background work could make at once: it leaves some to people, and more where others spend the same budget. */
  leftForBackground: number;
  /** When the next spent call is free again, ms since the epoch; null when none is spent, or those that are, are still under way. */
  nextFreeAt: number | null;
}

export interface Pacer {
  /**
   * Runs `call` when the budget allows it. Throws {@link RateLimitedError} without running it when that would be after
   * `maxWaitMs`; `retryAfterMs` then says when it would have been.
   */
  schedule<T>(priority: Priority, maxWaitMs: number, what: string, call: () => Promise<T>): Promise<T>;
  /** What the service says of its window, which holds the calls of others too. */
  onRateLimitHeaders(window: RateLimitReport): void;
  budget(): Promise<Budget>;
  stop(): Promise<void>;
}

export const resolvePacing = ({ calls, windowMs }: PacingOptions): Required<PacingOptions> => ({
  calls: calls ?? RATE_LIMIT.calls,
  windowMs: windowMs ?? RATE_LIMIT.windowSeconds * 1000,
});

/** More than this many calls in one line is no plan. */
const MAX_QUEUE_LENGTH = 2_000;

/** What to wait when the line is full. */
const FULL_QUEUE_RETRY_MS = 10_000;

export function createPacer(pacing: Required<PacingOptions>, ledger: Ledger, clock: Clock): Pacer {
  let peopleWaiting = 0;
  const slots = createSlots(pacing, ledger, clock, () => peopleWaiting > 0);
  // One line each: a background call that waits for its slot at the head of a common line would hold up the person behind it.
  const lines = { person: createQueue(), background: createQueue() };

  const standInLine = async (priority: Priority, until: number, what: string) => {
    if (priority === 'person') peopleWaiting += 1;
    try {
      return await lines[priority].schedule(() => takeSlot(() => slots.take(priority), clock, until, what));
    } catch (error) {
      throw toQueueError(error, what);
    } finally {
      if (priority === 'person') peopleWaiting -= 1;
    }
  };

  return {
    async schedule(priority, maxWaitMs, what, call) {
      // The line is left as soon as the slot is taken, so calls run side by side.
      const { slot, spent } = await standInLine(priority, clock.now() + maxWaitMs, what);
      slots.begin();
      try {
        return await call();
      } catch (error) {
        if (error instanceof RateLimitedError) await slots.onRateLimited(error, spent);
        throw error;
      } finally {
        slots.end();
        void slot.complete();
      }
    },
    onRateLimitHeaders: (window) => void slots.onRateLimitHeaders(window),
    budget: () => budgetOf(pacing, slots.backgroundLimit(), ledger, clock),
    async stop() {
      await Promise.all(Object.values(lines).map((line) => line.stop({ dropWaitingJobs: true })));
    },
  };
}

/** Waits for a slot, or throws {@link RateLimitedError} as soon as it is known that there will be none in time. */
async function takeSlot(take: () => Promise<SlotResult>, clock: Clock, until: number, what: string) {
  for (;;) {
    const taken = await take();
    if ('slot' in taken) return taken;
    if (clock.now() + taken.waitMs > until) {
      throw new RateLimitedError(`The call budget is spent: ${what}`, Math.ceil(taken.waitMs));
    }
    await clock.sleep(taken.waitMs);
  }
}

async function budgetOf(
  { calls, windowMs }: Required<PacingOptions>,
  backgroundLimit: number,
  ledger: Ledger,
  clock: Clock,
): Promise<Budget> {
  const spent = await ledger.spent();
  const leftOf = (limit: number) => Math.max(0, limit - spent.calls);
  const nextFreeAt = spent.nextFreeInMs === null ? null : clock.now() + spent.nextFreeInMs;
  return { calls, windowMs, left: leftOf(calls), leftForBackground: leftOf(backgroundLimit), nextFreeAt };
}

const createQueue = () =>
  new Bottleneck({ maxConcurrent: 1, highWater: MAX_QUEUE_LENGTH, strategy: Bottleneck.strategy.OVERFLOW });

function toQueueError(error: unknown, what: string): unknown {
  if (!(error instanceof Bottleneck.BottleneckError)) return error;
  return error.message.includes('stopped')
    ? new PainClientError(`The client is closed: ${what}`)
    : new RateLimitedError(`Too many calls wait: ${what}`, FULL_QUEUE_RETRY_MS);
}
