import { sqlMigration } from '@pain-signals/storage';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS =
  'id, workspace_id, kind, source_id, send_key, state, notice, owner_id, channel_id, message_ts, link, error, content_json, attempts, due_at, posted_at, free_at, claim, created_at';

/** `quote` turns text into JSON. In 0.1 a claimed share or alert may have been posted already. */
const statements = (quote: 'to_json' | 'json_quote'): string[] => [
  `create table outbox (
    id text primary key,
    workspace_id text not null,
    kind text not null,
    source_id text not null,
    send_key text not null,
    state text not null,
    notice text,
    owner_id text,
    channel_id text,
    message_ts text,
    link text,
    error text,
    content_json text not null,
    attempts bigint not null,
    due_at bigint not null,
    posted_at bigint,
    free_at bigint,
    claim text not null,
    created_at bigint not null,
    unique (workspace_id, kind, source_id, send_key)
  )`,
  'create index outbox_by_turn on outbox (free_at)',
  'create index outbox_by_time on outbox (workspace_id, kind, source_id, created_at)',
  `insert into outbox (${COLUMNS})
    select workspace_id || ' ' || share_key, workspace_id, 'share', '', share_key,
      case state when 'claimed' then 'posting' when 'done' then 'confirmed' else 'told' end,
      null, user_id, channel_id, message_ts, link, null,
      '{"title":' || cast(${quote}(title) as text) || ',"again":' || cast(${quote}(again) as text) || '}',
      0, claimed_at, null, case state when 'claimed' then lease_until end, '', claimed_at
    from shares`,
  `insert into outbox (${COLUMNS})
    select id, workspace_id, 'digest', subscription_id, delivery_key,
      case when state = 'unknown' and notice is null then 'told' when state = 'unknown' then 'unconfirmed'
        when state in ('posted', 'done') then 'confirmed' else state end,
      case notice when 'unknown' then null when 'thread-unknown' then 'thread-unconfirmed' else notice end,
      null, channel_id, message_ts, link, fault,
      '{"date":"' || local_date || '","threadBegun":' || thread_begun || ',"threadPosted":' || thread_posted
        || ',"digest":' || coalesce(digest_json, 'null') || '}',
      0, due_at, posted_at, case is_open when 1 then free_at end, claim, created_at
    from digest_deliveries`,
  `insert into outbox (${COLUMNS})
    select id, workspace_id, 'alert', watch_id, id,
      case state when 'claimed' then 'posting' when 'done' then 'confirmed' when 'unknown' then 'unconfirmed' else state end,
      null, owner_id, coalesce(channel_id, target), message_ts, null, null,
      '{"text":' || cast(${quote}(said) as text) || '}',
      0, claimed_at, null, case when state in ('claimed', 'unknown') then lease_until end, '', claimed_at
    from watch_alerts`,
  'drop table shares',
  'drop table digest_deliveries',
  'drop table watch_alerts',
];

/** Shares, digests and alerts move into one table. */
async function createOutbox(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of statements(isPostgres ? 'to_json' : 'json_quote')) await sql.raw(statement).execute(database);
}

/** What version 0.2 changes. */
export const VERSION_0_2: Readonly<Record<string, Migration>> = {
  '0030-outbox': { up: createOutbox },
  // For an hour: requests that were handled, and which signal had which number in a list.
  '0031-recent': sqlMigration(`
create table seen_requests (request_key text primary key, expires_at bigint not null);
create index seen_requests_by_expiry on seen_requests (expires_at);
create table last_lists (
  workspace_id text not null,
  place text not null,
  list_json text not null,
  expires_at bigint not null,
  primary key (workspace_id, place)
);
create index last_lists_by_expiry on last_lists (expires_at)`),
  // Which of Slack's newer blocks a surface has refused, and what people thought of answers and briefs.
  '0034-native-blocks': sqlMigration(`
create table refused_blocks (
  workspace_id text not null,
  surface text not null,
  kind text not null,
  expires_at bigint not null,
  primary key (workspace_id, surface, kind)
);
create table feedback (
  workspace_id text not null,
  user_id text not null,
  about text not null,
  subject text not null,
  is_useful bigint not null,
  given_at bigint not null,
  primary key (workspace_id, about, subject, user_id)
);
create index feedback_by_time on feedback (given_at)`),
  '0040-conversations': sqlMigration(`
create table conversations (
  workspace_id text not null,
  place text not null,
  memory_json text not null,
  changed_at bigint not null,
  primary key (workspace_id, place)
);
create index conversations_by_time on conversations (changed_at);
create table hidden_signals (
  workspace_id text not null,
  signal_id text not null,
  topic text not null,
  reason text not null,
  hidden_by text not null,
  hidden_at bigint not null,
  primary key (workspace_id, signal_id)
)`),
  // Who set these up is asked once where another organization reads the channel.
  '0041-shared-channels': sqlMigration(`
alter table digest_subscriptions add column may_reach_others bigint not null default 0;
alter table watches add column may_reach_others bigint not null default 0`),
  // Requests that were acknowledged and are not answered yet: a row lives as long as a process works on its answer.
  '0042-unanswered-requests': sqlMigration(`
create table unanswered_requests (
  request_key text primary key,
  workspace_id text not null,
  request_sealed text not null,
  attempts bigint not null,
  asked_at bigint not null,
  free_at bigint not null
)`),
  // Workspaces that removed the app minutes ago: what others wrote since is deleted too.
  '0043-removals': sqlMigration(`
create table removals (
  workspace_id text primary key,
  removed_at bigint not null
)`),
  // For a day: the signals that the service listed for an API key, which its fair use counts.
  '0044-listed-signals': sqlMigration(`
create table listed_signals (
  key_hash text not null,
  signal_id text not null,
  listed_at bigint not null,
  primary key (key_hash, signal_id)
);
create index listed_signals_by_time on listed_signals (key_hash, listed_at)`),
  // A hidden signal may be merged into another one, which is hidden then unless people have shown it.
  '0045-hidden-merges': sqlMigration(`
alter table hidden_signals add column follows text;
alter table hidden_signals add column shown_at bigint;
alter table hidden_signals add column checked_at bigint not null default 0`),
  // A mention in a thread asks what the message above it shows.
  '0046-outbox-by-message': sqlMigration(`
create index outbox_by_message on outbox (workspace_id, channel_id, message_ts)`),
  // Whose change is not saved, because somebody else saved meanwhile, is told who did.
  '0047-digest-changed-by': sqlMigration(`
alter table digest_subscriptions add column changed_by text`),
};
