import { queryKeyOf } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { DueWatch, Watch, WatchOutbox } from '#handlers/watch-port.ts';
import type { Tables } from './tables.ts';
import { nextHour, parseWatchMemory, WATCH_COLUMNS, watchOf } from './watches.ts';

/** Longer than the service's client lets background work wait. */
const CHECK_LEASE_MS = 30 * 60 * 1_000;
/** Longer than a message with a picture can take to go out. */
const ALERT_LEASE_MS = 2 * 60 * 1_000;
const RETRY_SOON_MS = 5 * 60 * 1_000;
/** Where Slack is away for us, it is for a while. */
const NOTIFY_LEASE_MS = 60 * 60 * 1_000;
/** Threads that nobody writes in any more. */
const ALERT_KEPT_MS = 60 * 24 * 60 * 60 * 1_000;

/**
 * The watches' turns, over all workspaces. A watch is leased to one process; what it says is written down together with what it
 * remembers, if nobody changed the watch meanwhile, and only then posted: so no two processes say the same.
 */
export function watchOutboxStore(kysely: Kysely<Tables>, now: () => number): WatchOutbox {
  const fenced = ({ workspaceId, id }: DueWatch, version: number) =>
    kysely
      .updateTable('watches')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('version', '=', version);

  return {
    async claimDue(limit) {
      const at = now();
      const rows = await kysely
        .updateTable('watches')
        .set((row) => ({ lease_until: at + CHECK_LEASE_MS, version: row('version', '+', 1) }))
        .where((row) =>
          row(
            row.refTuple('workspace_id', 'id'),
            'in',
            row
              .selectFrom('watches')
              .select(['workspace_id', 'id'])
              .where('next_look_at', '<=', at)
              .where('lease_until', '<=', at)
              .where('paused', 'is', null)
              .where((each) => each.or([each('muted_until', 'is', null), each('muted_until', '<=', at)]))
              .orderBy('question_key')
              .limit(limit)
              .$asTuple('workspace_id', 'id'),
          ),
        )
        // Once more: another process may have taken it since.
        .where('lease_until', '<=', at)
        .returning([
          ...WATCH_COLUMNS,
          'workspace_id',
          'time_zone',
          'memory_json',
          'snapshot',
          'version',
          'question_key',
        ])
        .execute();
      return rows
        .toSorted((one, other) => (one.question_key < other.question_key ? -1 : 1))
        .map((row) => ({
          ...watchOf(row),
          workspaceId: row.workspace_id,
          timeZone: row.time_zone,
          memory: parseWatchMemory(row.memory_json),
          snapshot: row.snapshot,
          version: row.version,
        }));
    },
    async settle(watch, { memory, subject, snapshot, alert }) {
      return kysely.transaction().execute(async (handle) => {
        const { numUpdatedRows } = await handle
          .updateTable('watches')
          .set({
            memory_json: JSON.stringify(memory),
            subject_json: JSON.stringify(subject),
            question_key: queryKeyOf({ ...watch, subject }),
            snapshot,
            next_look_at: nextHour(now()),
            lease_until: 0,
            version: watch.version + 1,
          })
          .where('workspace_id', '=', watch.workspaceId)
          .where('id', '=', watch.id)
          .where('version', '=', watch.version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        if (alert === null) return true;
        await handle
          .insertInto('watch_alerts')
          .values({
            workspace_id: watch.workspaceId,
            id: alert.id,
            watch_id: watch.id,
            state: 'claimed',
            owner_id: watch.ownerId,
            target: watch.channelId,
            said: alert.text,
            channel_id: null,
            message_ts: null,
            claimed_at: now(),
            lease_until: now() + ALERT_LEASE_MS,
          })
          .execute();
        return true;
      });
    },
    async release(watch, when) {
      const next_look_at = when === 'soon' ? now() + RETRY_SOON_MS : nextHour(now());
      await fenced(watch, watch.version).set({ lease_until: 0, next_look_at }).execute();
    },
    async confirm(alertId, { channelId, ts }) {
      await kysely
        .updateTable('watch_alerts')
        .set({ state: 'done', channel_id: channelId, message_ts: ts })
        .where('id', '=', alertId)
        .execute();
    },
    async markUnconfirmed(alertId) {
      await kysely
        .updateTable('watch_alerts')
        .set({ state: 'unknown', lease_until: now() })
        .where('id', '=', alertId)
        .execute();
    },
    async undo(watch, alertId) {
      await kysely.transaction().execute(async (handle) => {
        const { numDeletedRows } = await handle
          .deleteFrom('watch_alerts')
          .where('id', '=', alertId)
          .where('state', '=', 'claimed')
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return;
        await handle
          .updateTable('watches')
          .set({
            memory_json: JSON.stringify(watch.memory),
            snapshot: null,
            next_look_at: now() + RETRY_SOON_MS,
            version: watch.version + 2,
          })
          .where('workspace_id', '=', watch.workspaceId)
          .where('id', '=', watch.id)
          .where('version', '=', watch.version + 1)
          .execute();
      });
    },
    async findPosted(alertId) {
      const row = await kysely
        .selectFrom('watch_alerts')
        .select(['channel_id', 'message_ts'])
        .where('id', '=', alertId)
        .where('state', '=', 'done')
        .executeTakeFirst();
      return row?.channel_id && row.message_ts ? { channelId: row.channel_id, ts: row.message_ts } : null;
    },
    async pause(workspaceId, which, reason): Promise<Watch[]> {
      const all = kysely
        .updateTable('watches')
        .set((row) => ({ paused: reason, lease_until: 0, version: row('version', '+', 1) }))
        .where('workspace_id', '=', workspaceId)
        .where('paused', 'is', null);
      const some =
        which === 'all'
          ? all
          : 'id' in which
            ? all.where('id', '=', which.id)
            : all.where('channel_id', '=', which.channelId);
      return (await some.returning(WATCH_COLUMNS).execute()).map(watchOf);
    },
    async claimUnconfirmed() {
      await kysely
        .deleteFrom('watch_alerts')
        .where('claimed_at', '<=', now() - ALERT_KEPT_MS)
        .execute();
      const rows = await kysely
        .updateTable('watch_alerts')
        .set({ state: 'unknown', lease_until: now() + NOTIFY_LEASE_MS })
        .where('state', 'in', ['claimed', 'unknown'])
        .where('lease_until', '<=', now())
        .returning(['id', 'workspace_id', 'owner_id', 'target', 'said'])
        .execute();
      return rows.map((row) => ({
        id: row.id,
        workspaceId: row.workspace_id,
        ownerId: row.owner_id,
        channelId: row.target,
        text: row.said,
      }));
    },
    async markOwnerNotified(alertId) {
      await kysely.updateTable('watch_alerts').set({ state: 'told' }).where('id', '=', alertId).execute();
    },
  };
}
