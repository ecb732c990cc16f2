import { type Kysely, sql } from 'kysely';
import type { Mention } from '../model/mention.ts';
import { type Exposure, QUALITY_GATE } from '../model/signal.ts';
import { DAY_MS } from './day.ts';
import type { Tables } from './tables.ts';

const WEEK_MS = 7 * DAY_MS;
const SIGNALS_A_READ = 200;

/** Duplicates and posts of the future are in no cluster, so they are no mentions. */
export function mentionStore(kysely: Kysely<Tables>) {
  return {
    /**
     * Each signal that has posts enough to be shown, or is shown whatever it has lost, with all its posts, oldest first. Most others are
     * a single post.
     */
    async *bySignal(): AsyncGenerator<{ signalId: string; mentions: Mention[] }> {
      const shown = kysely.selectFrom('signals').select('id').where('state', 'in', ['active', 'dormant', 'archived']);
      for (let last = ''; ; ) {
        const signals = await kysely
          .selectFrom('clusters')
          .select('signal_id as signalId')
          .where('signal_id', '>', last)
          .groupBy('signal_id')
          .having((having) =>
            having.or([
              having(having.fn.sum('documents'), '>=', QUALITY_GATE.documents),
              having('signal_id', 'in', shown),
            ]),
          )
          .orderBy('signal_id')
          .limit(SIGNALS_A_READ)
          .execute();
        for (const { signalId } of signals) yield { signalId, mentions: await mentionsOf(kysely, signalId) };
        const end = signals.at(-1);
        if (end === undefined) return;
        last = end.signalId;
      }
    },

    /** All its posts, oldest first. */
    ofSignal: (signalId: string): Promise<Mention[]> => mentionsOf(kysely, signalId),

    /** Posts of all sources in the two windows that end at `at`. */
    async exposure(at: number): Promise<Exposure> {
      const { rows } = await sql<Exposure>`
        select coalesce(sum(case when created_at > ${sql.lit(at - WEEK_MS)} then 1 else 0 end), 0) as "lastWindow",
          coalesce(sum(case when created_at > ${sql.lit(at - WEEK_MS)} then 0 else 1 end), 0) as "prevWindow"
        from posts
        where created_at > ${sql.lit(at - 2 * WEEK_MS)} and created_at <= ${sql.lit(at)} and duplicate_of is null
      `.execute(kysely);
      return rows[0] ?? { lastWindow: 0, prevWindow: 0 };
    },
  };
}
export type MentionStore = ReturnType<typeof mentionStore>;

async function mentionsOf(kysely: Kysely<Tables>, signalId: string): Promise<Mention[]> {
  const rows = await kysely
    .selectFrom('clusters')
    .innerJoin('posts', 'posts.cluster_id', 'clusters.id')
    .select(['posts.created_at as createdAt', 'posts.provider', 'posts.author_key as authorKey', 'posts.place'])
    .select(['posts.code_host as codeHost', 'posts.owner', 'posts.chunk_count as chunkCount', 'posts.severity'])
    .select(['posts.reactions', 'posts.similarity', 'posts.sample'])
    .where('clusters.signal_id', '=', signalId)
    .orderBy('posts.created_at')
    .orderBy('posts.id')
    .execute();
  return rows.map(({ codeHost, similarity, sample, ...row }) => ({
    ...row,
    codeHost: codeHost === 1,
    similarity: similarity ?? 0,
    sample: sample === 1,
  }));
}
