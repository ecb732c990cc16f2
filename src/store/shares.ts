import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Share, ShareClaim, ShareState } from '#handlers/ports.ts';
import type { Tables } from './tables.ts';

/** Longer than Slack can take to answer a message. */
const LEASE_MS = 60_000;
/** Longer than anybody keeps pressing one button. */
const UNFINISHED_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** A share that a dead process left behind: nobody knows whether Slack got it. */
export interface UnconfirmedShare {
  workspaceId: string;
  userId: string;
  channelId: string;
  again: string;
}

/** What was shared. A row is there before its message is posted, so that no press and no process posts it a second time. */
export function shareStore(kysely: Kysely<Tables>, now: () => number) {
  const rowOf = (workspaceId: string, key: string) => ({ workspace_id: workspaceId, share_key: hashKey(key) });

  return {
    async claim(workspaceId: string, { key, userId, channelId, title, again }: ShareClaim): Promise<ShareState> {
      const row = rowOf(workspaceId, key);
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('shares')
        .values({
          ...row,
          state: 'claimed',
          user_id: userId,
          channel_id: channelId,
          title,
          again,
          message_ts: null,
          link: null,
          claimed_at: now(),
          lease_until: now() + LEASE_MS,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted === 1n) return 'mine';
      const known = await kysely
        .selectFrom('shares')
        .select(['state', 'lease_until'])
        .where('workspace_id', '=', row.workspace_id)
        .where('share_key', '=', row.share_key)
        .executeTakeFirst();
      if (known?.state === 'done') return 'done';
      return known?.state === 'unknown' || (known !== undefined && known.lease_until <= now()) ? 'unknown' : 'running';
    },
    async confirm(
      workspaceId: string,
      key: string,
      posted: { channelId: string; ts: string | null; link: string | null },
    ): Promise<void> {
      await kysely
        .updateTable('shares')
        .set({ state: 'done', channel_id: posted.channelId, message_ts: posted.ts, link: posted.link })
        .where((row) => row.and(rowOf(workspaceId, key)))
        .execute();
    },
    async markUnconfirmed(workspaceId: string, key: string): Promise<void> {
      await kysely
        .updateTable('shares')
        .set({ state: 'unknown' })
        .where((row) => row.and(rowOf(workspaceId, key)))
        .execute();
    },
    async release(workspaceId: string, key: string): Promise<void> {
      await kysely
        .deleteFrom('shares')
        .where((row) => row.and(rowOf(workspaceId, key)))
        .where('state', '=', 'claimed')
        .execute();
    },
    /** Those that were certainly posted, newest first. */
    async recent(workspaceId: string, limit: number): Promise<Share[]> {
      const rows = await shared()
        .where('workspace_id', '=', workspaceId)
        .orderBy('claimed_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(shareOf);
    },
    async find(workspaceId: string, channelId: string, ts: string): Promise<Share | null> {
      const row = await shared()
        .where('workspace_id', '=', workspaceId)
        .where('channel_id', '=', channelId)
        .where('message_ts', '=', ts)
        .executeTakeFirst();
      return row === undefined ? null : shareOf(row);
    },
    /** After its message was deleted. */
    async remove(
      workspaceId: string,
      { channelId, ts, key }: { channelId: string; ts: string; key: string | null },
    ): Promise<void> {
      await kysely
        .deleteFrom('shares')
        .where('workspace_id', '=', workspaceId)
        .where('channel_id', '=', channelId)
        .where((row) =>
          row.or([row('message_ts', '=', ts), ...(key === null ? [] : [row('share_key', '=', hashKey(key))])]),
        )
        .execute();
    },
    /** Claims whose process must be dead, each given to one caller alone. Forgets what is too old for anybody to ask for. */
    async claimUnconfirmed(): Promise<UnconfirmedShare[]> {
      await kysely
        .deleteFrom('shares')
        .where('state', '=', 'unknown')
        .where('lease_until', '<=', now() - UNFINISHED_KEPT_MS)
        .execute();
      const rows = await kysely
        .updateTable('shares')
        .set({ state: 'unknown' })
        .where('state', '=', 'claimed')
        .where('lease_until', '<=', now())
        .returning(['workspace_id', 'user_id', 'channel_id', 'again'])
        .execute();
      return rows.map((row) => ({
        workspaceId: row.workspace_id,
        userId: row.user_id,
        channelId: row.channel_id,
        again: row.again,
      }));
    },
  };

  function shared() {
    return kysely
      .selectFrom('shares')
      .select(['user_id', 'channel_id', 'message_ts', 'title', 'link', 'claimed_at'])
      .where('state', '=', 'done');
  }
}

interface SharedRow {
  user_id: string;
  channel_id: string;
  message_ts: string | null;
  title: string;
  link: string | null;
  claimed_at: number;
}

const shareOf = (row: SharedRow): Share => ({
  userId: row.user_id,
  channelId: row.channel_id,
  ts: row.message_ts,
  title: row.title,
  link: row.link,
  sharedAt: row.claimed_at,
});

/** A key can be as long as a question. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export type ShareStore = ReturnType<typeof shareStore>;
