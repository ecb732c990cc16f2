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
