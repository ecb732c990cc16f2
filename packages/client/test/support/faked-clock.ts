import { vi } from 'vitest';
import type { Clock } from '../../src/index.ts';

/** The time of faked timers, for many that wait side by side; Bottleneck's own waits are faked with it. */
export const fakedClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const STEP_MS = 1_000;

/** Lets time run until the promise is settled. */
export async function runUntil<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => {});
  while (!isSettled) await vi.advanceTimersByTimeAsync(STEP_MS);
  return settled;
}
