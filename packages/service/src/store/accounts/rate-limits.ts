import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

export interface AttemptLimit {
  tries: number;
  /** At most a day. */
  windowMs: number;
}

const LONGEST_WINDOW_MS = 24 * 3_600_000;

/** Tries of something that is rationed, by subject: seen by every process, and not forgotten over a restart. */
export function attemptStore(kysely: Kysely<Tables>, { now, newId }: { now: () => number; newId: () => string }) {
  return {
    /** Notes a try unless there were too many. It is noted before they are counted, so that many at once gain nothing. */
    async take(subject: string, { tries, windowMs }: AttemptLimit): Promise<boolean> {
      const id = newId();
      await kysely
        .deleteFrom('attempts')
        .where('at', '<=', now() - LONGEST_WINDOW_MS)
        .execute();
      await kysely.insertInto('attempts').values({ id, subject, at: now() }).execute();
      const { count } = await kysely
        .selectFrom('attempts')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('subject', '=', subject)
        .where('at', '>', now() - windowMs)
        .executeTakeFirstOrThrow();
      if (count <= tries) return true;
      // What is refused does not prolong the wait.
      await kysely.deleteFrom('attempts').where('id', '=', id).execute();
      return false;
    },
    async forget(subject: string): Promise<void> {
      await kysely.deleteFrom('attempts').where('subject', '=', subject).execute();
    },
  };
}
export type AttemptStore = ReturnType<typeof attemptStore>;

/** When each account called of late, epoch ms, for processes that count calls together. */
export function callStore(kysely: Kysely<Tables>) {
  return {
    /** Replaces an account's times by what `change` makes of them; changes of one account come one after the other. */
    change<Result>(
      accountId: string,
      change: (times: readonly number[]) => { times: number[]; result: Result },
    ): Promise<Result> {
      return kysely.transaction().execute(async (handle) => {
        // An update that changes nothing takes the row's lock, which PostgreSQL's select would not.
        const row = await handle
          .insertInto('account_calls')
          .values({ account_id: accountId, times_json: '[]' })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId }))
          .returning('times_json')
          .executeTakeFirstOrThrow();
        const { times, result } = change(JSON.parse(row.times_json));
        await handle
          .updateTable('account_calls')
          .set({ times_json: JSON.stringify(times) })
          .where('account_id', '=', accountId)
          .execute();
        return result;
      });
    },
  };
}
export type CallStore = ReturnType<typeof callStore>;
