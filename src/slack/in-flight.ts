export interface InFlight {
  /** Pieces of work under way. */
  readonly size: number;
  /** Counts work until it ends, well or not. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits until nothing is under way. */
  idle(): Promise<void>;
  /** Waits for the work that is under way, at most `withinMs`; tells how many pieces were left behind. */
  drain(withinMs: number): Promise<number>;
}

/** Bolt forgets a listener once its request is acknowledged; a program that stops must not. */
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
    async drain(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([waitUntilEmpty(running), late]);
      clearTimeout(timer);
      return running.size;
    },
  };
}

const noop = () => undefined;

async function waitUntilEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
