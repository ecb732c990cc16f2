import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliverDigest, MAX_DELAY_MS } from '#handlers/digest/deliver-digest.ts';
import type { Deps } from '#handlers/ports.ts';
import type { InFlight } from '../slack/in-flight.ts';
import type { FreeDelivery } from '../store/digest-deliveries.ts';
import type { Store } from '../store/open-store.ts';
import type { Job } from './schedule.ts';

interface DigestDeliveriesOptions {
  store: Pick<Store, 'deliveries' | 'transaction'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  inFlight: InFlight;
  now: () => number;
  logger: Logger;
}

export interface DigestDeliveries {
  /** Puts what is due in line, and begins to deliver. */
  job: Job;
  /** Begins what waits, without waiting for the clock. */
  wake(): void;
  /** When nothing is being delivered. */
  idle(): Promise<void>;
}

/** A workspace that is slow or fails holds up no more than its own. */
const MAX_CONCURRENT_PER_WORKSPACE = 8;
/** Enough for thousands in half an hour, and few enough that whoever types a command does not notice. */
const MAX_CONCURRENT = 100;
/** So many rows are written in a few milliseconds. */
const ENQUEUE_BATCH = 25;

/** Digests on their way to their channels, of all workspaces. */
export function createDigestDeliveries({
  store,
  depsOf,
  inFlight,
  now,
  logger,
}: DigestDeliveriesOptions): DigestDeliveries {
  const underWay = new Map<string, Promise<void>>();
  const inWorkspace = new Map<string, number>();
  let signal: AbortSignal | null = null;
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;
  /** A row that could not be claimed is as free as before: asked for at once, it would be tried thousands of times a second. */
  let waitsForTurn = false;

  const isResting = () => waitsForTurn || signal?.aborted === true;
  const count = (workspaceId: string, by: number) =>
    inWorkspace.set(workspaceId, (inWorkspace.get(workspaceId) ?? 0) + by);
  const isFull = (workspaceId: string) => (inWorkspace.get(workspaceId) ?? 0) >= MAX_CONCURRENT_PER_WORKSPACE;

  const begin = (delivery: FreeDelivery) => {
    count(delivery.workspaceId, 1);
    const work = deliver(delivery)
      .catch((error) => logger.error({ err: error, delivery: delivery.id }, 'A digest was not delivered'))
      .finally(() => {
        underWay.delete(delivery.id);
        count(delivery.workspaceId, -1);
        fill();
      });
    underWay.set(delivery.id, inFlight.track(work));
  };

  const deliver = async (free: FreeDelivery) => {
    const delivery = await claim(free);
    const deps = delivery && (await depsOf(delivery.workspaceId));
    if (deps) await deliverDigest(deps, delivery);
  };

  const claim = async (free: FreeDelivery) => {
    try {
      return await store.deliveries.claim(free);
    } catch (error) {
      // Once a turn: a disk that is full must not be filled with lines.
      if (!waitsForTurn) logger.error({ err: error }, 'Digests that wait could not be claimed before the next turn');
      waitsForTurn = true;
      return null;
    }
  };

  const fillOnce = async () => {
    const room = MAX_CONCURRENT - underWay.size;
    if (room <= 0) return;
    const full = [...inWorkspace.keys()].filter(isFull);
    const before = underWay.size;
    const free = await store.deliveries.free(room, full);
    for (const delivery of free) {
      if (!isResting() && !underWay.has(delivery.id) && !isFull(delivery.workspaceId)) begin(delivery);
    }
    // One workspace may have filled the list: it is full now, and others come to their turn.
    if (free.length === room && underWay.size > before) isAskedAgain = true;
  };

  /** One look at a time; what is asked for meanwhile is looked for right after. */
  function fill(): void {
    if (isResting()) return;
    isAskedAgain = true;
    filling ??= inFlight.track(fillWhileAsked());
  }

  async function fillWhileAsked(): Promise<void> {
    try {
      while (isAskedAgain && !isResting()) {
        isAskedAgain = false;
        await fillOnce();
      }
    } catch (error) {
      logger.error({ err: error }, 'Digests that wait could not be looked through');
    } finally {
      filling = null;
    }
  }

  return {
    wake: fill,
    job: {
      name: 'digests',
      everyMs: 15_000,
      async run(_now, stopping) {
        signal = stopping;
        await enqueueDue(store, now, stopping);
        waitsForTurn = false;
        fill();
      },
    },
    async idle() {
      while (filling !== null || underWay.size > 0) await Promise.all([filling, ...underWay.values()]);
    },
  };
}

/** A row for each digest that is due; which of several processes writes it does not matter. */
async function enqueueDue(
  store: DigestDeliveriesOptions['store'],
  now: () => number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted && (await enqueueBatch(store, now)) > 0) {
    // Thousands are due at the same minute; whoever types a command meanwhile is answered between two batches.
    await turnOfOthers();
  }
}

/** Row and next due time change together. */
function enqueueBatch(store: DigestDeliveriesOptions['store'], now: () => number): Promise<number> {
  return store.transaction(async ({ subscriptions, deliveries }) => {
    const allDue = await subscriptions.due(ENQUEUE_BATCH);
    for (const subscription of allDue) {
      const { id: subscriptionId, workspaceId, channelId, date, nextDueAt: dueAt } = subscription;
      const isLate = now() - dueAt >= MAX_DELAY_MS;
      const state = isLate ? ({ state: 'skipped', notice: 'late' } as const) : {};
      await deliveries.add({ workspaceId, subscriptionId, channelId, key: date, date, dueAt, ...state });
      // Of several that were missed, the first is told of, and one that can still be sent is.
      await subscriptions.advance(subscription, isLate ? Math.max(dueAt, now() - MAX_DELAY_MS) : dueAt);
    }
    return allDue.length;
  });
}
