/** Time as the sources see it; handed in, so that tests can move it. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** How fast one budget of a platform may be spent: a token every `everyMs`, at most `burst` saved up. */
export interface Pace {
  /** Tells the budgets of one host apart, such as search from the rest. */
  budget: string;
  everyMs: number;
  burst: number;
}

export interface Pacer {
  /** How long the next call has to wait, ms. */
  waitFor(origin: string, pace: Pace): number;
  /** Spends a token, after waiting for it. */
  take(origin: string, pace: Pace): Promise<void>;
  /** Lets no call through before `until`, epoch ms: the platform said so. */
  hold(origin: string, pace: Pace, until: number): void;
}

/** One token bucket for each host and budget, kept as the moment at which it will be full again. */
export function createPacer(clock: Clock): Pacer {
  const buckets = new Map<string, { fullAt: number; heldUntil: number }>();
  const bucketOf = (origin: string, { budget }: Pace) => {
    const key = `${origin} ${budget}`;
    const bucket = buckets.get(key) ?? { fullAt: 0, heldUntil: 0 };
    buckets.set(key, bucket);
    return bucket;
  };
  const waitFor = (origin: string, pace: Pace) => {
    const { fullAt, heldUntil } = bucketOf(origin, pace);
    const tokenAt = fullAt - (pace.burst - 1) * pace.everyMs;
    return Math.max(0, tokenAt - clock.now(), heldUntil - clock.now());
  };
  return {
    waitFor,
    async take(origin, pace) {
      const bucket = bucketOf(origin, pace);
      const wait = waitFor(origin, pace);
      // Taken before the wait, so that calls made side by side queue up behind one another.
      bucket.fullAt = Math.max(bucket.fullAt, clock.now()) + pace.everyMs;
      if (wait > 0) await clock.sleep(wait);
    },
    hold(origin, pace, until) {
      const bucket = bucketOf(origin, pace);
      bucket.heldUntil = Math.max(bucket.heldUntil, until);
    },
  };
}
