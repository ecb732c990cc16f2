import { type Kysely, sql } from 'kysely';

const TABLES = `
create table alerts (
  id text primary key,
  account_id text not null,
  signal_id text,
  query text,
  metric text not null,
  above double precision not null,
  created_at bigint not null
);
create index alerts_by_account on alerts (account_id);
`;

/** What people want to be told of. */
export async function createAlerts(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
