import { randomUUID } from 'node:crypto';
import type { Digest, DigestDeliveryState } from '@pain-signals/domain';
import { stripEvidence } from '@pain-signals/domain';
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Delivery, DeliveryChange } from '#handlers/digest-port.ts';
import type { Write } from './batched-writes.ts';
import type { Tables } from './tables.ts';

/** Longer than composing takes when the budget makes it wait. */
const COMPOSING_LEASE_MS = 20 * 60_000;
/** Longer than Slack can take to answer a message with a new picture. */
const POSTING_LEASE_MS = 60_000;
/** Four weeks are looked back at; the rest is history to scroll through. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1_000;

/** What a claim needs to know. */
export type FreeDelivery = Pick<Delivery, 'id' | 'workspaceId' | 'claim' | 'state' | 'threadBegun' | 'threadPosted'>;

type Row = Selectable<Tables['digest_deliveries']>;

const OPEN_STATES: readonly DigestDeliveryState[] = ['waiting', 'claimed', 'posting', 'posted'];

/** Digests on their way. A row is there before anything is sent, and says how far it has come. */
export function deliveryStore(kysely: Kysely<Tables>, now: () => number, write: Write<Tables>) {
  const select = () => kysely.selectFrom('digest_deliveries').selectAll();

  return {
    /** False when there is one with this key. */
    async add(
      delivery: Pick<Delivery, 'workspaceId' | 'subscriptionId' | 'channelId' | 'key' | 'date' | 'dueAt'> &
        Partial<Pick<Delivery, 'state' | 'notice'>>,
    ): Promise<boolean> {
      const { state = 'waiting', notice = null } = delivery;
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('digest_deliveries')
        .values({
          id: randomUUID(),
          workspace_id: delivery.workspaceId,
          subscription_id: delivery.subscriptionId,
          channel_id: delivery.channelId,
          delivery_key: delivery.key,
          local_date: delivery.date,
          due_at: delivery.dueAt,
          ...{ state, notice, is_open: isOpen(state, notice) },
          digest_json: null,
          message_ts: null,
          link: null,
          thread_begun: 0,
          thread_posted: 0,
          posted_at: null,
          fault: null,
          free_at: now(),
          claim: '',
          created_at: now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    /** Those that nobody works on and that may go on, of all workspaces, the longest due first. */
    async free(limit: number, except: readonly string[]): Promise<FreeDelivery[]> {
      const rows = await kysely
        .selectFrom('digest_deliveries')
        .select(['id', 'workspace_id', 'claim', 'state', 'thread_begun', 'thread_posted'])
        .where('is_open', '=', 1)
        .where('free_at', '<=', now())
        .$if(except.length > 0, (query) => query.where('workspace_id', 'not in', except))
        .orderBy('free_at')
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ...{ id: row.id, workspaceId: row.workspace_id, claim: row.claim, state: row.state },
        ...{ threadBegun: row.thread_begun, threadPosted: row.thread_posted },
      }));
    },
    /** Null when somebody else was faster. A post that was under way when its process died is unknown from now on. */
    async claim({ id, claim, state, threadBegun, threadPosted }: FreeDelivery): Promise<Delivery | null> {
      const wasPosting = state === 'posting';
      const wasThreading = state === 'posted' && threadBegun > threadPosted;
      const row = await write((handle) =>
        handle
          .updateTable('digest_deliveries')
          .set({
            claim: randomUUID(),
            free_at: now() + (state === 'waiting' || state === 'claimed' ? COMPOSING_LEASE_MS : POSTING_LEASE_MS),
            ...(state === 'waiting' ? { state: 'claimed' } : {}),
            ...(wasPosting ? { state: 'unknown', notice: 'unknown' } : {}),
            ...(wasThreading ? { thread_posted: threadBegun, notice: 'thread-unknown' } : {}),
          })
          .where('id', '=', id)
          .where('claim', '=', claim)
          .where('is_open', '=', 1)
          .where('free_at', '<=', now())
          .returningAll()
          .executeTakeFirst(),
      );
      return row === undefined ? null : deliveryOf(row);
    },
    /** False when the claim was lost; then nothing has changed. */
    async change(delivery: Delivery, { waitUntil, ...change }: DeliveryChange): Promise<boolean> {
      const state = change.state ?? delivery.state;
      const notice = change.notice === undefined ? delivery.notice : change.notice;
      const is_open = isOpen(state, notice);
      const digest = change.digest === undefined ? delivery.digest : change.digest;
      const { numUpdatedRows } = await write((handle) =>
        handle
          .updateTable('digest_deliveries')
          .set({
            ...columnsOf(change),
            ...(is_open === 0 && digest !== null ? { digest_json: JSON.stringify(stripEvidence(digest)) } : {}),
            is_open,
            free_at: waitUntil ?? now() + POSTING_LEASE_MS,
          })
          .where('id', '=', delivery.id)
          .where('claim', '=', delivery.claim)
          .where('workspace_id', '=', delivery.workspaceId)
          .executeTakeFirst(),
      );
      return numUpdatedRows === 1n;
    },
    async find(workspaceId: string, id: string): Promise<Delivery | null> {
      const row = await select().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : deliveryOf(row);
    },
    /** Newest first. */
    async history(workspaceId: string, subscriptionId: string, limit: number): Promise<Delivery[]> {
      const rows = await select()
        .where('workspace_id', '=', workspaceId)
        .where('subscription_id', '=', subscriptionId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(deliveryOf);
    },
    /** Those that were posted since, newest first. */
    async posted(workspaceId: string, subscriptionId: string, since: number): Promise<Delivery[]> {
      const rows = await select()
        .where('workspace_id', '=', workspaceId)
        .where('subscription_id', '=', subscriptionId)
        .where('posted_at', '>=', since)
        .orderBy('posted_at', 'desc')
        .limit(60)
        .execute();
      return rows.map(deliveryOf);
    },
    /** After a year nobody asks any more. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('digest_deliveries')
        .where('is_open', '=', 0)
        .where('free_at', '<=', now() - KEPT_MS)
        .execute();
    },
  };
}

const isOpen = (state: DigestDeliveryState, notice: Delivery['notice']): 0 | 1 =>
  OPEN_STATES.includes(state) || notice !== null ? 1 : 0;

function columnsOf(change: Omit<DeliveryChange, 'waitUntil'>): Updateable<Tables['digest_deliveries']> {
  const { state, notice, digest, ts, link, threadBegun, threadPosted, postedAt, fault } = change;
  return {
    ...(state === undefined ? {} : { state }),
    ...(notice === undefined ? {} : { notice }),
    ...(digest === undefined ? {} : { digest_json: JSON.stringify(digest) }),
    ...(ts === undefined ? {} : { message_ts: ts }),
    ...(link === undefined ? {} : { link }),
    ...(threadBegun === undefined ? {} : { thread_begun: threadBegun }),
    ...(threadPosted === undefined ? {} : { thread_posted: threadPosted }),
    ...(postedAt === undefined ? {} : { posted_at: postedAt }),
    ...(fault === undefined ? {} : { fault }),
  };
}

const deliveryOf = (row: Row): Delivery => ({
  id: row.id,
  workspaceId: row.workspace_id,
  subscriptionId: row.subscription_id,
  channelId: row.channel_id,
  key: row.delivery_key,
  date: row.local_date,
  dueAt: row.due_at,
  state: row.state,
  notice: row.notice,
  digest: parseDigest(row.digest_json),
  ts: row.message_ts,
  link: row.link,
  threadBegun: row.thread_begun,
  threadPosted: row.thread_posted,
  postedAt: row.posted_at,
  fault: row.fault,
  claim: row.claim,
});

/** What another version wrote otherwise is left out of comparisons. */
function parseDigest(json: string | null): Digest | null {
  const digest: Digest | null = json === null ? null : JSON.parse(json);
  return digest?.version === 1 ? digest : null;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;
