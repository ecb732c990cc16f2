import { type Kysely, sql } from 'kysely';

/** Of every token only a hash is kept. */
const TABLES = `
create table passwords (account_id text primary key, password_hash text not null, set_at bigint not null);
create table password_links (token_hash text primary key, account_id text not null, expires_at bigint not null);
create table sessions (
  token_hash text primary key,
  account_id text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_by_account on sessions (account_id);
create table attempts (id text primary key, subject text not null, at bigint not null);
create index attempts_by_subject on attempts (subject, at);
create index attempts_by_time on attempts (at);

create table oauth_records (
  model text not null,
  id_hash text not null,
  grant_hash text,
  client_id text,
  account_id text,
  payload_json text not null,
  created_at bigint not null,
  consumed_at bigint,
  expires_at bigint,
  primary key (model, id_hash)
);
create index oauth_records_by_grant on oauth_records (grant_hash);
create index oauth_records_by_client on oauth_records (client_id);
create index oauth_records_by_account on oauth_records (account_id);
create index oauth_records_by_expiry on oauth_records (expires_at);
`;

/** How people sign in, and what they let programs do. */
export async function createSessions(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
