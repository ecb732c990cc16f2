import { type Kysely, sql } from 'kysely';
import { WEEK_MS } from '../../model/day.ts';
import { type Exposure, type Mention, PUBLIC_STATES, QUALITY_GATE } from '../../model/signal.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

const SIGNALS_A_PAGE = 200;
/** Nearly every signal fits one page; a flood of posts is read in several, to bound memory. */
const POSTS_A_PAGE = 50_000;

/** Duplicates and future posts have no cluster, so they are no mentions. */
export function mentionStore(kysely: Kysely<Tables>) {
  return {
    /**
     * Every public signal, and every other with enough posts to become public, each with all its posts, oldest first; `only`
     * those of these ids, if given.
     */
    async *bySignal(only?: readonly string[]): AsyncGenerator<{ signalId: string; mentions: Mention[] }> {
      const shown = kysely.selectFrom('signals').select('id').where('state', 'in', PUBLIC_STATES);
      const signals = kysely
        .selectFrom('clusters')
        .select('signalId')
        .groupBy('signalId')
        .having((having) =>
          having.or([
            having(having.fn.sum('documents'), '>=', QUALITY_GATE.documents),
            having('signalId', 'in', shown),
          ]),
        )
        .orderBy('signalId')
        .limit(SIGNALS_A_PAGE);
      const pages =
        only === undefined
          ? inPages((last: { signalId: string } | undefined) =>
              signals.where('signalId', '>', last?.signalId ?? '').execute(),
            )
          : pagesOf([...only].sort(), (ids) => signals.where('signalId', 'in', ids).execute());
      for await (const page of pages)
        for (const { signalId } of page) yield { signalId, mentions: await mentionsOf(kysely, signalId) };
    },

    /** All its posts, oldest first. */
    ofSignal: (signalId: string): Promise<Mention[]> => mentionsOf(kysely, signalId),

    /** Signals with a post that is in another of the windows now than it was at `before`, or in none. */
    async signalsMoving(before: number, now: number): Promise<string[]> {
      const [since, until] = [Math.min(before, now), Math.max(before, now)];
      const signals = kysely
        .selectFrom('posts')
        .innerJoin('clusters', 'clusters.id', 'posts.clusterId')
        .where((where) =>
          where.or(
            [0, WEEK_MS, 2 * WEEK_MS].map((back) =>
              where.and([where('posts.createdAt', '>', since - back), where('posts.createdAt', '<=', until - back)]),
            ),
          ),
        );
      return (await signals.select('clusters.signalId').distinct().execute()).map(({ signalId }) => signalId);
    },

    /** Posts of all sources in the eight windows that end at `at`. */
    async exposure(at: number): Promise<Exposure> {
      const between = (from: number, to: number) =>
        sql<number>`coalesce(sum(case when created_at > ${sql.lit(at - from * WEEK_MS)} and created_at <= ${sql.lit(at - to * WEEK_MS)} then 1 else 0 end), 0)`;
      const { rows } = await sql<Exposure>`
        select ${between(1, 0)} as "lastWindow", ${between(2, 1)} as "prevWindow", ${between(8, 2)} as "before"
        from posts
        where created_at > ${sql.lit(at - 8 * WEEK_MS)} and created_at <= ${sql.lit(at)} and duplicate_of is null
      `.execute(kysely);
      return rows[0] ?? { lastWindow: 0, prevWindow: 0, before: 0 };
    },
  };
}

async function* pagesOf<Row>(ids: readonly string[], read: (ids: string[]) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (const some of inBatches(ids, SIGNALS_A_PAGE)) yield await read(some);
}

async function mentionsOf(kysely: Kysely<Tables>, signalId: string): Promise<Mention[]> {
  const mentions: Mention[] = [];
  const intern = createInterning();
  const posts = kysely
    .selectFrom('clusters')
    .innerJoin('posts', 'posts.clusterId', 'clusters.id')
    .select(['posts.id', 'posts.createdAt', 'posts.provider', 'posts.authorKey', 'posts.place', 'posts.codeHost'])
    .select(['posts.owner', 'posts.chunkCount', 'posts.severity', 'posts.reactions', 'posts.sample'])
    .select(({ fn }) => fn.coalesce('clusters.coherence', 'posts.similarity').as('similarity'))
    .where('clusters.signalId', '=', signalId)
    .orderBy('posts.createdAt')
    .orderBy('posts.id')
    .limit(POSTS_A_PAGE);
  for (let after = { createdAt: 0, id: 0 }; ; ) {
    const rows = await posts
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('posts.createdAt', 'posts.id'), '>', tuple(after.createdAt, after.id)),
      )
      .execute();
    for (const { id, provider, place, codeHost, owner, similarity, sample, ...row } of rows)
      mentions.push({
        ...row,
        provider: intern(provider),
        place: intern(place),
        codeHost: codeHost === 1,
        owner: owner === null ? null : intern(owner),
        similarity: similarity ?? 0,
        sample: sample === 1,
      });
    const last = rows.at(-1);
    if (last === undefined || rows.length < POSTS_A_PAGE) return mentions;
    after = last;
  }
}

/** Returns one shared copy of equal strings: a database returns a new one per row, and a signal may have a million rows. */
function createInterning(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const kept = known.get(text);
    if (kept === undefined) known.set(text, text);
    return kept ?? text;
  };
}
