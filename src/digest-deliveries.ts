import type { Logger } from 'pino';
import type { Deps } from '#handlers/deps.ts';
import { deliverDigest, LATEST_MS } from '#handlers/digest/deliver.ts';
import type { Delivery } from '#handlers/digest/types.ts';
import type { InFlight } from './in-flight.ts';
import type { Job } from './schedule.ts';
import type { Store } from './stores/open-store.ts';

interface Options {
  store: Pick<Store, 'subscriptions' | 'deliveries'>;
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
  hurry(): void;
  /** When nothing is being delivered. */
  idle(): Promise<void>;
}

/** A workspace that is slow or fails holds up no more than its own. */
const AT_ONCE_IN_A_WORKSPACE = 8;
const AT_ONCE = 400;
const BATCH = 500;

/** Digests on their way to their channels, of all workspaces. */
export function createDigestDeliveries({ store, depsOf, inFlight, now, logger }: Options): DigestDeliveries {
  const underWay = new Map<string, Promise<void>>();
  const inWorkspace = new Map<string, number>();
  let signal: AbortSignal | null = null;
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;

  const isStopping = () => signal?.aborted === true;
  const count = (workspaceId: string, by: number) =>
    inWorkspace.set(workspaceId, (inWorkspace.get(workspaceId) ?? 0) + by);
  const isFull = (workspaceId: string) => (inWorkspace.get(workspaceId) ?? 0) >= AT_ONCE_IN_A_WORKSPACE;

  const begin = (delivery: Delivery) => {
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

  const deliver = async (free: Delivery) => {
    const delivery = await store.deliveries.claim(free);
    const deps = delivery && (await depsOf(delivery.workspaceId));
    if (deps) await deliverDigest(deps, delivery);
  };

  const fillOnce = async () => {
    const full = [...inWorkspace.keys()].filter(isFull);
    for (const delivery of await store.deliveries.free(BATCH, full)) {
      if (isStopping() || underWay.size >= AT_ONCE) return;
      if (!underWay.has(delivery.id) && !isFull(delivery.workspaceId)) begin(delivery);
    }
  };

  /** One look at a time; what is asked for meanwhile is looked for right after. */
  function fill(): void {
    if (isStopping()) return;
    isAskedAgain = true;
    filling ??= inFlight.track(fillWhileAsked());
  }

  async function fillWhileAsked(): Promise<void> {
    try {
      while (isAskedAgain) {
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
    hurry: fill,
    job: {
      name: 'digests',
      everyMs: 15_000,
      async run(_now, stopping) {
        signal = stopping;
        await putInLine(store, now, stopping);
        fill();
      },
    },
    async idle() {
      while (filling !== null || underWay.size > 0) await Promise.all([filling, ...underWay.values()]);
    },
  };
}

/** A row for each digest that is due; which of several processes writes it does not matter. */
async function putInLine(
  { subscriptions, deliveries }: Options['store'],
  now: () => number,
  stopping: AbortSignal,
): Promise<void> {
  for (let due = await subscriptions.due(BATCH); due.length > 0; due = await subscriptions.due(BATCH)) {
    for (const subscription of due) {
      if (stopping.aborted) return;
      const { id: subscriptionId, workspaceId, channelId, date, nextDueAt: dueAt } = subscription;
      const isLate = now() - dueAt >= LATEST_MS;
      const state = isLate ? ({ state: 'skipped', notice: 'late' } as const) : {};
      await deliveries.add({ workspaceId, subscriptionId, channelId, key: date, date, dueAt, ...state });
      // Of several that were missed, the first is told of, and one that can still be sent is.
      await subscriptions.advance(subscription, isLate ? Math.max(dueAt, now() - LATEST_MS) : dueAt);
    }
  }
}
