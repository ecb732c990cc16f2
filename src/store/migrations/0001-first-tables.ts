import { type Kysely, sql } from 'kysely';

const TABLES = `
create table installations (
  workspace_id text primary key,
  team_id text,
  enterprise_id text,
  name text,
  app_id text,
  bot_id text not null,
  bot_user_id text not null,
  bot_scopes text not null,
  bot_token_sealed text not null,
  refresh_token_sealed text,
  token_expires_at bigint,
  refreshing_until bigint not null,
  installed_by text not null,
  installed_at bigint not null
);
create table oauth_states (state_hash text primary key, expires_at bigint not null);
create index oauth_states_by_expiry on oauth_states (expires_at);

create table api_keys (
  workspace_id text primary key,
  key_sealed text not null,
  prefix text not null,
  connected_by text not null,
  connected_at bigint not null
);
create table settings (workspace_id text primary key, settings_json text not null);
create table settings_changes (
  id text primary key,
  workspace_id text not null,
  at bigint not null,
  user_id text not null,
  change_json text not null
);
create index settings_changes_by_time on settings_changes (workspace_id, at);

create table shares (
  workspace_id text not null,
  share_key text not null,
  state text not null,
  user_id text not null,
  channel_id text not null,
  title text not null,
  again text not null,
  message_ts text,
  link text,
  claimed_at bigint not null,
  lease_until bigint not null,
  primary key (workspace_id, share_key)
);
create index shares_by_time on shares (workspace_id, claimed_at);
create index shares_by_message on shares (workspace_id, channel_id, message_ts);
create index shares_by_lease on shares (state, lease_until);
`;

export async function createFirstTables(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
