import { parseJson } from '@pain-signals/contract';
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../model/day.ts';
import { countRows } from '../database/sql.ts';
import type { StoreContext, Tables } from '../database/tables.ts';

export interface AttemptLimit {
  tries: number;
  /** At most a day. */
  windowMs: number;
}

const LONGEST_WINDOW_MS = DAY_MS;
/** Processes' clocks differ by less. Attempts that are yet to come are those of a clock that ran ahead. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** Rate-limited attempts by subject; every process sees them, and they survive a restart. */
export function attemptStore(kysely: Kysely<Tables>, { now, newId }: StoreContext) {
  const attempts = kysely.selectFrom('attempts');

  return {
    /** Records an attempt and returns true, or false over the limit. Recorded before counting, so concurrent attempts gain nothing. */
    async take(subject: string, { tries, windowMs }: AttemptLimit): Promise<boolean> {
      const id = newId();
      const at = now();
      await kysely
        .deleteFrom('attempts')
        .where((row) => row.or([row('at', '<=', at - LONGEST_WINDOW_MS), row('at', '>', at + LONGEST_WINDOW_MS)]))
        .execute();
      await kysely.insertInto('attempts').values({ id, subject, at }).execute();
      const own = attempts.where('subject', '=', subject);
      const count = await countRows(own.where('at', '>', at - windowMs).where('at', '<=', at + CLOCK_SKEW_MS));
      if (count <= tries) return true;
      // A refused attempt doesn't prolong the wait.
      await kysely.deleteFrom('attempts').where('id', '=', id).execute();
      return false;
    },
    /** Takes back the subject's last attempt. */
    async giveBack(subject: string): Promise<void> {
      const last = attempts.select('id').where('subject', '=', subject).orderBy('at', 'desc').limit(1);
      await kysely.deleteFrom('attempts').where('id', '=', last).execute();
    },
    async forget(subject: string): Promise<void> {
      await kysely.deleteFrom('attempts').where('subject', '=', subject).execute();
    },
  };
}

/** Times of each account's recent calls, epoch ms, shared by several processes. */
export function callStore(kysely: Kysely<Tables>) {
  const isPostgres = kysely.getExecutor().adapter instanceof PostgresAdapter;
  /** Processes whose clocks differ would each drop the times of the others. Null: one process, which has a clock. */
  const databaseTime: RawBuilder<number | null> = isPostgres
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`null`;

  return {
    /** Replaces an account's times with what `change` returns; changes of one account are serialized. `at`: the database's time. */
    change<Result>(
      accountId: string,
      change: (times: readonly number[], at: number | null) => { times: number[]; result: Result },
    ): Promise<Result> {
      return kysely.transaction().execute(async (transaction) => {
        // An update that changes nothing locks the row, which PostgreSQL's select would not.
        const row = await transaction
          .insertInto('accountCalls')
          .values({ accountId, timesJson: '[]' })
          .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ accountId }))
          .returning(['timesJson', databaseTime.as('at')])
          .executeTakeFirstOrThrow();
        const { times, result } = change((parseJson(row.timesJson) ?? []) as number[], row.at);
        const update = transaction.updateTable('accountCalls').set({ timesJson: JSON.stringify(times) });
        await update.where('accountId', '=', accountId).execute();
        return result;
      });
    },
  };
}
