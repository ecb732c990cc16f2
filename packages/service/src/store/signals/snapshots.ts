import type { Kysely } from 'kysely';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

export interface HistoryPoint {
  /** UTC, YYYY-MM-DD. */
  date: string;
  ownerCount: number;
  score: number;
  volume: number;
}
export interface HistoryRow extends HistoryPoint {
  signalId: string;
  /** The moment the figures end at. */
  at: number;
}

export function snapshotStore(kysely: Kysely<Tables>) {
  const insert = (rows: readonly HistoryRow[], backfilled: 0 | 1) =>
    kysely.insertInto('signal_history').values(
      rows.map((row) => ({
        signal_id: row.signalId,
        day: row.date,
        at: row.at,
        score: row.score,
        volume: row.volume,
        owner_count: row.ownerCount,
        backfilled,
      })),
    );

  return {
    /** The last snapshot taken, whatever moment it was taken for. */
    async latest(): Promise<{ at: number; totalActiveSignals: number } | null> {
      const row = await kysely
        .selectFrom('snapshots')
        .select(['at', 'total_active_signals as totalActiveSignals'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Of the last snapshot taken; 0 when there is none. */
    async lastNumber(): Promise<number> {
      const { last } = await kysely
        .selectFrom('snapshots')
        .select((select) => select.fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      return last ?? 0;
    },

    /** Oldest first, from `fromDay` (YYYY-MM-DD) on. */
    history(signalId: string, fromDay: string): Promise<HistoryPoint[]> {
      return kysely
        .selectFrom('signal_history')
        .select(['day as date', 'owner_count as ownerCount', 'score', 'volume'])
        .where('signal_id', '=', signalId)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .execute();
    },

    /** Records that a snapshot was taken, with what each public signal was then; the day's last one stands. */
    async take(at: number, totalActiveSignals: number, rows: readonly HistoryRow[]): Promise<void> {
      const { last } = await kysely
        .selectFrom('snapshots')
        .select((select) => select.fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      await kysely
        .insertInto('snapshots')
        .values({ id: (last ?? 0) + 1, at, total_active_signals: totalActiveSignals })
        .execute();
      for (const some of inBatches(rows)) {
        await insert(some, 0)
          .onConflict((conflict) =>
            conflict.columns(['signal_id', 'day']).doUpdateSet((row) => ({
              at: row.ref('excluded.at'),
              score: row.ref('excluded.score'),
              volume: row.ref('excluded.volume'),
              owner_count: row.ref('excluded.owner_count'),
              backfilled: 0,
            })),
          )
          .execute();
      }
    },

    /** Counts what is active again: the operator has put something out of sight or back. */
    async recount(): Promise<void> {
      const { last } = await kysely
        .selectFrom('snapshots')
        .select((select) => select.fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      const { count } = await kysely
        .selectFrom('signals')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', '=', 'active')
        .where('hidden', '=', 0)
        .executeTakeFirstOrThrow();
      await kysely.updateTable('snapshots').set({ total_active_signals: count }).where('id', '=', last).execute();
    },

    /** Adds what a past day would have shown; a row that is there, seen or reckoned, is left as it is. */
    async backfill(rows: readonly HistoryRow[]): Promise<number> {
      let added = 0;
      for (const some of inBatches(rows)) {
        const result = await insert(some, 1)
          .onConflict((conflict) => conflict.columns(['signal_id', 'day']).doNothing())
          .executeTakeFirst();
        added += Number(result.numInsertedOrUpdatedRows ?? 0);
      }
      return added;
    },
  };
}
export type SnapshotStore = ReturnType<typeof snapshotStore>;
