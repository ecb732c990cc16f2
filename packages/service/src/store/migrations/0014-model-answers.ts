import { type Kysely, sql } from 'kysely';

/** Answers of a language model by the hash of what was asked; a null answer was refused. */
export async function createModelAnswers(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create table model_answers (hash text primary key, answer text, asked_at bigint not null)')
    .execute(database);
}
