/** The vector of each signal's text by an embeddings endpoint; vectors of different models can't be compared. */
export const SIGNAL_VECTORS =
  'create table signal_vectors (signal_id text primary key, model text not null, text_hash text not null, vector bytea not null)';

/** The parts of each signal's score a week before; null until the next snapshot computes them. */
export const PARTS_WEEK_BEFORE = 'alter table signals add column score_parts_week_before_json text';

/** Looked up for each removed post: its duplicates, and whether its cluster has hidden posts. */
export const REMOVAL_INDEXES = `
create index posts_by_original on posts (duplicate_of) where duplicate_of is not null;
create index posts_by_hiding on posts (hidden_from) where hidden_from is not null;
`;

/** Since when the source no longer shows a post; it is removed only when a check a day later confirms it. */
export const MISSING_POSTS = `
alter table feed_posts add column missing_since bigint;
create index feed_posts_missing on feed_posts (feed) where missing_since is not null;
`;

/** Answers of a language model by the hash of the question; a null answer was refused. */
export const MODEL_ANSWERS =
  'create table model_answers (hash text primary key, answer text, asked_at bigint not null)';

/** Fair use is judged for each account: a suspended person could create another key. */
export const FAIR_USE_BY_ACCOUNT = `
insert into conduct (subject, account_id, paging_warned_at, searching_warned_at, suspended_at, suspended_for)
  select account_id, account_id, max(paging_warned_at), max(searching_warned_at), max(suspended_at), max(suspended_for)
  from conduct where subject <> account_id group by account_id
  on conflict (subject) do update set
    paging_warned_at = coalesce(excluded.paging_warned_at, conduct.paging_warned_at),
    searching_warned_at = coalesce(excluded.searching_warned_at, conduct.searching_warned_at),
    suspended_at = coalesce(excluded.suspended_at, conduct.suspended_at),
    suspended_for = coalesce(excluded.suspended_for, conduct.suspended_for);
delete from conduct where subject <> account_id;
`;

/**
 * Marks the signals that the next refresh computes again, and how well each cluster fits its signal. Which signals an interrupted
 * import had changed isn't known, so the next refresh then computes all.
 */
export const CHANGED_SIGNALS = `
alter table signals add column changed integer not null default 0;
create index signals_by_change on signals (changed) where changed = 1;
alter table clusters add column coherence real;
update counters set value = 2 where name = 'refreshDue' and value > 0;
`;

/** What search finds each post by, with a full-text index. The pipeline fills it for posts that are stored already. */
const POST_TERMS =
  'create table post_terms (post_id integer primary key, title_terms text not null, body_terms text not null)';

/** Terms as the tokenizer made them: only spaces separate them, whatever else they contain. */
export const POST_TERMS_POSTGRES = [
  POST_TERMS,
  `create index post_terms_by_term on post_terms using gin
    (array_to_tsvector(array_remove(string_to_array(title_terms || ' ' || body_terms, ' '), '')))`,
];

/** The index follows the table by triggers, so that whatever deletes a post deletes its terms there too. */
export const POST_TERMS_SQLITE = [
  POST_TERMS,
  `create virtual table post_search using fts5(title_terms, body_terms, content='post_terms', content_rowid='post_id',
    detail=none, columnsize=0, tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* P* S* C*' separators ' '")`,
  `insert into post_search (post_search, rank) values ('secure-delete', 1)`,
  `create trigger post_terms_added after insert on post_terms begin
    insert into post_search (rowid, title_terms, body_terms) values (new.post_id, new.title_terms, new.body_terms);
  end`,
  `create trigger post_terms_removed after delete on post_terms begin
    insert into post_search (post_search, rowid, title_terms, body_terms)
    values ('delete', old.post_id, old.title_terms, old.body_terms);
  end`,
];

const SIGNATURE_KEYS = `create table signature_keys (
  key bigint not null, generation integer not null, post_id integer not null, primary key (key, generation))`;

/** What posts are found by that may say the same. The next import fills it from the signatures that are stored already. */
export const SIGNATURE_KEYS_POSTGRES = SIGNATURE_KEYS;
export const SIGNATURE_KEYS_SQLITE = `${SIGNATURE_KEYS} without rowid`;

/**
 * Stored, because the newest posts with a common term are looked for post by post, and computing each vector takes
 * forty times as long. Without `fastupdate` no search reads through what an import added to the index last.
 */
export const SEARCHED_TERMS_POSTGRES = `
alter table post_terms add column searched tsvector generated always as
  (array_to_tsvector(array_remove(string_to_array(title_terms || ' ' || body_terms, ' '), ''))) stored;
drop index post_terms_by_term;
create index post_terms_by_term on post_terms using gin (searched) with (fastupdate = off);
`;

/** Search adds up the posts of hundreds of signals, from the index alone: the clusters' own rows are wide, and there are many. */
export const CLUSTER_VOLUMES = `
drop index clusters_by_signal;
create index clusters_by_signal on clusters (signal_id, documents);
`;

/** What a thread was doing when it ended unexpectedly. */
export const THREAD_FAILURES = `
create table thread_failures (
  work text primary key, failures integer not null, failed_at bigint not null, reason text not null);
`;

/** What was answered to a pushed batch, so that a caller who lost the answer gets it again. */
export const INGEST_ANSWERS = `
create table ingest_answers (
  key_hash text primary key, body_hash text not null, answer_json text not null, at bigint not null);
create index ingest_answers_by_time on ingest_answers (at);
`;

/** Whether the SOURCES file still has a feed, and which feeds returned a post that several did. */
export const FOLLOWED_FEEDS = `
alter table feeds add column followed integer not null default 1;
create table feed_overlaps (post_id integer not null, feed text not null, primary key (post_id, feed));
`;

/** Earlier versions left words of forgotten posts in signals that had ended. */
export const ENDED_SIGNALS = `
update signals set topic = '', summary = '', search_text = '', described_volume = 0, topic_volume = 0,
  top_owner_name = null, top_owner_folded = null, sources_json = '[]'
where state in ('merged', 'candidate');
`;
