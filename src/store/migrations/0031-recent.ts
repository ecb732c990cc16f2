import { type Kysely, sql } from 'kysely';

/** What any process must know for an hour: requests that were handled, and which signal had which number in a list. */
export async function createRecent(database: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create table seen_requests (request_key text primary key, expires_at bigint not null)',
    'create index seen_requests_by_expiry on seen_requests (expires_at)',
    `create table last_lists (
      workspace_id text not null,
      place text not null,
      list_json text not null,
      expires_at bigint not null,
      primary key (workspace_id, place)
    )`,
    'create index last_lists_by_expiry on last_lists (expires_at)',
  ]) {
    await sql.raw(statement).execute(database);
  }
}
