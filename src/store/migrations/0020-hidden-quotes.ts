import { type Kysely, sql } from 'kysely';

const TABLE = `
create table hidden_quotes (
  workspace_id text not null,
  quote_id text not null,
  hidden_at bigint not null,
  primary key (workspace_id, quote_id)
)`;

export async function createHiddenQuotes(database: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(database);
}
