import { RATE_LIMIT } from '@pain-signals/contract';
import { PainClientError, RateLimitedError } from '../http/errors.ts';
import type { RateLimitReport } from '../http/http-client.ts';
import type { Ledger } from './ledger.ts';
import { type CallSlot, createSlots, type PacingOptions } from './slots.ts';
import type { Clock } from './turn-queue.ts';
import { createTurnQueue, type Priority, QueueRefusal } from './turn-queue.ts';

/** What is left of a key's calls. */
export interface Budget {
  /** Calls that the service allows in one window. */
  calls: number;
  windowMs: number;
  /** Calls that a person could make now, by the service's own count where it says so. */
  left: number;
  /** Calls that background work could make now: fewer, because some are kept for people and some are spent by others. */
  leftForBackground: number;
  /** When the next slot is free, ms since the epoch; null when all are free, or when all calls are still under way. */
  nextFreeAt: number | null;
}

export interface Turn {
  priority: Priority;
  maxWaitMs: number;
  /** "METHOD path", for errors. */
  what: string;
  group?: CallGroup | undefined;
}

export const resolvePacing = ({ calls, windowMs }: PacingOptions): Required<PacingOptions> => ({
  calls: calls ?? RATE_LIMIT.calls,
  windowMs: windowMs ?? RATE_LIMIT.windowSeconds * 1000,
});

export function createPacer({ calls, windowMs }: Required<PacingOptions>, ledger: Ledger, clock: Clock) {
  const slots = createSlots({ calls, windowMs }, ledger, clock);
  const queue = createTurnQueue(clock);

  return {
    /**
     * Makes `call` when the budget allows it. Throws {@link RateLimitedError} without making it when that would be later than in
     * `maxWaitMs`; its `retryAfterMs` says when to come again.
     */
    async schedule<T>({ priority, maxWaitMs, what, group }: Turn, call: () => Promise<T>): Promise<T> {
      const reserve = (count: number) =>
        queue
          .take(() => slots.take(priority, count), { priority, maxWaitMs })
          .catch((error: unknown) => {
            throw error instanceof QueueRefusal ? clientError(error, what) : error;
          });
      const [slot] = [(await group?.next(reserve)) ?? (await reserve(1))].flat();
      if (slot === undefined) throw new Error(`No slot was given: ${what}`);
      try {
        return await slot.use(call);
      } catch (error) {
        if (error instanceof RateLimitedError) await slots.onRateLimited(error, slot.spent);
        throw error;
      }
    },
    /** For the calls of one answer, so that it is made whole or not at all. */
    group: (wanted: number): CallGroup => createCallGroup(Math.min(wanted, calls)),
    /** The service's count of the window, which includes the calls of others. */
    onRateLimitHeaders: (window: RateLimitReport): void => void slots.onRateLimitHeaders(window),
    async budget(): Promise<Budget> {
      const spent = await ledger.spent();
      const leftOf = (limit: number) => Math.max(0, limit - spent.calls);
      const nextFreeAt = spent.nextFreeInMs === null ? null : clock.now() + spent.nextFreeInMs;
      const leftForBackground = leftOf(slots.backgroundLimit());
      return { calls, windowMs, left: slots.left(spent.calls), leftForBackground, nextFreeAt };
    },
    stop: queue.close,
  };
}

export type Pacer = ReturnType<typeof createPacer>;

function createCallGroup(calls: number) {
  let reserved: Promise<CallSlot[]> | null = null;
  return {
    /** Null when all reserved slots are used. */
    async next(reserve: (count: number) => Promise<CallSlot[]>): Promise<CallSlot | null> {
      reserved ??= reserve(calls);
      return (await reserved).pop() ?? null;
    },
    /** Frees the slots of calls that were not made. */
    release(): void {
      reserved?.then(
        (slots) => {
          for (const slot of slots.splice(0)) slot.release();
        },
        () => undefined,
      );
    },
  };
}

/** Reserves the slots of all its calls when the first one is made; calls beyond that number take slots of their own. */
export type CallGroup = ReturnType<typeof createCallGroup>;

function clientError({ reason, retryAfterMs }: QueueRefusal, what: string): PainClientError {
  if (reason === 'closed') return new PainClientError(`The client is closed: ${what}`);
  const says = reason === 'full' ? 'Too many calls wait' : 'The call budget is spent';
  return new RateLimitedError(`${says}: ${what}`, retryAfterMs);
}
