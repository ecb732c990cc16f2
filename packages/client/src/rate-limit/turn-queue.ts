import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';

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

/** Who waits for the answer: a person is served before background work. */
export type Priority = 'person' | 'background';

/**
 * A rate limit: gives the next call its slot, or says in how many milliseconds to ask again. `now` is the time in ms since the
 * epoch; after a wait it is never before the time that the gate asked for, even if a timer fires early.
 */
export type Gate<Slot> = (now: number) => Admission<Slot> | Promise<Admission<Slot>>;
export type Admission<Slot> = { slot: Slot } | { waitMs: number };

/** A call that gets no slot; it was not made. */
export class QueueRefusal extends Error {
  override name = 'QueueRefusal';
  /** `late`: there is no slot in time. `full`: too many calls wait already. `closed`: the queue was closed. */
  readonly reason: 'late' | 'full' | 'closed';
  /** In how many milliseconds to try again. */
  readonly retryAfterMs: number;

  constructor(reason: QueueRefusal['reason'], retryAfterMs: number) {
    super(`No slot for a call: ${reason}`);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface TurnOptions {
  /** No call waits longer, in milliseconds. */
  maxWaitMs: number;
  /** Default `person`. */
  priority?: Priority;
}

/** Asks the gate until it gives a slot. Throws {@link QueueRefusal} as soon as that would be after `until`, ms since the epoch. */
export async function waitForSlot<Slot>(gate: Gate<Slot>, until: number, clock: Clock): Promise<Slot> {
  let earliest = 0;
  for (;;) {
    const admission = await gate(Math.max(clock.now(), earliest));
    if ('slot' in admission) return admission.slot;
    const { waitMs } = admission;
    earliest = Math.max(clock.now(), earliest) + waitMs;
    if (earliest > until) throw new QueueRefusal('late', Math.ceil(waitMs));
    await clock.sleep(waitMs);
  }
}

/** More calls than this in one queue are a mistake of the caller. */
const MAX_QUEUED = 2_000;
const FULL_RETRY_MS = 10_000;

/** Bottleneck's priorities, 0 first. */
const RANK = { person: 1, stoodAside: 4, background: 5 };

const OPTIONS: Bottleneck.ConstructorOptions = {
  // Only the call at the head asks for a slot; it leaves the queue with it, so the calls themselves run side by side.
  maxConcurrent: 1,
  highWater: MAX_QUEUED,
  strategy: Bottleneck.strategy.OVERFLOW,
};

export function createTurnQueue(clock: Clock, queue = new Bottleneck(OPTIONS)) {
  let peopleWaiting = 0;
  let isClosed = false;
  /** The call at the head, while it waits for its slot. */
  let sleeping: { priority: Priority; wake: AbortController } | null = null;

  const sleep = async (ms: number, priority: Priority) => {
    const wake = new AbortController();
    const woken = new Promise((resolve) => wake.signal.addEventListener('abort', resolve, { once: true }));
    sleeping = { priority, wake };
    await Promise.race([clock.sleep(ms, wake.signal), woken]);
    sleeping = null;
  };

  /** null: a person is waiting now and goes first. */
  const waitAtHead = <Slot>(gate: Gate<Slot>, until: number, priority: Priority) => {
    const gateOrAside: Gate<{ slot: Slot } | null> = async (now) => {
      if (isClosed) throw new QueueRefusal('closed', 0);
      if (priority === 'background' && peopleWaiting > 0) return { slot: null };
      const admission = await gate(now);
      return 'slot' in admission ? { slot: admission } : admission;
    };
    return waitForSlot(gateOrAside, until, { now: clock.now, sleep: (ms) => sleep(ms, priority) });
  };

  const takeInTurn = async <Slot>(gate: Gate<Slot>, until: number, priority: Priority): Promise<Slot> => {
    let rank = RANK[priority];
    for (;;) {
      const admission = await queue.schedule({ priority: rank }, () => waitAtHead(gate, until, priority));
      if (admission !== null) return admission.slot;
      rank = RANK.stoodAside;
    }
  };

  return {
    /** The slot of one call. Throws {@link QueueRefusal} as soon as it is known that there is none in time. */
    async take<Slot>(gate: Gate<Slot>, { maxWaitMs, priority = 'person' }: TurnOptions): Promise<Slot> {
      const until = clock.now() + maxWaitMs;
      if (priority === 'person') {
        peopleWaiting += 1;
        if (sleeping?.priority === 'background') sleeping.wake.abort();
      }
      try {
        return await takeInTurn(gate, until, priority);
      } catch (error) {
        if (!(error instanceof Bottleneck.BottleneckError)) throw error;
        throw isClosed ? new QueueRefusal('closed', 0) : new QueueRefusal('full', FULL_RETRY_MS);
      } finally {
        if (priority === 'person') peopleWaiting -= 1;
      }
    },
    /** Refuses the calls that wait, and every later one. */
    async close(): Promise<void> {
      isClosed = true;
      sleeping?.wake.abort();
      await queue.stop({ dropWaitingJobs: true });
    },
  };
}

/** Calls that wait for one rate limit, people first, else in order of arrival. */
export type TurnQueue = ReturnType<typeof createTurnQueue>;

/** A queue for each key, dropped when it has not been used for five minutes. */
export function createTurnQueues(clock: Clock): (key: string) => Pick<TurnQueue, 'take'> {
  const queues = new Bottleneck.Group(OPTIONS);
  return (key) => createTurnQueue(clock, queues.key(key));
}
