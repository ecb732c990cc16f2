import { HOUR_MS, queryKeyOf, SELF_ENDING_PAUSES, takeBack, type Watch } from '@pain-signals/domain';
import { type Kysely, PostgresAdapter } from 'kysely';
import type { AlertMessage, NewMessage } from '#handlers/outbox-port.ts';
import type { CheckResult, DueWatch, NextLook, WatchChecks } from '#handlers/subscription-ports.ts';
import { inTransaction, type Write } from './batched-writes.ts';
import { outboxStore } from './outbox.ts';
import type { Tables } from './tables.ts';
import { lockWatches, nextCheck, parseWatchMemory, WATCH_COLUMNS, watchOf } from './watches.ts';

/** Longer than the service's client lets background work wait. */
const CHECK_LEASE_MS = 30 * 60 * 1_000;
const RETRY_SOON_MS = 5 * 60 * 1_000;

const isPostgres = (kysely: Kysely<Tables>): boolean => kysely.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Checks of watches, over all workspaces. A watch is leased to one process. Its memory and its alert are written in one transaction,
 * directly before the alert is posted, so no two processes post the same.
 */
export function watchCheckStore(
  kysely: Kysely<Tables>,
  now: () => number,
  write: Write<Tables>,
): WatchChecks & { pullBack(at: number): Promise<string[]> } {
  const fenced = ({ workspaceId, id }: DueWatch, version: number, handle: Kysely<Tables>) =>
    handle
      .updateTable('watches')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('version', '=', version);
  const nextLook = (watch: Pick<Watch, 'subject' | 'rule'>, when: NextLook): number =>
    when === 'soon' ? now() + RETRY_SOON_MS : nextCheck(queryKeyOf(watch), now());
  const settle = async (
    handle: Kysely<Tables>,
    watch: DueWatch,
    { memory, subject, snapshot }: CheckResult,
  ): Promise<boolean> => {
    const queryKey = queryKeyOf({ ...watch, subject });
    const { numUpdatedRows } = await fenced(watch, watch.version, handle)
      .set({
        memoryJson: JSON.stringify(memory),
        subjectJson: JSON.stringify(subject),
        questionKey: queryKey,
        snapshot,
        nextLookAt: nextCheck(queryKey, now()),
        leaseUntil: 0,
        version: watch.version + 1,
      })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

  const addNotice = async (handle: Kysely<Tables>, workspaceId: string, notice: NewMessage<AlertMessage>) => {
    const outbox = outboxStore(handle, now, (work) => work(handle));
    if (!(await outbox.join(workspaceId, notice))) await outbox.add(workspaceId, notice);
  };

  return {
    async claimDue(limit, exceptWorkspaces = []) {
      const at = now();
      const rows = await kysely
        .updateTable('watches')
        .set((row) => ({ leaseUntil: at + CHECK_LEASE_MS, version: row('version', '+', 1) }))
        .where((row) =>
          row(
            row.refTuple('workspaceId', 'id'),
            'in',
            row
              .selectFrom('watches')
              .select(['workspaceId', 'id'])
              .where('nextLookAt', '<=', at)
              .where('leaseUntil', '<=', at)
              .$if(exceptWorkspaces.length > 0, (rows) => rows.where('workspaceId', 'not in', exceptWorkspaces))
              .where((each) =>
                each.or([
                  // Also where it is muted: its owner is told that a signal is back.
                  each('paused', 'in', SELF_ENDING_PAUSES),
                  each.and([
                    each('paused', 'is', null),
                    each.or([each('mutedUntil', 'is', null), each('mutedUntil', '<=', at)]),
                  ]),
                ]),
              )
              .orderBy('questionKey')
              .limit(limit)
              // Another process takes others, instead of waiting for these and getting none.
              .$if(isPostgres(kysely), (rows) => rows.forUpdate().skipLocked())
              .$asTuple('workspaceId', 'id'),
          ),
        )
        // Again, since another process may have claimed it meanwhile.
        .where('leaseUntil', '<=', at)
        .returning([...WATCH_COLUMNS, 'workspaceId', 'timeZone', 'memoryJson', 'snapshot', 'version', 'questionKey'])
        .execute();
      return rows
        .toSorted((one, other) => (one.questionKey < other.questionKey ? -1 : 1))
        .map((row) => ({
          ...watchOf(row),
          workspaceId: row.workspaceId,
          timeZone: row.timeZone,
          memory: parseWatchMemory(row.memoryJson),
          snapshot: row.snapshot,
          version: row.version,
        }));
    },
    /** Watches that wait for longer than an hour or its lease, as after a clock that ran ahead, are due now. Returns their ids. */
    async pullBack(at: number): Promise<string[]> {
      const rows = await kysely
        .updateTable('watches')
        .set((row) => ({ nextLookAt: at, leaseUntil: 0, version: row('version', '+', 1) }))
        .where((row) =>
          row.or([row('nextLookAt', '>', at + 2 * HOUR_MS), row('leaseUntil', '>', at + 2 * CHECK_LEASE_MS)]),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    settle: (watch, result) => write((handle) => settle(handle, watch, result)),
    settleWithAlert: (watch, result, alert) =>
      write((kysely) =>
        inTransaction(kysely, async (handle) => {
          if (!(await settle(handle, watch, result))) return null;
          return outboxStore(handle, now, (work) => work(handle)).add(watch.workspaceId, {
            ...alert,
            state: 'posting',
          });
        }),
      ),
    async release(watch, when, memory) {
      const nextLookAt = nextLook(watch, when);
      const change = { leaseUntil: 0, nextLookAt, ...(memory && { memoryJson: JSON.stringify(memory) }) };
      await write((handle) => fenced(watch, watch.version, handle).set(change).execute());
    },
    async undo({ workspaceId, id }, alert, refused, when) {
      await kysely.transaction().execute(async (handle) => {
        const { numDeletedRows } = await handle
          .deleteFrom('outbox')
          .where('id', '=', alert.id)
          .where('claim', '=', alert.claim)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return;
        // Written before it is read, so that nobody changes it in between.
        const row = await handle
          .updateTable('watches')
          .set((row) => ({ snapshot: null, leaseUntil: 0, version: row('version', '+', 1) }))
          .where((row) => row.and({ workspaceId, id }))
          .returning([...WATCH_COLUMNS, 'memoryJson'])
          .executeTakeFirst();
        if (row === undefined) return;
        const watch = watchOf(row);
        const memory = parseWatchMemory(row.memoryJson);
        const after = memory && takeBack(memory, watch.rule, refused);
        await handle
          .updateTable('watches')
          .set({ nextLookAt: nextLook(watch, when), memoryJson: JSON.stringify(after) })
          .where((row) => row.and({ workspaceId, id }))
          .execute();
      });
    },
    resume: (watch, memory, notice) =>
      kysely.transaction().execute(async (handle) => {
        await lockWatches(handle, watch.workspaceId);
        const { numUpdatedRows } = await fenced(watch, watch.version, handle)
          .set({
            ...{ paused: null, memoryJson: JSON.stringify(memory), snapshot: null },
            ...{ nextLookAt: now(), leaseUntil: 0, version: watch.version + 1 },
          })
          .executeTakeFirst();
        if (numUpdatedRows !== 1n || notice === null) return;
        // An owner without a notice of the pause needs none of its end.
        const waiting = await outboxStore(handle, now, (work) => work(handle)).waitingFor(watch.workspaceId, {
          sourceId: 'missing',
          ownerId: watch.ownerId,
        });
        if (waiting?.pausedWatches?.includes(watch.id)) return;
        await addNotice(handle, watch.workspaceId, notice);
      }),
    pause: (workspaceId, which, reason, noticesOf) =>
      kysely.transaction().execute(async (handle) => {
        await lockWatches(handle, workspaceId);
        const all = handle
          .updateTable('watches')
          .set((row) => ({ paused: reason, leaseUntil: 0, version: row('version', '+', 1) }))
          .where('workspaceId', '=', workspaceId)
          .where('paused', 'is', null);
        const some =
          which === 'all'
            ? all
            : 'id' in which
              ? all.where('id', '=', which.id)
              : all.where('channelId', '=', which.channelId);
        const asked = reason === 'shared' ? some.where('mayReachOthers', '=', 0) : some;
        const paused = (await asked.returning(WATCH_COLUMNS).execute()).map(watchOf);
        for (const notice of noticesOf(paused)) await addNotice(handle, workspaceId, notice);
      }),
  };
}
