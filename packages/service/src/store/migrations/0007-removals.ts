import { type Kysely, sql } from 'kysely';

const TABLES = `
create table tombstones (hash text primary key, kind text not null, at bigint not null);
alter table signals add column hidden integer not null default 0;
alter table posts add column hidden integer not null default 0;
alter table posts add column hidden_from text;
`;

/** What must not come back, and what the operator has put out of sight. */
export async function createRemovals(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
