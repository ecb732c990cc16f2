import { type Kysely, sql } from 'kysely';

const TABLES = `
create table digest_subscriptions (
  id text primary key,
  workspace_id text not null,
  channel_id text not null,
  owner_id text not null,
  plan_json text not null,
  paused_because text,
  next_due_at bigint not null,
  next_due_date text not null,
  unique (workspace_id, channel_id)
);
create index digest_subscriptions_by_due on digest_subscriptions (next_due_at);

create table digest_deliveries (
  id text primary key,
  workspace_id text not null,
  subscription_id text not null,
  channel_id text not null,
  delivery_key text not null,
  local_date text not null,
  due_at bigint not null,
  state text not null,
  notice text,
  digest_json text,
  message_ts text,
  link text,
  thread_begun integer not null,
  thread_posted integer not null,
  posted_at bigint,
  fault text,
  is_open integer not null,
  free_at bigint not null,
  claim text not null,
  created_at bigint not null,
  unique (subscription_id, delivery_key)
);
create index digest_deliveries_by_turn on digest_deliveries (is_open, free_at);
create index digest_deliveries_by_time on digest_deliveries (workspace_id, subscription_id, created_at);

create table digest_votes (
  workspace_id text not null,
  subscription_id text not null,
  user_id text not null,
  signal_id text not null,
  macro_area text,
  pain_type text,
  is_useful integer not null,
  voted_at bigint not null,
  primary key (subscription_id, user_id, signal_id)
);
create index digest_votes_by_workspace on digest_votes (workspace_id);
`;

export async function createDigests(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
