import { type Kysely, sql } from 'kysely';

/** Which of Slack's newer blocks a surface has refused, and what people thought of answers and briefs. */
export async function createNativeBlocks(database: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table refused_blocks (
      workspace_id text not null,
      surface text not null,
      kind text not null,
      expires_at bigint not null,
      primary key (workspace_id, surface, kind)
    )`,
    `create table feedback (
      workspace_id text not null,
      user_id text not null,
      about text not null,
      subject text not null,
      is_useful bigint not null,
      given_at bigint not null,
      primary key (workspace_id, about, subject, user_id)
    )`,
    'create index feedback_by_time on feedback (given_at)',
  ]) {
    await sql.raw(statement).execute(database);
  }
}
