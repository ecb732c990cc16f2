import { type Kysely, sql } from 'kysely';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { chunkIdOf } from '../posts/evidence.ts';

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

export const EMPTY_DESCRIPTION = {
  topic: '',
  summary: '',
  search_text: '',
  described_volume: 0,
  topic_volume: 0,
} as const;

/**
 * Has the words of a signal found anew, as the post must not be quoted any more: its topic and summary at the next refresh, and every
 * brief that cites the post or names the topic. A signal that nobody is shown loses its words at once.
 */
export async function forgetDescription(
  kysely: Kysely<Tables>,
  { signalId, postId }: { signalId: string | null; postId: number | null },
): Promise<void> {
  if (postId !== null) await forgetBriefsWith(kysely, chunkIdOf(postId, 0).slice(0, -1), '"chunkId":"');
  if (signalId === null) return;
  await forgetBriefsNaming(kysely, signalId);
  await kysely.deleteFrom('briefs').where('signal_id', '=', signalId).execute();
  const words = kysely.updateTable('signals');
  await words.set({ described_volume: 0, topic_volume: 0 }).where('id', '=', signalId).execute();
  await words.set(EMPTY_DESCRIPTION).where('id', '=', signalId).where('state', '=', 'candidate').execute();
  for (const some of inBatches(await mergedIdsOf(kysely, signalId)))
    await words.set(EMPTY_DESCRIPTION).where('id', 'in', some).execute();
}

/** Other signals' briefs may compare themselves with this one. */
export async function forgetBriefsNaming(kysely: Kysely<Tables>, signalId: string): Promise<void> {
  const row = await kysely.selectFrom('signals').select('topic').where('id', '=', signalId).executeTakeFirst();
  if (row !== undefined && row.topic !== '') await forgetBriefsWith(kysely, row.topic.replace(/[\s?!.…]+$/, ''));
}

async function forgetBriefsWith(kysely: Kysely<Tables>, text: string, before = ''): Promise<void> {
  const written = before + JSON.stringify(text).slice(1, -1);
  const pattern = `%${written.replaceAll(/[\\%_]/g, '\\$&')}%`;
  await kysely.deleteFrom('briefs').where(sql<boolean>`brief_json like ${pattern} escape '\\'`).execute();
}
