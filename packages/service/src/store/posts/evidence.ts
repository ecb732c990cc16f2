import { type Kysely, sql } from 'kysely';
import { DAY_MS, dayName, startOfDay } from '../../model/day.ts';
import type { SignalDocument } from '../../model/signal.ts';
import type { Tables } from '../database/tables.ts';

export interface EvidenceRow {
  chunkId: string;
  documentId: string;
  painSignalId: string;
  provider: string;
  postTitle: string | null;
  externalId: string;
  /** When the chunk was assigned to the signal; `postedAt` is when it was written. Epoch ms. */
  createdAt: number;
  postedAt: number;
  /** The chunk itself, scrubbed plain text, and the one that follows it in its post. */
  text: string;
  nextText: string | null;
  url: string | null;
  author: string | null;
  repository: string | null;
  licence: string | null;
}

export type ChunkRow = Omit<EvidenceRow, 'painSignalId' | 'createdAt' | 'nextText'>;

/** Nine digits are within what both databases take for an integer. */
const CHUNK_ID = /^(0|[1-9]\d{0,8})-(0|[1-9]\d{0,8})$/;

/** Duplicates and posts of the future belong to no cluster, so they are no evidence and in no count. */
export function evidenceStore(kysely: Kysely<Tables>) {
  const postsOf = (signalId: string) =>
    kysely
      .selectFrom('clusters')
      .innerJoin('posts', 'posts.cluster_id', 'clusters.id')
      .where('clusters.signal_id', '=', signalId);

  return {
    /** How each post begins, newest posts first; then in the same order how they go on, so that no page is filled by one post. */
    async page(signalId: string, page: number, size: number): Promise<{ rows: EvidenceRow[]; total: number }> {
      const { total } = await postsOf(signalId)
        .select((select) => select.fn.coalesce(select.fn.sum<number>('posts.chunk_count'), sql<number>`0`).as('total'))
        .executeTakeFirstOrThrow();
      // First which chunks, then what they say: sorting the texts of a large signal would take its size in memory.
      const rows = await kysely
        .with('wanted', () =>
          postsOf(signalId)
            .innerJoin('chunks', 'chunks.post_id', 'posts.id')
            .select(['posts.id as postId', 'posts.created_at as postedAt', 'chunks.ordinal'])
            .orderBy('chunks.ordinal')
            .orderBy('posts.created_at', 'desc')
            .orderBy('posts.id', 'desc')
            .limit(size)
            .offset(page * size),
        )
        .selectFrom('wanted')
        .innerJoin('posts', 'posts.id', 'wanted.postId')
        .innerJoin('chunks', (join) =>
          join.onRef('chunks.post_id', '=', 'wanted.postId').onRef('chunks.ordinal', '=', 'wanted.ordinal'),
        )
        .leftJoin('chunks as next', (join) =>
          join.onRef('next.post_id', '=', 'wanted.postId').on('next.ordinal', '=', sql<number>`wanted.ordinal + 1`),
        )
        .select(['wanted.postId', 'wanted.postedAt', 'wanted.ordinal', 'chunks.text', 'next.text as nextText'])
        .select(['provider', 'title as postTitle'])
        .select(['external_id as externalId', 'url', 'author', 'repository', 'licence'])
        .select(sql<number>`coalesce(posts.assigned_at, posts.stored_at)`.as('createdAt'))
        .orderBy('wanted.ordinal')
        .orderBy('wanted.postedAt', 'desc')
        .orderBy('wanted.postId', 'desc')
        .execute();
      return {
        rows: rows.map(({ postId, ordinal, ...row }) => ({
          ...row,
          chunkId: chunkIdOf(postId, ordinal),
          documentId: String(postId),
          painSignalId: signalId,
        })),
        total,
      };
    },

    /** One chunk, whether or not its post is in a signal; null when the post is hidden. */
    async chunk(chunkId: string): Promise<ChunkRow | null> {
      const [, postId, ordinal] = CHUNK_ID.exec(chunkId) ?? [];
      if (postId === undefined) return null;
      const row = await kysely
        .selectFrom('chunks')
        .innerJoin('posts', 'posts.id', 'chunks.post_id')
        .select(['chunks.text', 'provider', 'title as postTitle', 'external_id as externalId', 'url', 'author'])
        .select(['repository', 'licence', 'created_at as postedAt'])
        .where('post_id', '=', Number(postId))
        .where('ordinal', '=', Number(ordinal))
        .where('posts.hidden', '=', 0)
        .executeTakeFirst();
      return row === undefined ? null : { chunkId, documentId: postId, ...row };
    },

    /** Posts by UTC day (YYYY-MM-DD), both ends included, oldest first; days without a post are left out. */
    async dailyCounts(signalId: string, fromDay: string, toDay: string): Promise<{ date: string; count: number }[]> {
      const day = sql<number>`posts.created_at / ${sql.lit(DAY_MS)}`;
      const rows = await postsOf(signalId)
        .where('posts.created_at', '>=', startOfDay(fromDay))
        .where('posts.created_at', '<', startOfDay(toDay) + DAY_MS)
        .select((select) => [day.as('day'), select.fn.countAll<number>().as('count')])
        .groupBy(day)
        .orderBy(day)
        .execute();
      return rows.map((row) => ({ date: dayName(row.day * DAY_MS), count: row.count }));
    },
  };
}
export type EvidenceStore = ReturnType<typeof evidenceStore>;

export const chunkIdOf = (postId: number, ordinal: number): string => `${postId}-${ordinal}`;

/** Posts as labelling, classification and briefs read them. */
export function documentStore(kysely: Kysely<Tables>) {
  return {
    /** The most typical posts of a signal up to `at`, nearest to their cluster first. */
    async ofSignal(signalId: string, at: number, limit: number): Promise<SignalDocument[]> {
      const posts = await kysely
        .selectFrom('clusters')
        .innerJoin('posts', 'posts.cluster_id', 'clusters.id')
        .select([
          'posts.id',
          'external_id as externalId',
          'title',
          'provider',
          'author',
          'repository',
          'url',
          'reactions',
          'severity',
        ])
        .select([sql<number>`coalesce(posts.similarity, 0)`.as('similarity'), 'created_at as createdAt'])
        .where('clusters.signal_id', '=', signalId)
        .where('posts.created_at', '<=', at)
        .orderBy('posts.similarity', 'desc')
        .orderBy('posts.id')
        .limit(limit)
        .execute();
      if (posts.length === 0) return [];
      const ids = posts.map((post) => post.id);
      const texts = await kysely.selectFrom('post_texts').selectAll().where('post_id', 'in', ids).execute();
      const chunks = await kysely
        .selectFrom('chunks')
        .selectAll()
        .where('post_id', 'in', ids)
        .orderBy('post_id')
        .orderBy('ordinal')
        .execute();
      const textOf = new Map(texts.map(({ post_id, text }) => [post_id, text]));
      const chunksOf = Map.groupBy(chunks, (chunk) => chunk.post_id);
      return posts.map(({ id, ...post }) => ({
        ...post,
        postId: String(id),
        text: textOf.get(id) ?? '',
        chunks: (chunksOf.get(id) ?? []).map(({ ordinal, text }) => ({ id: chunkIdOf(id, ordinal), text })),
      }));
    },
  };
}
export type DocumentStore = ReturnType<typeof documentStore>;
