import { type Kysely, sql } from 'kysely';

const TABLES = `
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

/** Briefs that people order, and since when an account has its plan. */
export async function createBriefJobs(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
