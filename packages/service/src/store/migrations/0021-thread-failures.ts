/** What a thread was doing when it ended unexpectedly. */
export const THREAD_FAILURES = `
create table thread_failures (
  work text primary key, failures integer not null, failed_at bigint not null, reason text not null);
`;
