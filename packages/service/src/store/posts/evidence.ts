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

export interface DayCount {
  date: string;
  count: number;
}

/** Nine digits fit an integer in both databases. */
const CHUNK_ID = /^(0|[1-9]\d{0,8})-(0|[1-9]\d{0,8})$/;

const SOURCE_COLUMNS = [
  'provider',
  'title as postTitle',
  'externalId',
  'url',
  'author',
  'repository',
  'licence',
] as const;

const clusterPosts = (kysely: Kysely<Tables>, signalId: string) =>
  kysely
    .selectFrom('clusters')
    .innerJoin('posts', 'posts.clusterId', 'clusters.id')
    .where('clusters.signalId', '=', signalId);

/** Duplicates and future posts have no cluster, so they are neither evidence nor counted. */
export function evidenceStore(kysely: Kysely<Tables>) {
  const postsOf = (signalId: string) => clusterPosts(kysely, signalId);

  return {
    /** First chunks of all posts, newest post first; then their second chunks, and so on, so one post never fills a page. */
    async page(signalId: string, page: number, size: number): Promise<{ rows: EvidenceRow[]; total: number }> {
      const { total } = await postsOf(signalId)
        .select((select) => select.fn.coalesce(select.fn.sum<number>('posts.chunkCount'), sql<number>`0`).as('total'))
        .executeTakeFirstOrThrow();
      // Picks the chunks before joining their texts: sorting a large signal's texts would need its size in memory.
      const rows = await kysely
        .with('wanted', () =>
          postsOf(signalId)
            .innerJoin('chunks', 'chunks.postId', 'posts.id')
            .select(['posts.id as postId', 'posts.createdAt as postedAt', 'chunks.ordinal'])
            .orderBy('chunks.ordinal')
            .orderBy('posts.createdAt', 'desc')
            .orderBy('posts.id', 'desc')
            .limit(size)
            .offset(page * size),
        )
        .selectFrom('wanted')
        .innerJoin('posts', 'posts.id', 'wanted.postId')
        .innerJoin('chunks', (join) =>
          join.onRef('chunks.postId', '=', 'wanted.postId').onRef('chunks.ordinal', '=', 'wanted.ordinal'),
        )
        .leftJoin('chunks as next', (join) =>
          join.onRef('next.postId', '=', 'wanted.postId').on('next.ordinal', '=', sql<number>`wanted.ordinal + 1`),
        )
        .select(['wanted.postId', 'wanted.postedAt', 'wanted.ordinal', 'chunks.text', 'next.text as nextText'])
        .select(SOURCE_COLUMNS)
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

    /** One chunk that evidence shows; null when its post is in no public signal, since ids can be counted up. */
    async chunk(chunkId: string): Promise<ChunkRow | null> {
      const [, postId, ordinal] = CHUNK_ID.exec(chunkId) ?? [];
      if (postId === undefined) return null;
      const row = await kysely
        .selectFrom('chunks')
        .innerJoin('posts', 'posts.id', 'chunks.postId')
        .innerJoin('clusters', 'clusters.id', 'posts.clusterId')
        .innerJoin('signals', 'signals.id', 'clusters.signalId')
        .select([...SOURCE_COLUMNS, 'chunks.text', 'posts.createdAt as postedAt'])
        .where('chunks.postId', '=', Number(postId))
        .where('chunks.ordinal', '=', Number(ordinal))
        .where('signals.state', '!=', 'candidate')
        .where('signals.hidden', '=', 0)
        .executeTakeFirst();
      return row === undefined ? null : { chunkId, documentId: postId, ...row };
    },

    async chunksOf(postIds: readonly number[]): Promise<Map<number, ChunkRow[]>> {
      if (postIds.length === 0) return new Map();
      const rows = await kysely
        .selectFrom('chunks')
        .innerJoin('posts', 'posts.id', 'chunks.postId')
        .select([...SOURCE_COLUMNS, 'chunks.postId', 'chunks.ordinal', 'chunks.text', 'createdAt as postedAt'])
        .where('chunks.postId', 'in', postIds)
        .orderBy('chunks.postId')
        .orderBy('ordinal')
        .execute();
      const chunks = rows.map(({ postId, ordinal, ...row }) => ({
        ...row,
        postId,
        documentId: String(postId),
        chunkId: chunkIdOf(postId, ordinal),
      }));
      return Map.groupBy(chunks, ({ postId }) => postId);
    },

    /** By signal: posts per UTC day (YYYY-MM-DD), both ends included, oldest first; days without a post are omitted. */
    async dailyCounts(signalIds: readonly string[], fromDay: string, toDay: string): Promise<Map<string, DayCount[]>> {
      if (signalIds.length === 0) return new Map();
      const day = sql<number>`posts.created_at / ${sql.lit(DAY_MS)}`;
      const rows = await kysely
        .selectFrom('clusters')
        .innerJoin('posts', 'posts.clusterId', 'clusters.id')
        .where('clusters.signalId', 'in', signalIds)
        .where('posts.createdAt', '>=', startOfDay(fromDay))
        .where('posts.createdAt', '<', startOfDay(toDay) + DAY_MS)
        .select((select) => ['clusters.signalId', day.as('day'), select.fn.countAll<number>().as('count')])
        .groupBy(['clusters.signalId', day])
        .orderBy(day)
        .execute();
      const counts = new Map<string, DayCount[]>(signalIds.map((id) => [id, []]));
      for (const row of rows)
        counts.get(row.signalId ?? '')?.push({ date: dayName(row.day * DAY_MS), count: row.count });
      return counts;
    },
  };
}

export const chunkIdOf = (postId: number, ordinal: number): string => `${postId}-${ordinal}`;

/** Posts as labelling, classification and briefs read them. */
export function documentStore(kysely: Kysely<Tables>) {
  return {
    /** The most typical posts of a signal up to `at`, nearest to their cluster first. */
    async ofSignal(signalId: string, at: number, limit: number): Promise<SignalDocument[]> {
      const posts = await clusterPosts(kysely, signalId)
        .select(['posts.id', 'externalId', 'title', 'provider', 'author', 'repository', 'url', 'reactions', 'severity'])
        .select([sql<number>`coalesce(posts.similarity, 0)`.as('similarity'), 'createdAt'])
        .where('posts.createdAt', '<=', at)
        .orderBy('posts.similarity', 'desc')
        .orderBy('posts.id')
        .limit(limit)
        .execute();
      if (posts.length === 0) return [];
      const ids = posts.map((post) => post.id);
      const texts = await kysely.selectFrom('postTexts').selectAll().where('postId', 'in', ids).execute();
      const ofPosts = kysely.selectFrom('chunks').selectAll().where('postId', 'in', ids);
      const chunks = await ofPosts.orderBy('postId').orderBy('ordinal').execute();
      const textOf = new Map(texts.map(({ postId, text }) => [postId, text]));
      const chunksOf = Map.groupBy(chunks, (chunk) => chunk.postId);
      return posts.map(({ id, ...post }) => ({
        ...post,
        postId: String(id),
        text: textOf.get(id) ?? '',
        chunks: (chunksOf.get(id) ?? []).map(({ ordinal, text }) => ({ id: chunkIdOf(id, ordinal), text })),
      }));
    },
  };
}
