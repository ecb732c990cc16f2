import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `insert into conduct (subject, account_id, paging_warned_at, searching_warned_at, suspended_at, suspended_for)
   select account_id, account_id, max(paging_warned_at), max(searching_warned_at), max(suspended_at), max(suspended_for)
   from conduct where subject <> account_id group by account_id
   on conflict (subject) do update set
     paging_warned_at = coalesce(excluded.paging_warned_at, conduct.paging_warned_at),
     searching_warned_at = coalesce(excluded.searching_warned_at, conduct.searching_warned_at),
     suspended_at = coalesce(excluded.suspended_at, conduct.suspended_at),
     suspended_for = coalesce(excluded.suspended_for, conduct.suspended_for)`,
  'delete from conduct where subject <> account_id',
];

/** Fair use is judged for each account: a suspended person could make another key. */
export async function judgeFairUseByAccount(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}
