import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table conversations (
    workspace_id text not null,
    place text not null,
    memory_json text not null,
    changed_at bigint not null,
    primary key (workspace_id, place)
  )`,
  'create index conversations_by_time on conversations (changed_at)',
  `create table hidden_signals (
    workspace_id text not null,
    signal_id text not null,
    topic text not null,
    reason text not null,
    hidden_by text not null,
    hidden_at bigint not null,
    primary key (workspace_id, signal_id)
  )`,
];

export async function createConversations(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}
