import { type Kysely, sql } from 'kysely';

/** What an embeddings endpoint made of each signal's words; `model` says in which space. */
export async function createSignalVectors(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create table signal_vectors (signal_id text primary key, model text not null, text_hash text not null, vector bytea not null)',
    )
    .execute(database);
}
