import { type Clock, createTurnQueues } from '@pain-signals/client/rate-limit';
import { steadyTime } from '@pain-signals/contract';

/** How fast one budget of a platform may be spent: a token bucket that holds `burst` tokens and gets one every `everyMs`. */
export interface Pace {
  /** Tells the budgets of one host apart, such as search from the rest. */
  budget: string;
  everyMs: number;
  burst: number;
}

/** One token bucket for each host and budget, kept as the time at which it is full again. */
export function createPacer(clock: Clock) {
  const steadyNow = steadyTime(clock.now);
  const queueOf = createTurnQueues({ ...clock, now: steadyNow });
  const buckets = new Map<string, { fullAt: number; heldUntil: number }>();
  const bucketOf = (origin: string, { budget }: Pace) => {
    const key = `${origin} ${budget}`;
    const bucket = buckets.get(key) ?? { fullAt: 0, heldUntil: 0 };
    buckets.set(key, bucket);
    return { key, bucket };
  };
  return {
    /** Spends a token, after waiting for it. Throws a QueueRefusal, without spending one, when that takes more than `maxWaitMs`. */
    take(origin: string, pace: Pace, maxWaitMs: number = Number.POSITIVE_INFINITY): Promise<void> {
      const { key, bucket } = bucketOf(origin, pace);
      const takeToken = (now: number) => {
        const tokenAt = Math.max(bucket.fullAt - (pace.burst - 1) * pace.everyMs, bucket.heldUntil);
        if (tokenAt > now) return { waitMs: tokenAt - now };
        bucket.fullAt = Math.max(bucket.fullAt, now) + pace.everyMs;
        return { slot: undefined };
      };
      return queueOf(key).take(takeToken, { maxWaitMs });
    },
    /** Lets no call through before `until`, epoch ms: the platform said so. */
    hold(origin: string, pace: Pace, until: number): void {
      const { bucket } = bucketOf(origin, pace);
      bucket.heldUntil = Math.max(bucket.heldUntil, steadyNow() + until - clock.now());
    },
  };
}
