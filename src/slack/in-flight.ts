import { withTimeout } from '@pain-signals/contract';

export interface InFlight {
  /** How much work is under way. */
  readonly size: number;
  /** Counts the work until it ends or fails. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Waits for the work under way, at most `timeoutMs`. Returns how much is left. */
  drain(timeoutMs: number): Promise<number>;
}

/** Bolt doesn't wait for listeners after the acknowledgement, but a program that stops must. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    get size() {
      return running.size;
    },
    track(work) {
      const ended = work.then(noop, noop).finally(() => running.delete(ended));
      running.add(ended);
      return work;
    },
    idle: () => waitUntilEmpty(running),
    async drain(timeoutMs) {
      await withTimeout(timeoutMs, waitUntilEmpty(running)).catch(noop);
      return running.size;
    },
  };
}

const noop = () => undefined;

async function waitUntilEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
