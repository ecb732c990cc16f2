import type { Clock } from '@pain-signals/client/rate-limit';

export interface ManualClock extends Clock {
  /** Every sleep asked for, ms. */
  slept: number[];
  set(at: number): void;
}

/** A clock that stands still but for the sleeps, which take no time. */
export function createManualClock(start: number): ManualClock {
  let at = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => at,
    set: (moment) => {
      at = moment;
    },
    sleep: (ms) => {
      slept.push(ms);
      at += ms;
      return Promise.resolve();
    },
  };
}
