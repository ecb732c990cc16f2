import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

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
