import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the client sees it; handed in, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns after `ms` milliseconds. May return at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal && { signal }).catch(() => {});
  },
};
