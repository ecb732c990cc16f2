import { type Kysely, sql } from 'kysely';

const TABLE = `
create table hidden_quotes (
  workspace_id text not null,
  quote_id text not null,
  hidden_as text not null,
  hidden_at bigint not null,
  primary key (workspace_id, quote_id, hidden_as)
)`;

/** What was hidden before goes: it was known by a number of the service, which another post can have had since. */
export async function hideByPost(database: Kysely<unknown>): Promise<void> {
  await sql`drop table hidden_quotes`.execute(database);
  await sql.raw(TABLE).execute(database);
}
