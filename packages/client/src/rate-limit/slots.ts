import type { RateLimitedError } from '../http/errors.ts';
import type { RateLimitReport } from '../http/http-client.ts';
import type { Ledger } from './ledger.ts';
import type { Admission, Clock, Priority } from './turn-queue.ts';

export interface PacingOptions {
  /** Calls the service allows in one window. Default 60 (section 8). */
  calls?: number;
  /** Length of the window in ms. Default 60,000. */
  windowMs?: number;
}

export interface CallSlot {
  /** Makes the call; its slot is free one window after the call has ended. */
  use<T>(call: () => Promise<T>): Promise<T>;
  /** No call is made. */
  release(): void;
  /** Calls in this window, this one included. */
  spent: number;
}

/** Background work may spend 50 of 60 calls, so that a person finds a free slot within 2.5 s. */
const BACKGROUND_SHARE = 5 / 6;

/** How often to ask for what a call under way can change at any time. */
const POLL_MS = 20;

/** Who may spend a slot of the ledger now: people always, background work while enough slots are left to people. */
export function createSlots({ calls, windowMs }: Required<PacingOptions>, ledger: Ledger, { now }: Clock) {
  const throttle = createThrottle({ calls, windowMs, now });
  let nextBackgroundAt = 0;
  let underWay = 0;
  /** Reserved slots whose call has not begun: it may be released at any time. */
  let reserved = 0;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  /** What others spent of the service's window, as far as it said so within the last one. */
  let others = { spent: 0, until: 0 };
  let refusedUntil = 0;

  const backgroundLimit = () => Math.max(1, Math.floor(throttle.limit() * BACKGROUND_SHARE));

  const takeForBackground = async (count: number) => {
    // After a pause the first call goes alone: its answer may say how much of the window others have spent.
    if (underWay + reserved > 0 && now() - lastAnswerAt > windowMs) return { waitMs: POLL_MS };
    if (now() < nextBackgroundAt) return { waitMs: nextBackgroundAt - now() };
    const taken = await ledger.take(backgroundLimit(), count);
    // Where others spend much, a burst would fill the service's window and leave nothing to the people of the next minute.
    const isShared = throttle.limit() < calls * BACKGROUND_SHARE;
    if ('slots' in taken && isShared) nextBackgroundAt = now() + windowMs / backgroundLimit();
    return taken;
  };

  return {
    /** Slots for `count` calls, or none. */
    async take(priority: Priority, count: number): Promise<Admission<CallSlot[]>> {
      const taken = await (priority === 'person' ? ledger.take(calls, count) : takeForBackground(count));
      if (!('slots' in taken)) return reserved > 0 ? { waitMs: Math.min(taken.waitMs, POLL_MS) } : taken;
      const { slots, spent } = taken;
      reserved += count;
      const slot = slots.map((each): CallSlot => {
        const use = <T>(call: () => Promise<T>) => {
          reserved -= 1;
          underWay += 1;
          return call().finally(() => {
            underWay -= 1;
            lastAnswerAt = now();
            void each.complete();
          });
        };
        const release = () => {
          reserved -= 1;
          void each.release();
        };
        return { use, release, spent };
      });
      return { slot };
    },
    /** The service answered 429 to the call that was the `spent`th in its window. */
    async onRateLimited({ retryAfterMs }: RateLimitedError, spent: number): Promise<void> {
      throttle.onRateLimited(spent);
      refusedUntil = now() + retryAfterMs;
      await ledger.block(retryAfterMs);
    },
    async onRateLimitHeaders({ limit, remaining }: RateLimitReport): Promise<void> {
      // Our slots are kept longer than the service counts our calls, so this never overestimates the others.
      const spent = Math.max(0, limit - remaining - (await ledger.spent()).calls);
      // The service has not yet counted all calls under way, so this can underestimate the others.
      if (underWay <= 1 || spent > others.spent) others = { spent, until: now() + windowMs };
      if (underWay <= 1 || calls - spent < throttle.limit()) throttle.onOthersSpent(spent);
    },
    /** The calls that the service would still take. @param spent our own in this window */
    left: (spent: number): number =>
      now() < refusedUntil ? 0 : Math.max(0, calls - spent - (now() < others.until ? others.spent : 0)),
    /** How many slots background work may spend. */
    backgroundLimit,
  };
}

/** Calls regained after one window without a 429, four times as many after two: a cautious start and a quick end. */
const REGAINED_IN_FIRST_WINDOW = 1.5;

/**
 * Estimates how much of the budget others leave to us, from the service's headers or else from its 429s, and forgets it with
 * time. It limits background work only: people may always try.
 */
function createThrottle({ calls, windowMs, now }: { calls: number; windowMs: number; now: () => number }) {
  let learned = calls;
  let learnedAt = 0;
  let rateLimitedAt: number[] = [];

  const limit = () => {
    const windows = (now() - learnedAt) / windowMs;
    return Math.min(calls, learned + Math.floor(REGAINED_IN_FIRST_WINDOW * windows ** 2));
  };

  return {
    /** Estimated calls of each window that are ours, 1 to `calls`. */
    limit,
    /** The service said how many calls others spent in this window. */
    onOthersSpent(othersSpent: number): void {
      learned = Math.min(calls, Math.max(1, calls - othersSpent));
      learnedAt = now();
    },
    /** A call was refused while our own calls in the window, the refused one included, were `spent`. */
    onRateLimited(spent: number): void {
      rateLimitedAt = rateLimitedAt.filter((at) => at > now() - windowMs);
      rateLimitedAt.push(now());
      // The service does not count calls it refused, so the rest is what it let through.
      learned = Math.max(1, Math.min(limit(), spent - rateLimitedAt.length));
      learnedAt = now();
    },
  };
}
