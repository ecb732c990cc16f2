import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when it is the caller's turn. */
export type Pace = () => Promise<void>;

/** How much of its time background work may take from the event loop. */
const MAX_UTILIZATION = 0.4;
const LOOK_AGAIN_MS = 5;
/** However busy people keep the process, background work goes on. */
const MAX_WAIT_MS = 200;

/**
 * Spreads the starts of background work. Thousands of messages that are due at once would else keep the event loop busy in long
 * bursts, and commands would be acknowledged between two of them. A turn comes when the loop was idle enough since the one before.
 */
export function createPace(): Pace {
  let last = performance.eventLoopUtilization();
  let turns = Promise.resolve();
  const turn = async () => {
    const until = performance.now() + MAX_WAIT_MS;
    while (performance.eventLoopUtilization(last).utilization > MAX_UTILIZATION && performance.now() < until)
      await sleep(LOOK_AGAIN_MS);
    last = performance.eventLoopUtilization();
  };
  return () => {
    turns = turns.then(turn);
    return turns;
  };
}
