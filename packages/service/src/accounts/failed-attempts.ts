import { callsInWindow, type Limit, takeCall } from './call-window.ts';
import { networkOf } from './network.ts';

const FAILED_KEY_LIMIT: Limit = { calls: 30, windowMs: 60_000 };
const MAX_ADDRESSES = 10_000;

/** Counts the keys that an address got wrong, so that nobody tries keys by the thousand. */
export interface FailedAttempts {
  /** The address has got so many wrong that it must wait. */
  exceeded(address: string): boolean;
  add(address: string): void;
}

export function createFailedAttempts(now: () => number): FailedAttempts {
  const timesOf = new Map<string, number[]>();
  return {
    exceeded: (address) =>
      callsInWindow(timesOf.get(networkOf(address)) ?? [], now(), FAILED_KEY_LIMIT).length >= FAILED_KEY_LIMIT.calls,
    add(from) {
      const address = networkOf(from);
      const { times } = takeCall(timesOf.get(address) ?? [], now(), FAILED_KEY_LIMIT);
      timesOf.delete(address);
      timesOf.set(address, times);
      // Whoever has many addresses pushes out old ones, but cannot fill the memory.
      const [oldest] = timesOf.size > MAX_ADDRESSES ? timesOf.keys() : [];
      if (oldest !== undefined) timesOf.delete(oldest);
    },
  };
}
