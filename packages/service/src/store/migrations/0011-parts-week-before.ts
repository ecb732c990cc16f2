import { type Kysely, sql } from 'kysely';

/** What each signal's score was made of a week before; null until the next snapshot reckons it. */
export async function addPartsWeekBefore(database: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table signals add column score_parts_week_before_json text').execute(database);
}
