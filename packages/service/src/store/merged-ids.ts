import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The ids that answer with a signal: what was merged into it, and into those, at however many removes. */
export async function mergedIdsOf(kysely: Kysely<Tables>, signalId: string): Promise<string[]> {
  const rows = await kysely
    .withRecursive('merged(id)', (database) =>
      database
        .selectFrom('signals')
        .select('id')
        .where('merged_into', '=', signalId)
        .union(
          database
            .selectFrom('signals')
            .innerJoin('merged', 'merged.id', 'signals.merged_into')
            .select('signals.id as id'),
        ),
    )
    .selectFrom('merged')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
