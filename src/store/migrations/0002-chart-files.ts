import { type Kysely, sql } from 'kysely';

const TABLE = `
create table chart_files (
  workspace_id text not null,
  content_hash text not null,
  file_id text not null,
  uploaded_at bigint not null,
  primary key (workspace_id, content_hash)
)`;

export async function createChartFiles(database: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(database);
  await sql`create index chart_files_by_time on chart_files (uploaded_at)`.execute(database);
}
