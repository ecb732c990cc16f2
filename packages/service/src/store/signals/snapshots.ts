import { History } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { createRowCheck, type OnDamaged } from '../database/damaged-rows.ts';
import { countRows, firstOrNull, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

type HistoryPoint = History['points'][number];
export interface HistoryRow extends HistoryPoint {
  signalId: string;
  /** The moment the figures end at. */
  at: number;
}

export function snapshotStore(kysely: Kysely<Tables>, onDamaged: OnDamaged) {
  const isWhole = createRowCheck('signal_history', History.shape.points.element, onDamaged);
  const latest = kysely.selectFrom('snapshots').orderBy('id', 'desc').limit(1);
  const lastNumber = async (): Promise<number> => (await latest.select('id').executeTakeFirst())?.id ?? 0;
  const insert = (rows: readonly HistoryRow[], backfilled: 0 | 1) =>
    kysely.insertInto('signalHistory').values(rows.map(({ date: day, ...row }) => ({ ...row, day, backfilled })));

  return {
    /** The last snapshot taken, whatever moment it was taken for. */
    latest: (): Promise<{ at: number; totalActiveSignals: number } | null> =>
      firstOrNull(latest.select(['at', 'totalActiveSignals'])),

    /** Number of the last snapshot; 0 when there is none. */
    lastNumber,

    /** Oldest first, from `fromDay` (YYYY-MM-DD) on; damaged days are left out. */
    async history(signalId: string, fromDay: string): Promise<HistoryPoint[]> {
      const days = kysely.selectFrom('signalHistory').select(['day as date', 'ownerCount', 'score', 'volume']);
      const points = await days.where('signalId', '=', signalId).where('day', '>=', fromDay).orderBy('day').execute();
      return points.filter((point) => isWhole(signalId, point));
    },

    /** Records a snapshot and each signal's figures for its day, replacing an earlier snapshot's. */
    async take(at: number, totalActiveSignals: number, rows: readonly HistoryRow[]): Promise<void> {
      const id = (await lastNumber()) + 1;
      await kysely.insertInto('snapshots').values({ id, at, totalActiveSignals }).execute();
      for (const batch of inBatches(rows)) {
        await insert(batch, 0)
          .onConflict((conflict) =>
            conflict.columns(['signalId', 'day']).doUpdateSet((row) => ({
              at: row.ref('excluded.at'),
              score: row.ref('excluded.score'),
              volume: row.ref('excluded.volume'),
              ownerCount: row.ref('excluded.ownerCount'),
              backfilled: 0,
            })),
          )
          .execute();
      }
    },

    /** Counts the active signals again, after one was hidden or shown. */
    async recount(): Promise<void> {
      const active = kysely.selectFrom('signals').where('state', '=', 'active').where('hidden', '=', 0);
      const recount = kysely.updateTable('snapshots').set({ totalActiveSignals: await countRows(active) });
      await recount.where('id', '=', await lastNumber()).execute();
    },

    /** Adds past days and returns how many were added; existing rows stay as they are. */
    async backfill(rows: readonly HistoryRow[]): Promise<number> {
      let added = 0;
      for (const batch of inBatches(rows)) {
        const result = await insert(batch, 1)
          .onConflict((conflict) => conflict.columns(['signalId', 'day']).doNothing())
          .executeTakeFirst();
        added += Number(result.numInsertedOrUpdatedRows ?? 0);
      }
      return added;
    },
  };
}
