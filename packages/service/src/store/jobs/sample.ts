import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

export function sampleStore(kysely: Kysely<Tables>) {
  return {
    /** Time of the newest sample post, or null when there is none. */
    async newestAt(): Promise<number | null> {
      const row = await kysely
        .selectFrom('posts')
        .select((select) => select.fn.max('created_at').as('newest'))
        .where('sample', '=', 1)
        .executeTakeFirst();
      return row?.newest ?? null;
    },

    /**
     * Deletes the sample posts, what repeats them, and every signal that holds nothing else. Without a post left the term statistics
     * go too; else they stay, since a centroid cannot be taken apart again.
     */
    async remove(): Promise<number> {
      const sample = kysely.selectFrom('posts').select('id').where('sample', '=', 1);
      for (const table of ['post_texts', 'chunks', 'signatures', 'waiting_posts'] as const)
        await kysely.deleteFrom(table).where('post_id', 'in', sample).execute();
      await kysely
        .updateTable('posts')
        .set({ duplicate_of: null })
        .where('sample', '=', 0)
        .where('duplicate_of', 'in', sample)
        .execute();
      const { numDeletedRows } = await kysely.deleteFrom('posts').where('sample', '=', 1).executeTakeFirst();
      await removeEmptySignals(kysely);
      return Number(numDeletedRows);
    },
  };
}
export type SampleStore = ReturnType<typeof sampleStore>;

async function removeEmptySignals(kysely: Kysely<Tables>): Promise<void> {
  const used = kysely
    .selectFrom('posts')
    .select((select) => select.fn.coalesce('cluster_id', 'hidden_from').as('id'))
    .where((where) => where.or([where('cluster_id', 'is not', null), where('hidden_from', 'is not', null)]));
  await kysely.deleteFrom('clusters').where('id', 'not in', used).execute();
  // Whatever was merged into a signal that lives on, at however many removes, answers with it.
  const kept = kysely
    .withRecursive('kept(id)', (database) =>
      database
        .selectFrom('clusters')
        .select('signal_id as id')
        .union(
          database.selectFrom('signals').innerJoin('kept', 'kept.id', 'signals.merged_into').select('signals.id as id'),
        ),
    )
    .selectFrom('kept')
    .select('id');
  await kysely.deleteFrom('signals').where('id', 'not in', kept).execute();
  const signals = kysely.selectFrom('signals').select('id');
  for (const table of ['briefs', 'signal_history'] as const)
    await kysely.deleteFrom(table).where('signal_id', 'not in', signals).execute();
  await kysely
    .deleteFrom('merge_log')
    .where((where) => where.or([where('from_id', 'not in', signals), where('to_id', 'not in', signals)]))
    .execute();
  const left = await kysely.selectFrom('posts').select('id').limit(1).executeTakeFirst();
  if (left !== undefined) return;
  await kysely.deleteFrom('document_frequencies').execute();
  await kysely.deleteFrom('snapshots').execute();
  await kysely.deleteFrom('counters').where('name', 'in', ['documents', 'refreshDue']).execute();
}
