/**
 * Plain SQL that SQLite and PostgreSQL read alike: `integer primary key` is numbered by the store, bytes are `bytea` (SQLite takes any
 * type name), truth values are 0 or 1, times are epoch milliseconds.
 */
export const FIRST_TABLES = `
create table posts (
  id integer primary key,
  provider text not null,
  external_id text not null,
  title text,
  url text,
  author text,
  author_key text not null,
  repository text,
  place text not null,
  owner text,
  code_host integer not null,
  licence text,
  reactions bigint not null,
  severity double precision not null,
  chunk_count integer not null,
  created_at bigint not null,
  stored_at bigint not null,
  sample integer not null,
  duplicate_of integer,
  cluster_id text,
  assigned_at bigint,
  similarity double precision,
  unique (provider, external_id)
);
create index posts_by_cluster on posts (cluster_id);
create index posts_by_time on posts (created_at);

create table post_texts (post_id integer primary key, text text not null);
create table chunks (
  post_id integer not null,
  ordinal integer not null,
  text text not null,
  primary key (post_id, ordinal)
);
create table waiting_posts (post_id integer primary key, due_at bigint not null, terms_json text not null);
create table signatures (post_id integer primary key, signature bytea not null);

create table clusters (
  id text primary key,
  ordinal integer not null,
  signal_id text not null,
  documents integer not null,
  last_at bigint not null,
  retired integer not null default 0,
  terms_json text not null
);
create index clusters_by_signal on clusters (signal_id);
create index clusters_by_ordinal on clusters (ordinal);
create table document_frequencies (term text primary key, ordinal bigint not null, documents bigint not null);
create index document_frequencies_by_ordinal on document_frequencies (ordinal);
create table counters (name text primary key, value bigint not null);

create table signals (
  id text primary key,
  state text not null,
  merged_into text,
  sample integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  tracking_started_at bigint,
  topic text not null default '',
  summary text not null default '',
  search_text text not null default '',
  pain_type text,
  macro_area text,
  macro_area_confidence double precision,
  described_volume bigint not null default 0,
  topic_volume bigint not null default 0,
  score double precision not null default 0,
  score_parts_json text not null default '{}',
  growth double precision not null default 0,
  rise_p double precision not null default 0,
  trending integer not null default 0,
  emerging integer not null default 0,
  volume bigint not null default 0,
  chunk_count bigint not null default 0,
  author_count bigint not null default 0,
  repository_count bigint not null default 0,
  first_seen_at bigint not null default 0,
  last_seen_at bigint not null default 0,
  mentions_last_window bigint not null default 0,
  mentions_prev_window bigint not null default 0,
  unique_owner_count bigint not null default 0,
  top_owner_name text,
  top_owner_folded text,
  top_owner_dominance_pct integer not null default 0,
  sources_json text not null default '[]'
);
create index signals_by_state on signals (state, score);
create table merges (
  id integer primary key,
  at bigint not null,
  survivor_id text not null,
  merged_id text not null,
  cluster_ids_json text not null,
  similarity double precision not null
);

create table snapshots (id integer primary key, at bigint not null, total_active_signals bigint not null);
create table signal_history (
  signal_id text not null,
  day text not null,
  at bigint not null,
  score double precision not null,
  volume bigint not null,
  owner_count bigint not null,
  backfilled integer not null,
  primary key (signal_id, day)
);
create table briefs (
  signal_id text primary key,
  id text not null,
  topic text not null,
  generated_at bigint not null,
  brief_json text not null
);

create table accounts (id text primary key, email text not null unique, plan text not null, created_at bigint not null);
create table api_keys (
  prefix text primary key,
  account_id text not null,
  secret_hash text not null,
  name text,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create index api_keys_by_account on api_keys (account_id);
create table account_calls (account_id text primary key, times_json text not null);
`;
