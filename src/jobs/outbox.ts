import { dateInZone } from '@pain-signals/domain';
import { isRowRefused } from '@pain-signals/storage';
import type { Logger } from 'pino';
import { deliverDigest, MAX_DELAY_MS } from '#handlers/digest/deliver-digest.ts';
import type { OutboxMessage } from '#handlers/outbox-port.ts';
import type { Deps } from '#handlers/ports.ts';
import { recoverShare } from '#handlers/sharing/post-share.ts';
import { recoverAlert } from '#handlers/watches/watch-notices.ts';
import { recoverStep } from '#handlers/workflow/workflow-steps.ts';
import type { InFlight, WithReference } from '../slack/request-tracking.ts';
import type { DueSubscription } from '../store/digest-subscriptions.ts';
import type { Store } from '../store/open-store.ts';
import { type FreeMessage, newDelivery, RENEW_MS, UNREADABLE } from '../store/outbox.ts';
import type { Job, Pace } from './schedule.ts';

interface OutboxWorkerOptions {
  store: Pick<Store, 'outbox' | 'transaction'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  inFlight: InFlight;
  withReference: WithReference;
  pace: Pace;
  /** False: nothing that is due is done now. */
  mayRun?: () => Promise<boolean>;
  now: () => number;
  logger: Logger;
}

export interface OutboxWorker {
  /** Adds the digests that are due, and starts working. */
  job: Job;
  /** Starts working without waiting for the job's next turn. */
  wake(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** A slow or failing workspace delays only its own messages. */
const MAX_CONCURRENT_PER_WORKSPACE = 8;
/** A digest waits a second between two messages of its thread, so thousands in a quarter of an hour are hundreds at a time. */
const MAX_CONCURRENT = 250;
/** Rows that are written in a few milliseconds. */
const ENQUEUE_BATCH = 10;

/** Works through the outbox of all workspaces: digests that are due, and every message whose process died or whose owner must be told. */
export function createOutboxWorker({
  store,
  depsOf,
  inFlight,
  withReference,
  pace,
  mayRun,
  now,
  logger,
}: OutboxWorkerOptions): OutboxWorker {
  const underWay = new Map<string, Promise<void>>();
  const inWorkspace = new Map<string, number>();
  let signal: AbortSignal | null = null;
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;
  /** A row that could not be claimed is still free: without a pause it would be tried thousands of times a second. */
  let waitsForTurn = false;

  const isResting = () => waitsForTurn || signal?.aborted === true;
  const count = (workspaceId: string, by: number) =>
    inWorkspace.set(workspaceId, (inWorkspace.get(workspaceId) ?? 0) + by);
  const isFull = (workspaceId: string) => (inWorkspace.get(workspaceId) ?? 0) >= MAX_CONCURRENT_PER_WORKSPACE;

  const begin = (message: FreeMessage) => {
    count(message.workspaceId, 1);
    const { id, kind } = message;
    const work = withReference((requestId) =>
      advance(message).catch((error) =>
        logger.error({ err: error, message: id, kind, requestId }, 'outbox message failed'),
      ),
    ).finally(() => {
      underWay.delete(message.id);
      count(message.workspaceId, -1);
      fill();
    });
    underWay.set(message.id, inFlight.track(work));
  };

  const advance = async (free: FreeMessage) => {
    await pace();
    const message = await claim(free);
    if (message === null) return;
    if (message.error === UNREADABLE)
      logger.error({ message: message.id, kind: message.kind }, 'outbox message unreadable');
    // A process that dies is noticed soon, however long composing takes when the budget makes it wait.
    const renewing = setInterval(() => void store.outbox.renew(message).catch(noteLostRenewal), RENEW_MS);
    try {
      const deps = await depsOf(message.workspaceId);
      if (deps === null) return;
      deps.isStopping = () => signal?.aborted === true;
      await advanceMessage(deps, message);
    } finally {
      clearInterval(renewing);
    }
  };
  const noteLostRenewal = (error: unknown) => logger.warn({ err: error }, 'outbox claim not renewed');

  const claim = async (free: FreeMessage) => {
    try {
      return await store.outbox.claim(free);
    } catch (error) {
      // Once a turn: a full disk must not be filled with log lines.
      if (!waitsForTurn) logger.error({ err: error }, 'outbox not claimed');
      waitsForTurn = true;
      return null;
    }
  };

  const fillOnce = async () => {
    if ((await mayRun?.()) === false) return;
    const room = MAX_CONCURRENT - underWay.size;
    if (room <= 0) return;
    const full = [...inWorkspace.keys()].filter(isFull);
    const before = underWay.size;
    const free = await store.outbox.free(room, full);
    for (const message of free) {
      if (!isResting() && !underWay.has(message.id) && !isFull(message.workspaceId)) begin(message);
    }
    // One workspace may have filled the list; it is full now, so the next look finds others.
    if (free.length === room && underWay.size > before) isAskedAgain = true;
  };

  /** One look at a time; a request during a look starts another one right after it. */
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
      logger.error({ err: error }, 'outbox not read');
    } finally {
      filling = null;
    }
  }

