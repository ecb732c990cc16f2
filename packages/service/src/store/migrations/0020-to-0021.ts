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
