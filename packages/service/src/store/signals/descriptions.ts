import type { Kysely } from 'kysely';
import { contains, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { chunkIdOf } from '../posts/evidence.ts';
import { pruneVectors } from './embeddings.ts';

/** Ids of the signals merged into this one, directly or through others. */
export async function mergedIdsOf(kysely: Kysely<Tables>, signalId: string): Promise<string[]> {
  const rows = await kysely
    .withRecursive('merged(id)', (database) =>
      database
        .selectFrom('signals')
        .select('id')
        .where('mergedInto', '=', signalId)
        .union(
          database.selectFrom('signals').innerJoin('merged', 'merged.id', 'signals.mergedInto').select('signals.id'),
        ),
    )
    .selectFrom('merged')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const EMPTY_DESCRIPTION = {
  topic: '',
  summary: '',
  searchText: '',
  describedVolume: 0,
  topicVolume: 0,
  topOwnerName: null,
  topOwnerFolded: null,
  sourcesJson: '[]',
} as const;

/**
 * Makes the next refresh describe the signal again without the post, and deletes every brief that cites the post or names the topic.
 * A signal that isn't shown loses its description at once. For those that ended, see `forgetEndedSignals`.
 */
export async function forgetDescription(
  kysely: Kysely<Tables>,
  { signalId, postId }: { signalId: string | null; postId: number | null },
): Promise<void> {
  if (postId !== null) await forgetBriefsWith(kysely, `"chunkId":"${chunkIdOf(postId, 0).slice(0, -1)}`);
  if (signalId === null) return;
  await forgetBriefsNaming(kysely, signalId);
  for (const table of ['briefs', 'signalVectors'] as const)
    await kysely.deleteFrom(table).where('signalId', '=', signalId).execute();
  const signals = kysely.updateTable('signals');
  await signals.set({ changed: 1, describedVolume: 0, topicVolume: 0 }).where('id', '=', signalId).execute();
  await signals.set(EMPTY_DESCRIPTION).where('id', '=', signalId).where('state', '=', 'candidate').execute();
}

/**
 * Empties the descriptions of all signals that are not shown, and deletes their vectors: any of them may have had a removed post
 * before its cluster went elsewhere. One that comes back is described again.
 */
export async function forgetEndedSignals(kysely: Kysely<Tables>): Promise<void> {
  await kysely
    .updateTable('signals')
    .set(EMPTY_DESCRIPTION)
    .where('state', 'in', ['merged', 'candidate'])
    .where((where) => where.or([where('topic', '<>', ''), where('topOwnerName', 'is not', null)]))
    .execute();
  await pruneVectors(kysely);
}

/** Other signals' briefs may mention this one as related. */
export async function forgetBriefsNaming(kysely: Kysely<Tables>, signalId: string): Promise<void> {
  const row = await kysely.selectFrom('signals').select('topic').where('id', '=', signalId).executeTakeFirst();
  const topic = row?.topic.replace(/[\s?!.…]+$/, '') ?? '';
  if (topic !== '') await forgetBriefsWith(kysely, JSON.stringify(topic).slice(1, -1));
}

/** `json`: a part of a brief as JSON. Their signals get new ones at the next refresh. */
async function forgetBriefsWith(kysely: Kysely<Tables>, json: string): Promise<void> {
  const briefs = kysely.deleteFrom('briefs').where(contains('briefJson', json));
  const ids = (await briefs.returning('signalId').execute()).map(({ signalId }) => signalId);
  for (const some of inBatches(ids))
    await kysely.updateTable('signals').set({ changed: 1 }).where('id', 'in', some).execute();
}
