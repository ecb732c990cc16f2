import type { RateLimitedError } from '../http/errors.ts';
import type { RateLimitReport } from '../http/http-client.ts';
import type { Clock } from './clock.ts';
import type { Ledger, SlotResult } from './ledger.ts';

/** Who waits for the answer: a person is served before background work, which may not spend the whole budget. */
export type Priority = 'person' | 'background';

export interface PacingOptions {
  /** Calls the service allows in one window. Default 60 (section 8). */
  calls?: number;
  /** Length of the window in ms. Default 60,000. */
  windowMs?: number;
}

/** Who may have a slot of the ledger now: people always, background work where it leaves enough to them. */
export interface Slots {
  take(priority: Priority): Promise<SlotResult>;
  /** A call has its slot and is sent. */
  begin(): void;
  end(): void;
  /** The call that was the `spent`th in its window met a 429. */
  onRateLimited(error: RateLimitedError, spent: number): Promise<void>;
  onRateLimitHeaders(window: RateLimitReport): Promise<void>;
  backgroundLimit(): number;
}

/** Of 60 calls background work may spend 50: a person who comes along must find a free slot within 2.5 s. */
const BACKGROUND_SHARE = 5 / 6;

/** How often background work looks whether it may go on. */
const YIELD_MS = 20;

export function createSlots(
  { calls, windowMs }: Required<PacingOptions>,
  ledger: Ledger,
  { now }: Clock,
  mustYield: () => boolean,
): Slots {
  const throttle = createThrottle({ calls, windowMs, now });
  let nextBackgroundAt = 0;
  let underWay = 0;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;

  const backgroundLimit = () => Math.max(1, Math.floor(throttle.limit() * BACKGROUND_SHARE));

  const takeForBackground = async () => {
    // After a silence the first call goes alone: its answer may say how much of the window others have spent.
    const isProbing = underWay > 0 && now() - lastAnswerAt > windowMs;
    if (mustYield() || isProbing) return { waitMs: YIELD_MS };
    if (now() < nextBackgroundAt) return { waitMs: nextBackgroundAt - now() };
    const taken = await ledger.take(backgroundLimit());
    // Where others spend much, a burst would fill the service's window and leave nothing to the people of the next minute.
    const isShared = throttle.limit() < calls * BACKGROUND_SHARE;
    if ('slot' in taken && isShared) nextBackgroundAt = now() + windowMs / backgroundLimit();
    return taken;
  };

  return {
    take: (priority) => (priority === 'person' ? ledger.take(calls) : takeForBackground()),
    begin() {
      underWay += 1;
    },
    end() {
      underWay -= 1;
      lastAnswerAt = now();
    },
    async onRateLimited({ retryAfterMs }, spent) {
      throttle.onRateLimited(spent);
      await ledger.block(retryAfterMs);
    },
    async onRateLimitHeaders({ limit, remaining }) {
      // Ours are counted a little longer than the service counts them, so the others are never overrated.
      const others = Math.max(0, limit - remaining - (await ledger.spent()).calls);
      // The service has not counted all that are under way, so that the others seem to spend less than they do.
      if (underWay <= 1 || calls - others < throttle.limit()) throttle.onOthersSpent(others);
    },
    backgroundLimit,
  };
}

/**
 * Learns how much of the budget others leave us: from what the service says, else from its 429s, and then forgets it again. It binds background work alone: people may
 * always try, and find room because background work stays below what is left.
 */
export interface Throttle {
  /** A call was refused while our own calls in the window, the refused one included, were `spent`. */
  onRateLimited(spent: number): void;
  /** The service said that others spent so many calls in this window. */
  onOthersSpent(othersSpent: number): void;
  /** How many calls of each window are thought to be ours, at most `calls`. */
  limit(): number;
}

/** Calls regained after one window without a refusal, four times as many after two: a cautious start and a quick end. */
const REGAINED_IN_FIRST_WINDOW = 1.5;

function createThrottle({ calls, windowMs, now }: { calls: number; windowMs: number; now: () => number }): Throttle {
  let learned = calls;
  let learnedAt = 0;
  let refusals: number[] = [];

  const limit = () => {
    const windows = (now() - learnedAt) / windowMs;
    return Math.min(calls, learned + Math.floor(REGAINED_IN_FIRST_WINDOW * windows ** 2));
  };

  return {
    limit,
    onOthersSpent(othersSpent) {
      learned = Math.min(calls, Math.max(1, calls - othersSpent));
      learnedAt = now();
    },
    onRateLimited(spent) {
      refusals = refusals.filter((at) => at > now() - windowMs);
      refusals.push(now());
      // The service did not count what it refused, so the rest is what it let through.
      learned = Math.max(1, Math.min(limit(), spent - refusals.length));
      learnedAt = now();
    },
  };
}
