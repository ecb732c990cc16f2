import { withTimeout } from '@pain-signals/contract';

/** What must work before a load balancer sends requests; resolves when it does, by the name people know. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

export interface Readiness {
  /** The names of what is missing. Empty: the app is ready. */
  missing(): Promise<string[]>;
  start(): void;
  /** Reports the app as not ready while it still serves, until whoever asked lately has had time to hear of it. */
  stop(): Promise<void>;
}

/** A load balancer decides within some seconds, so a slower check has failed. */
const CHECK_TIMEOUT_MS = 1_000;
/** Who asked longer ago isn't asking any more. */
const ASKED_LATELY_MS = 60_000;
const ANNOUNCED_MS = 5_000;

interface ReadinessOptions {
  checks: ReadinessChecks;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

export function createReadiness({ checks, now, wait }: ReadinessOptions): Readiness {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  let askedAt = Number.NEGATIVE_INFINITY;
  const works = (check: () => Promise<boolean>) => withTimeout(CHECK_TIMEOUT_MS, check()).catch(() => false);
  return {
    async missing() {
      askedAt = now();
      if (state !== 'serving') return [state];
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => ((await works(check)) ? [] : [name])),
      );
      return results.flat();
    },
    start() {
      state = 'serving';
    },
    async stop() {
      state = 'stopping';
      if (now() - askedAt < ASKED_LATELY_MS) await wait(ANNOUNCED_MS);
    },
  };
}