  return {
    wake: fill,
    job: {
      name: 'outbox',
      everyMs: 15_000,
      async run(_now, stopping) {
        signal = stopping;
        await enqueueDue({ store, pace, now, logger }, stopping);
        waitsForTurn = false;
        fill();
      },
    },
    async idle() {
      while (filling !== null || underWay.size > 0) await Promise.all([filling, ...underWay.values()]);
    },
  };
}

function advanceMessage(deps: Deps, message: OutboxMessage): Promise<void> {
  switch (message.kind) {
    case 'digest':
      return deliverDigest(deps, message);
    case 'share':
      return recoverShare(deps, message);
    case 'alert':
      return recoverAlert(deps, message);
    case 'step':
      return recoverStep(deps, message);
  }
}

/** Adds a message for each digest that is due; several processes may do so at once. */
async function enqueueDue(world: EnqueueOptions, stopping: AbortSignal): Promise<void> {
  // Thousands can be due at the same minute: commands are answered between two batches.
  while (!stopping.aborted && (await enqueueBatch(world)) > 0) await world.pace();
}

type EnqueueOptions = Pick<OutboxWorkerOptions, 'store' | 'pace' | 'now' | 'logger'>;

/** Message and next due time change together. A row that the database refuses is paused, and the others go on without it. */
async function enqueueBatch({ store, now, logger }: EnqueueOptions): Promise<number> {
  let current: DueSubscription | undefined;
  const notePaused = ({ id: subscription, workspaceId: workspace }: DueSubscription, err?: unknown) =>
    logger.error({ err, subscription, workspace }, 'digest plan unreadable, paused');
  try {
    return await store.transaction(async (stores) => {
      const allDue = await stores.subscriptions.due(ENQUEUE_BATCH);
      for (current of allDue) {
        if (current.pausedBecause === 'unreadable') notePaused(current);
        await enqueue(stores, current, now());
      }
      return allDue.length;
    });
  } catch (err) {
    if (current === undefined || !isRowRefused(err)) throw err;
    notePaused(current, err);
    const today = dateInZone('Etc/UTC', now());
    const unreadable = { ...current, date: today, pausedBecause: 'unreadable' } as const;
    await store.transaction((stores) => enqueue(stores, unreadable, now()));
    return 1;
  }
}

type EnqueueStores = Parameters<Parameters<OutboxWorkerOptions['store']['transaction']>[0]>[0];

async function enqueue(
  { subscriptions, outbox }: EnqueueStores,
  subscription: DueSubscription,
  now: number,
): Promise<void> {
  const { id: sourceId, workspaceId, channelId, date, nextDueAt: dueAt } = subscription;
  if (subscription.pausedBecause === 'unreadable') {
    if (!(await subscriptions.pauseUnreadable(subscription))) return;
    const notice = { state: 'refused', error: 'unreadable', notice: 'paused' } as const;
    await outbox.add(workspaceId, { ...newDelivery({ sourceId, channelId, key: date, date, dueAt: now }), ...notice });
    return;
  }
  const isLate = now - dueAt >= MAX_DELAY_MS;
  const state = isLate ? ({ state: 'skipped', notice: 'late' } as const) : {};
  await outbox.add(workspaceId, { ...newDelivery({ sourceId, channelId, key: date, date, dueAt }), ...state });
  // Of several that were missed, the owner hears of the first, and one that can still be sent is sent.
  await subscriptions.advance(subscription, isLate ? Math.max(dueAt, now - MAX_DELAY_MS) : dueAt);
}
