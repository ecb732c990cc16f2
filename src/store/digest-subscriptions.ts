import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decodeJson } from '@pain-signals/contract';
import {
  DAY_MS,
  DEFAULT_DIGEST_PLAN,
  type DigestPauseReason,
  DigestPlan,
  type DigestSubscription,
  nextDueAfter,
} from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import type { Delivery, MessageChange } from '#handlers/outbox-port.ts';
import type { SavedDigest } from '#handlers/subscription-ports.ts';
import { inTransaction, type Write } from './batched-writes.ts';
import { outboxStore } from './outbox.ts';
import { lockSettings } from './settings.ts';
import type { Tables } from './tables.ts';

export interface DueSubscription extends DigestSubscription {
  workspaceId: string;
  date: string;
  /** As it is stored, also where it can't be read. */
  planJson: string;
}

type DeliveryChange = MessageChange<Delivery>;

/** A week, a day that a zone skips, and an hour of summer time. */
const LONGEST_PERIOD_MS = 9 * DAY_MS;

/** Which channels get a digest, and when next. */
export function subscriptionStore(
  kysely: Kysely<Tables>,
  now: () => number,
  write: Write<Tables> = (work) => work(kysely),
) {
  const nextOf = (plan: DigestPlan, after = now()) => {
    const { at, date } = nextDueAfter(plan, after);
    return { nextDueAt: at, nextDueDate: date };
  };
  /** A day gets one digest: where its own has come already, one that is moved to later comes a week after. */
  const nextFree = async (id: string, plan: DigestPlan, handle = kysely) => {
    const next = nextOf(plan);
    const came = await handle
      .selectFrom('outbox')
      .select('id')
      .where((row) => row.and({ kind: 'digest', sourceId: id, sendKey: next.nextDueDate }))
      .executeTakeFirst();
    return came === undefined ? next : nextOf(plan, next.nextDueAt);
  };
  /** The time that has come, but not yet the job that sends: new settings must not lose that day's digest. */
  const nextOrDue = async (known: DigestSubscription | null, plan: DigestPlan) => {
    const next = await nextFree(known?.id ?? '', plan);
    if (known === null || known.nextDueAt > now()) return next;
    const due = await kysely
      .selectFrom('digestSubscriptions')
      .select(['nextDueAt', 'nextDueDate'])
      .where('id', '=', known.id)
      .where('pausedBecause', 'is', null)
      .where('nextDueAt', '<=', now())
      .executeTakeFirst();
    return due === undefined || due.nextDueDate === next.nextDueDate ? next : due;
  };
  const one = (workspaceId: string, column: 'id' | 'channelId', value: string) =>
    kysely
      .selectFrom('digestSubscriptions')
      .selectAll()
      .where('workspaceId', '=', workspaceId)
      .where(column, '=', value)
      .executeTakeFirst()
      .then((row) => (row === undefined ? null : subscriptionOf(row)));
  const lockRow = (handle: Kysely<Tables>, workspaceId: string, column: 'id' | 'channelId', value: string) =>
    handle
      .updateTable('digestSubscriptions')
      .set(({ ref }) => ({ id: ref('id') }))
      .where('workspaceId', '=', workspaceId)
      .where(column, '=', value)
      .returningAll()
      .executeTakeFirst();
  /** Nobody else changes the digest until the transaction ends. */
  const lock = async (...given: Parameters<typeof lockRow>) => {
    const row = await lockRow(...given);
    return row === undefined ? null : subscriptionOf(row);
  };

  const changeDelivery = (handle: Kysely<Tables>, workspaceId: string, delivery: Delivery, change: DeliveryChange) =>
    outboxStore(handle, now, (work) => work(handle)).change<Delivery>(workspaceId, delivery, change);

  return {
    ofChannel: (workspaceId: string, channelId: string) => one(workspaceId, 'channelId', channelId),
    find: (workspaceId: string, id: string) => one(workspaceId, 'id', id),
    async list(workspaceId: string): Promise<DigestSubscription[]> {
      const rows = await kysely
        .selectFrom('digestSubscriptions')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .orderBy('nextDueAt')
        .execute();
      return rows.map(subscriptionOf);
    },
    async nextDueAt(workspaceId: string, channelId: string, plan: DigestPlan): Promise<number> {
      const known = await one(workspaceId, 'channelId', channelId);
      return (await nextFree(known?.id ?? '', plan)).nextDueAt;
    },
    /** The owner stays who set it up. */
    async save(
      workspaceId: string,
      channelId: string,
      ownerId: string,
      plan: DigestPlan,
      { mayReachOthers = false } = {},
    ): Promise<DigestSubscription> {
      const known = await one(workspaceId, 'channelId', channelId);
      const row = {
        planJson: JSON.stringify(DigestPlan.parse(plan)),
        mayReachOthers: mayReachOthers ? 1 : 0,
        changedBy: ownerId,
        pausedBecause: null,
        ...(await nextOrDue(known, plan)),
      } as const;
      const saved = await kysely
        .insertInto('digestSubscriptions')
        .values({ id: randomUUID(), workspaceId, channelId, ownerId, ...row })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'channelId']).doUpdateSet(row))
        .returningAll()
        .executeTakeFirstOrThrow();
      return subscriptionOf(saved);
    },
    /** Returns the digest when it is as wanted already. Null, and nothing is changed, where `isAsRead` says that it is another one by now. */
    saveOver: (
      workspaceId: string,
      { channelId, userId, plan, mayReachOthers }: SavedDigest,
      isAsRead: (now: DigestSubscription | null) => boolean,
    ): Promise<DigestSubscription | null> =>
      kysely.transaction().execute(async (handle) => {
        // Without a row of the digest there's nothing else to lock.
        await lockSettings(handle, workspaceId);
        const current = await lock(handle, workspaceId, 'channelId', channelId);
        const wanted = { plan, mayReachOthers, pausedBecause: null };
        if (current !== null && isDeepStrictEqual({ ...current, ...wanted }, current)) return current;
        if (!isAsRead(current)) return null;
        return subscriptionStore(handle, now).save(workspaceId, channelId, userId, plan, { mayReachOthers });
      }),
    /** False when it was paused already. */
    async pause(workspaceId: string, id: string, because: DigestPauseReason): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('digestSubscriptions')
        .set({ pausedBecause: because })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('pausedBecause', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** See Digests.pauseFor. */
    pauseFor: (
      workspaceId: string,
      delivery: Delivery,
      pausedBecause: DigestPauseReason,
      changeOf: (isFirst: boolean) => DeliveryChange,
    ): Promise<boolean> =>
      write((shared) =>
        inTransaction(shared, async (handle) => {
          const { sourceId: id } = delivery;
          const isFirst = (await lockRow(handle, workspaceId, 'id', id))?.pausedBecause === null;
          if (!(await changeDelivery(handle, workspaceId, delivery, changeOf(isFirst)))) return false;
          if (isFirst)
            await handle.updateTable('digestSubscriptions').set({ pausedBecause }).where('id', '=', id).execute();
          return true;
        }),
      ),
    /** See Digests.claimToPost. */
    claimToPost: (
      workspaceId: string,
      delivery: Delivery,
      change: DeliveryChange,
      isAsRead: (now: DigestSubscription | null) => boolean,
    ): Promise<boolean> =>
      write((shared) =>
        inTransaction(shared, async (handle) => {
          const current = await lock(handle, workspaceId, 'id', delivery.sourceId);
          return isAsRead(current) && changeDelivery(handle, workspaceId, delivery, change);
        }),
      ),
    /** Digests that were due while it was paused are not sent. An unreadable one stays paused until it is saved again, and one of a shared channel until somebody has agreed to that. */
    resume: (workspaceId: string, id: string, isAgreed: boolean): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        const paused = await lock(handle, workspaceId, 'id', id);
        if (paused === null || paused.pausedBecause === 'unreadable') return;
        const { pausedBecause, plan } = paused;
        if (!isAgreed && (pausedBecause === null || pausedBecause === 'shared')) return;
        const mayReachOthers = paused.mayReachOthers || isAgreed ? 1 : 0;
        const next = pausedBecause === null ? {} : await nextFree(id, plan, handle);
        await handle
          .updateTable('digestSubscriptions')
          .set({ pausedBecause: null, mayReachOthers, ...next })
          .where('id', '=', id)
          .execute();
      }),
    /** With its votes and deliveries, and what their owner was still to be told. False while one is being posted; its thread is cut off. */
    remove: (workspaceId: string, id: string): Promise<boolean> =>
      kysely.transaction().execute(async (handle) => {
        const ofIt = { workspaceId, kind: 'digest', sourceId: id } as const;
        const posting = await handle
          .selectFrom('outbox')
          .select('id')
          .where((row) => row.and(ofIt))
          .where('freeAt', 'is not', null)
          .where('state', 'in', ['claimed', 'posting'])
          .executeTakeFirst();
        if (posting !== undefined) return false;
        await handle
          .deleteFrom('digestSubscriptions')
          .where((row) => row.and({ workspaceId, id }))
          .execute();
        await handle
          .deleteFrom('digestVotes')
          .where((row) => row.and({ workspaceId, subscriptionId: id }))
          .execute();
        await handle
          .deleteFrom('outbox')
          .where((row) => row.and(ofIt))
          .execute();
        return true;
      }),
    /** Of all workspaces, the longest due first, unreadable ones too. The order is the same for all processes. */
    async due(limit: number): Promise<DueSubscription[]> {
      const rows = await kysely
        .selectFrom('digestSubscriptions')
        .selectAll()
        .where('pausedBecause', 'is', null)
        .where('nextDueAt', '<=', now())
        .orderBy('nextDueAt')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const { workspaceId, nextDueDate: date, planJson } = row;
        return { ...subscriptionOf(row), workspaceId, date, planJson };
      });
    },
    /** Digests that are due later than any plan asks for, as after a clock that ran ahead, get a new next time. Returns their ids. */
    async pullBack(at: number): Promise<string[]> {
      const rows = await kysely
        .selectFrom('digestSubscriptions')
        .selectAll()
        .where('nextDueAt', '>', at + LONGEST_PERIOD_MS)
        .execute();
      for (const row of rows)
        await kysely
          .updateTable('digestSubscriptions')
          .set(nextOf(subscriptionOf(row).plan, at))
          .where('id', '=', row.id)
          .where('nextDueAt', '=', row.nextDueAt)
          .where('planJson', '=', row.planJson)
          .execute();
      return rows.map(({ id }) => id);
    },
    /**
     * Sets the next time after `after`, unless another process did or the time has changed. Somebody may have saved another plan since
     * it was read: within a transaction, that one counts.
     */
    async advance({ id, workspaceId, nextDueAt }: DueSubscription, after: number): Promise<void> {
      const current = await lock(kysely, workspaceId, 'id', id);
      if (current?.nextDueAt !== nextDueAt) return;
      await kysely.updateTable('digestSubscriptions').set(nextOf(current.plan, after)).where('id', '=', id).execute();
    },
    /** Within a transaction. False where it was saved, paused or removed since it was read. */
    async pauseUnreadable({ id, workspaceId, planJson }: DueSubscription): Promise<boolean> {
      const current = await lockRow(kysely, workspaceId, 'id', id);
      if (current?.planJson !== planJson || current.pausedBecause !== null) return false;
      await kysely
        .updateTable('digestSubscriptions')
        .set({ pausedBecause: 'unreadable' })
        .where('id', '=', id)
        .execute();
      return true;
    },
  };
}

/** A time zone that this machine doesn't know must not stop the other digests. */
const StoredPlan = DigestPlan.extend({ zone: DigestPlan.shape.zone.catch('Etc/UTC') });

const subscriptionOf = (row: Selectable<Tables['digestSubscriptions']>): DigestSubscription => {
  const { id, channelId, ownerId, changedBy, planJson, nextDueAt } = row;
  const plan = decodeJson(StoredPlan, planJson);
  const pausedBecause = plan === null ? 'unreadable' : row.pausedBecause;
  const mayReachOthers = row.mayReachOthers === 1;
  return {
    id,
    channelId,
    ownerId,
    changedBy,
    plan: plan ?? DEFAULT_DIGEST_PLAN,
    mayReachOthers,
    pausedBecause,
    nextDueAt,
  };
};
