import { type Kysely, sql } from 'kysely';

/** One row a workspace, which whoever adds a watch holds meanwhile. */
const TABLE = 'create table watch_books (workspace_id text not null primary key, held bigint not null)';

export async function createWatchBooks(database: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(database);
}
