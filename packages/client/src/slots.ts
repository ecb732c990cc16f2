import type { Clock } from './clock.ts';
import type { RateLimitedError } from './errors.ts';
import type { Ledger, SlotResult } from './ledger.ts';
import type { PacingOptions, Priority, RateLimitReport } from './pacing.ts';
import { createThrottle } from './throttle.ts';

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
