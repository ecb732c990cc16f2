import { queryKeyOf } from '@pain-signals/domain';
import { type Kysely, PostgresAdapter } from 'kysely';
import type { CheckResult, DueWatch, WatchChecks } from '#handlers/subscription-ports.ts';
import { outboxStore } from './outbox.ts';
import type { Tables } from './tables.ts';
import { nextCheck, parseWatchMemory, WATCH_COLUMNS, watchOf } from './watches.ts';

/** Longer than the service's client lets background work wait. */
const CHECK_LEASE_MS = 30 * 60 * 1_000;
const RETRY_SOON_MS = 5 * 60 * 1_000;

const isPostgres = (kysely: Kysely<Tables>): boolean => kysely.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Checks of watches, over all workspaces. A watch is leased to one process. Its memory and its alert are written in one transaction,
 * directly before the alert is posted, so no two processes post the same.
 */
export function watchCheckStore(kysely: Kysely<Tables>, now: () => number): WatchChecks {
  const fenced = ({ workspaceId, id }: DueWatch, version: number, handle = kysely) =>
    handle
      .updateTable('watches')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('version', '=', version);
  const settle = async (
    handle: Kysely<Tables>,
    watch: DueWatch,
    { memory, subject, snapshot }: CheckResult,
  ): Promise<boolean> => {
    const queryKey = queryKeyOf({ ...watch, subject });
    const { numUpdatedRows } = await fenced(watch, watch.version, handle)
      .set({
        memory_json: JSON.stringify(memory),
        subject_json: JSON.stringify(subject),
        question_key: queryKey,
        snapshot,
        next_look_at: nextCheck(queryKey, now()),
        lease_until: 0,
        version: watch.version + 1,
      })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

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
              // Another process takes others, instead of waiting for these and getting none.
              .$if(isPostgres(kysely), (rows) => rows.forUpdate().skipLocked())
              .$asTuple('workspace_id', 'id'),
          ),
        )
        // Again, since another process may have claimed it meanwhile.
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
    settle: (watch, result) => settle(kysely, watch, result),
    settleWithAlert: (watch, result, alert) =>
      kysely.transaction().execute(async (handle) => {
        if (!(await settle(handle, watch, result))) return null;
        return outboxStore(handle, now, (work) => work(handle)).add(watch.workspaceId, { ...alert, state: 'posting' });
      }),
    async release(watch, when) {
      const next_look_at = when === 'soon' ? now() + RETRY_SOON_MS : nextCheck(queryKeyOf(watch), now());
      await fenced(watch, watch.version).set({ lease_until: 0, next_look_at }).execute();
    },
    async undo(watch, alert) {
      await kysely.transaction().execute(async (handle) => {
        const { numDeletedRows } = await handle
          .deleteFrom('outbox')
          .where('id', '=', alert.id)
          .where('claim', '=', alert.claim)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return;
        const next_look_at = now() + RETRY_SOON_MS;
        await fenced(watch, watch.version + 1, handle)
          .set({ memory_json: JSON.stringify(watch.memory), snapshot: null, next_look_at, version: watch.version + 2 })
          .execute();
      });
    },
    pause: (workspaceId, which, reason, noticesOf) =>
      kysely.transaction().execute(async (handle) => {
        const all = handle
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
        const paused = (await some.returning(WATCH_COLUMNS).execute()).map(watchOf);
        const outbox = outboxStore(handle, now, (work) => work(handle));
        for (const notice of noticesOf(paused)) await outbox.add(workspaceId, notice);
      }),
  };
}
