import { type Kysely, sql } from 'kysely';

const TABLES = [
  `create table watches (
  workspace_id text not null,
  id text not null,
  owner_id text not null,
  channel_id text,
  subject_json text not null,
  rule_json text not null,
  quiet_json text,
  most_a_day bigint not null,
  time_zone text,
  question_key text not null,
  memory_json text,
  snapshot text,
  muted_until bigint,
  paused text,
  version bigint not null,
  created_at bigint not null,
  next_look_at bigint not null,
  lease_until bigint not null,
  primary key (workspace_id, id)
)`,
  'create index watches_by_turn on watches (next_look_at)',
  'create index watches_by_owner on watches (workspace_id, owner_id)',
  `create table watch_alerts (
  workspace_id text not null,
  id text primary key,
  watch_id text not null,
  state text not null,
  owner_id text not null,
  target text,
  said text not null,
  channel_id text,
  message_ts text,
  claimed_at bigint not null,
  lease_until bigint not null
)`,
  'create index watch_alerts_by_lease on watch_alerts (state, lease_until)',
  'create index watch_alerts_by_watch on watch_alerts (workspace_id, watch_id)',
];

export async function createWatches(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(database);
}
