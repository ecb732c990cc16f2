import type { Kysely } from 'kysely';
import { countRows, hasRow, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

export function sampleStore(kysely: Kysely<Tables>) {
  return {
    count: (): Promise<number> => countRows(kysely.selectFrom('posts').where('sample', '=', 1)),

    /** Time of the newest sample post, or null when there is none. */
    async newestAt(): Promise<number | null> {
      const newest = kysely.selectFrom('posts').select((select) => select.fn.max('createdAt').as('at'));
      return (await newest.where('sample', '=', 1).executeTakeFirst())?.at ?? null;
    },

    /**
     * Deletes the sample posts, their duplicates, and every signal without other posts; returns how many posts. The term statistics
     * are deleted only when no post is left, because centroids can't be subtracted from.
     */
    async remove(): Promise<number> {
      const sample = kysely.selectFrom('posts').select('id').where('sample', '=', 1);
      for (const table of ['postTexts', 'chunks', 'postTerms', 'signatures', 'signatureKeys', 'waitingPosts'] as const)
        await kysely.deleteFrom(table).where('postId', 'in', sample).execute();
      await kysely
        .updateTable('posts')
        .set({ duplicateOf: null })
        .where('sample', '=', 0)
        .where('duplicateOf', 'in', sample)
        .execute();
      const signals = await signalsOfSample(kysely);
      const { numDeletedRows } = await kysely.deleteFrom('posts').where('sample', '=', 1).executeTakeFirst();
      await removeEmptySignals(kysely);
      await forgetWhatItSaid(kysely, signals);
      return Number(numDeletedRows);
    },
  };
}

async function signalsOfSample(kysely: Kysely<Tables>): Promise<string[]> {
  const clusters = kysely.selectFrom('clusters').innerJoin('posts', 'posts.clusterId', 'clusters.id');
  const rows = await clusters.select('clusters.signalId').distinct().where('posts.sample', '=', 1).execute();
  return rows.map(({ signalId }) => signalId);
}

/** Deletes all briefs and answers, which may quote the sample or name its signals; `mixed` are judged and described again at the next refresh. */
async function forgetWhatItSaid(kysely: Kysely<Tables>, mixed: readonly string[]): Promise<void> {
  await kysely.deleteFrom('modelAnswers').execute();
  const briefs = await kysely.deleteFrom('briefs').returning('signalId').execute();
  for (const ids of inBatches(briefs.map(({ signalId }) => signalId)))
    await kysely.updateTable('signals').set({ changed: 1 }).where('id', 'in', ids).execute();
  const undescribed = { state: 'candidate', changed: 1, describedVolume: 0, topicVolume: 0 } as const;
  for (const ids of inBatches([...mixed]))
    await kysely.updateTable('signals').set(undescribed).where('id', 'in', ids).execute();
}

async function removeEmptySignals(kysely: Kysely<Tables>): Promise<void> {
  const used = kysely
    .selectFrom('posts')
    .select((select) => select.fn.coalesce('clusterId', 'hiddenFrom').as('id'))
    .where((where) => where.or([where('clusterId', 'is not', null), where('hiddenFrom', 'is not', null)]));
  await kysely.deleteFrom('clusters').where('id', 'not in', used).execute();
  // Signals merged into a remaining one, directly or through others, keep redirecting to it.
  const kept = kysely
    .withRecursive('kept(id)', (database) =>
      database
        .selectFrom('clusters')
        .select('signalId as id')
        .union(database.selectFrom('signals').innerJoin('kept', 'kept.id', 'signals.mergedInto').select('signals.id')),
    )
    .selectFrom('kept')
    .select('id');
  await kysely.deleteFrom('signals').where('id', 'not in', kept).execute();
  const signals = kysely.selectFrom('signals').select('id');
  for (const table of ['briefs', 'signalHistory'] as const)
    await kysely.deleteFrom(table).where('signalId', 'not in', signals).execute();
  await kysely
    .deleteFrom('mergeLog')
    .where((where) => where.or([where('fromId', 'not in', signals), where('toId', 'not in', signals)]))
    .execute();
  if (await hasRow(kysely.selectFrom('posts').select('id').limit(1))) return;
  await kysely.deleteFrom('documentFrequencies').execute();
  await kysely.deleteFrom('snapshots').execute();
  await kysely.deleteFrom('counters').where('name', 'in', ['documents', 'refreshDue']).execute();
}
