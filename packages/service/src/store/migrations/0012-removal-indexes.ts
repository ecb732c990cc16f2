import { type Kysely, sql } from 'kysely';

const INDEXES = [
  'create index posts_by_original on posts (duplicate_of) where duplicate_of is not null',
  'create index posts_by_hiding on posts (hidden_from) where hidden_from is not null',
];

/** What is asked for each post that is removed: who repeats it, and whether its cluster holds hidden ones. */
export async function indexRemovals(database: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql.raw(index).execute(database);
}
