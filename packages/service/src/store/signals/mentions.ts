import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import { type Exposure, type Mention, QUALITY_GATE } from '../../model/signal.ts';
import type { Tables } from '../database/tables.ts';

const WEEK_MS = 7 * DAY_MS;
const SIGNALS_A_READ = 200;
/** Nearly every signal in one reading; of a flood no more at once than memory bears. */
const POSTS_A_READ = 50_000;

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
  const mentions: Mention[] = [];
  const once = eachOnce();
  let from = { createdAt: 0, id: 0 };
  for (;;) {
    const rows = await kysely
      .selectFrom('clusters')
      .innerJoin('posts', 'posts.cluster_id', 'clusters.id')
      .select(['posts.id', 'posts.created_at as createdAt', 'posts.provider', 'posts.author_key as authorKey'])
      .select(['posts.place', 'posts.code_host as codeHost', 'posts.owner', 'posts.chunk_count as chunkCount'])
      .select(['posts.severity', 'posts.reactions', 'posts.similarity', 'posts.sample'])
      .where('clusters.signal_id', '=', signalId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('posts.created_at', 'posts.id'), '>', tuple(from.createdAt, from.id)),
      )
      .orderBy('posts.created_at')
      .orderBy('posts.id')
      .limit(POSTS_A_READ)
      .execute();
    for (const row of rows)
      mentions.push({
        createdAt: row.createdAt,
        provider: once(row.provider),
        authorKey: row.authorKey,
        place: once(row.place),
        codeHost: row.codeHost === 1,
        owner: row.owner === null ? null : once(row.owner),
        chunkCount: row.chunkCount,
        severity: row.severity,
        reactions: row.reactions,
        similarity: row.similarity ?? 0,
        sample: row.sample === 1,
      });
    const end = rows.at(-1);
    if (end === undefined || rows.length < POSTS_A_READ) return mentions;
    from = end;
  }
}

/** Keeps one copy of each name: a database gives a new one for every row, and a signal may have a million. */
function eachOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const kept = known.get(text);
    if (kept === undefined) known.set(text, text);
    return kept ?? text;
  };
}
