import { type Kysely, sql } from 'kysely';

const TABLES = `
create table listed_signals (
  account_id text not null,
  signal_id text not null,
  at bigint not null,
  primary key (account_id, signal_id)
);
create index listed_signals_by_time on listed_signals (at);
create table semantic_searches (id text primary key, account_id text not null, at bigint not null, searches integer not null);
create index semantic_searches_by_account on semantic_searches (account_id, at);
create table conduct (
  subject text primary key,
  account_id text not null,
  paging_warned_at bigint,
  searching_warned_at bigint,
  suspended_at bigint,
  suspended_for text
);
create index conduct_by_account on conduct (account_id);
`;

/** Who reads how much, and who was warned or suspended for it. */
export async function createFairUse(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
