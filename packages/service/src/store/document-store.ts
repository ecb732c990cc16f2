import { type Kysely, sql } from 'kysely';
import type { SignalDocument } from '../model/signal.ts';
import { chunkIdOf } from './evidence-store.ts';
import type { Tables } from './tables.ts';

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
