/** How far each feed of a source has been read, and which posts came from it. */
export const FEEDS = `
create table feeds (
  key text primary key,
  since bigint not null,
  reached bigint not null,
  read_at bigint
);
create table feed_posts (post_id integer primary key, feed text not null, checked_at bigint not null);
create index feed_posts_by_check on feed_posts (feed, checked_at);
`;

/** How people sign in, and what they let programs do. Of every token only a hash is kept. */
export const SESSIONS = `
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

/** Briefs that people order, and since when an account has its plan. */
export const BRIEF_JOBS = `
create table brief_jobs (
  id text primary key,
  account_id text not null,
  signal_id text not null,
  state text not null,
  created_at bigint not null
);
create index brief_jobs_by_time on brief_jobs (created_at);
alter table accounts add column plan_since bigint;
`;

/** Alerts of signed-in people. */
export const ALERTS = `
create table alerts (
  id text primary key,
  account_id text not null,
  signal_id text,
  query text,
  metric text not null,
  above double precision not null,
  created_at bigint not null
);
create index alerts_by_account on alerts (account_id);
`;

/**
 * Merges, splits and moves, so that they can be undone, and the staging tables of a rebuild. Entries of the older table do not say which
 * clusters moved, so they can be read but not undone.
 */
export const MERGE_LOG = `
create table merge_log (
  id integer primary key,
  at bigint not null,
  kind text not null,
  from_id text not null,
  to_id text not null,
  from_state text not null,
  cluster_ids_json text not null,
  posts bigint not null,
  similarity double precision,
  undone_at bigint
);
create index merge_log_by_from on merge_log (from_id);
create index merge_log_by_to on merge_log (to_id);
insert into merge_log (id, at, kind, from_id, to_id, from_state, cluster_ids_json, posts, similarity)
  select id, at, 'merge', merged_id, survivor_id, 'candidate', '[]', 0, similarity from merges;
drop table merges;

create table rebuilt_posts (
  post_id integer primary key,
  cluster_id text,
  similarity double precision,
  duplicate_of integer,
  severity double precision not null,
  signature bytea
);
create table rebuilt_clusters (
  id text primary key,
  ordinal integer not null,
  signal_id text not null,
  documents integer not null,
  last_at bigint not null,
  retired integer not null default 0,
  terms_json text not null
);
create table rebuilt_terms (term text primary key, ordinal bigint not null, documents bigint not null);
`;

/** Content that must not come back, and what the operator has hidden. */
export const REMOVALS = `
create table tombstones (hash text primary key, kind text not null, at bigint not null);
alter table signals add column hidden integer not null default 0;
alter table posts add column hidden integer not null default 0;
alter table posts add column hidden_from text;
`;

/** What each account read, and its warnings and suspensions. */
export const FAIR_USE = `
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
