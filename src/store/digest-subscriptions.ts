import { randomUUID } from 'node:crypto';
import { type DigestPauseReason, DigestPlan, type DigestSubscription, nextDueAfter } from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';

/** A subscription that is due. */
export interface DueSubscription extends DigestSubscription {
  workspaceId: string;
  date: string;
}

/** Which channels get a digest, and when next. */
export function subscriptionStore(kysely: Kysely<Tables>, now: () => number) {
  const nextOf = (plan: DigestPlan, after = now()) => {
    const { at, date } = nextDueAfter(plan, after);
    return { next_due_at: at, next_due_date: date };
  };
  const one = (workspaceId: string, column: 'id' | 'channel_id', value: string) =>
    kysely
      .selectFrom('digest_subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(column, '=', value)
      .executeTakeFirst()
      .then((row) => (row === undefined ? null : subscriptionOf(row)));

  return {
    ofChannel: (workspaceId: string, channelId: string) => one(workspaceId, 'channel_id', channelId),
    find: (workspaceId: string, id: string) => one(workspaceId, 'id', id),
    async list(workspaceId: string): Promise<DigestSubscription[]> {
      const rows = await kysely
        .selectFrom('digest_subscriptions')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('next_due_at')
        .execute();
      return rows.map(subscriptionOf);
    },
    async save(workspaceId: string, channelId: string, ownerId: string, plan: DigestPlan): Promise<DigestSubscription> {
      const row = {
        owner_id: ownerId,
        plan_json: JSON.stringify(DigestPlan.parse(plan)),
        paused_because: null,
        ...nextOf(plan),
      };
      const saved = await kysely
        .insertInto('digest_subscriptions')
        .values({ id: randomUUID(), workspace_id: workspaceId, channel_id: channelId, ...row })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'channel_id']).doUpdateSet(row))
        .returningAll()
        .executeTakeFirstOrThrow();
      return subscriptionOf(saved);
    },
    /** False when it was paused already. */
    async pause(workspaceId: string, id: string, because: DigestPauseReason): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('digest_subscriptions')
        .set({ paused_because: because })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('paused_because', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** Digests that were due while it was paused are not sent. */
    async resume(workspaceId: string, id: string): Promise<void> {
      const paused = await one(workspaceId, 'id', id);
      if (paused === null) return;
      await kysely
        .updateTable('digest_subscriptions')
        .set({ paused_because: null, ...nextOf(paused.plan) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
    /** Of all workspaces, the longest due first. The order is the same for all processes. */
    async due(limit: number): Promise<DueSubscription[]> {
      const rows = await kysely
        .selectFrom('digest_subscriptions')
        .selectAll()
        .where('paused_because', 'is', null)
        .where('next_due_at', '<=', now())
        .orderBy('next_due_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ...subscriptionOf(row),
        workspaceId: row.workspace_id,
        date: row.next_due_date,
      }));
    },
    /** Sets the next time after `after`, unless another process did or the subscription has changed. */
    async advance({ id, plan, nextDueAt }: DueSubscription, after: number): Promise<void> {
      await kysely
        .updateTable('digest_subscriptions')
        .set(nextOf(plan, after))
        .where('id', '=', id)
        .where('next_due_at', '=', nextDueAt)
        .execute();
    },
  };
}

/** A time zone that this machine doesn't know must not stop the other digests. */
const StoredPlan = DigestPlan.extend({ zone: DigestPlan.shape.zone.catch('Etc/UTC') });

const subscriptionOf = (row: Selectable<Tables['digest_subscriptions']>): DigestSubscription => ({
  id: row.id,
  channelId: row.channel_id,
  ownerId: row.owner_id,
  plan: StoredPlan.parse(JSON.parse(row.plan_json)),
  pausedBecause: row.paused_because,
  nextDueAt: row.next_due_at,
});

export type SubscriptionStore = ReturnType<typeof subscriptionStore>;
