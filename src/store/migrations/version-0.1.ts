import { sqlMigration } from '@pain-signals/storage';
import type { Migration } from 'kysely/migration';

export const VERSION_0_1: Readonly<Record<string, Migration>> = {
  '0001-first-tables': sqlMigration(`
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
create index shares_by_lease on shares (state, lease_until)`),
  '0002-chart-files': sqlMigration(`
create table chart_files (
  workspace_id text not null,
  content_hash text not null,
  file_id text not null,
  uploaded_at bigint not null,
  primary key (workspace_id, content_hash)
);
create index chart_files_by_time on chart_files (uploaded_at)`),
  '0010-digests': sqlMigration(`
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
create index digest_votes_by_workspace on digest_votes (workspace_id)`),
  '0011-watches': sqlMigration(`
create table watches (
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
);
create index watches_by_turn on watches (next_look_at);
create index watches_by_owner on watches (workspace_id, owner_id);
create table watch_alerts (
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
);
create index watch_alerts_by_lease on watch_alerts (state, lease_until);
create index watch_alerts_by_watch on watch_alerts (workspace_id, watch_id)`),
  '0020-hidden-quotes': sqlMigration(`
create table hidden_quotes (
  workspace_id text not null,
  quote_id text not null,
  hidden_at bigint not null,
  primary key (workspace_id, quote_id)
)`),
  // One row a workspace, locked while a watch is added.
  '0022-watch-books': sqlMigration(`
create table watch_books (workspace_id text not null primary key, held bigint not null)`),
  // Hidden quotes were known by a number of the service, which another post can have had since.
  '0023-hidden-posts': sqlMigration(`
drop table hidden_quotes;
create table hidden_quotes (
  workspace_id text not null,
  quote_id text not null,
  hidden_as text not null,
  hidden_at bigint not null,
  primary key (workspace_id, quote_id, hidden_as)
)`),
};
