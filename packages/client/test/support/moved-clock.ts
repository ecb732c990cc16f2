import type { Clock } from '../../src/index.ts';

/** A clock that only sleeping moves: waiting takes no time, and the test reads how long it would have been. */
export function movedClock(start = Date.parse('2026-03-01T12:00:00Z')): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
    advance: (ms) => {
      now += ms;
    },
  };
}
