import { type Kysely, sql } from 'kysely';

/** Entries of the older table do not say which clusters moved, so they can be read but not undone. */
const STATEMENTS = `
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

/** What was merged and parted, so that it can be undone; and where a rebuild is made ready before it counts. */
export async function createMergeLog(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
