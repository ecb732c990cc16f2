import { parseJson } from '@pain-signals/contract';
import type { Insertable, Kysely } from 'kysely';
import { CODE_HOSTS, type IncomingPost, type PreparedPost, type TermCounts } from '../../model/post.ts';
import type { CounterStore } from '../database/counters.ts';
import { hasRow, inBatches, inPages } from '../database/sql.ts';
import type { PostTable, Tables } from '../database/tables.ts';
import type { PostTermStore } from './post-terms.ts';

/** Where a post goes; all null for one that joins nothing (by a bot, without words, or dated in the future). */
export interface Placement {
  clusterId: string | null;
  /** Cosine to its cluster, 0-1. */
  similarity: number | null;
  /** The original that is counted instead of this duplicate. */
  duplicateOf: number | null;
}

export interface NewPost {
  id: number;
  post: IncomingPost;
  prepared: PreparedPost;
  placement: Placement;
  /** Part of the sample stream. */
  sample: boolean;
  storedAt: number;
}

function toPostRow({ id, post, prepared, placement, sample, storedAt }: NewPost): Insertable<PostTable> {
  const codeHost = CODE_HOSTS.has(post.provider);
  const url = webAddress(post.url);
  return {
    id,
    provider: post.provider,
    externalId: post.externalId,
    title: prepared.title,
    url: url?.href ?? null,
    author: post.author,
    authorKey: post.author === null ? `#${id}` : `${post.provider}/${post.author}`,
    repository: post.repository,
    place: `${post.provider}/${post.repository ?? url?.host ?? ''}`,
    owner: codeHost ? ownerOf(post) : null,
    codeHost: codeHost ? 1 : 0,
    licence: post.licence,
    reactions: post.reactions,
    severity: prepared.severity,
    chunkCount: prepared.chunks.length,
    createdAt: post.createdAt,
    storedAt,
    sample: sample ? 1 : 0,
    ...placement,
    assignedAt: placement.clusterId === null ? null : storedAt,
  };
}

/** Accepts http(s) URLs only, and drops credentials from them. */
function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  url.username = '';
  url.password = '';
  return url;
}

/** Code hosts name repositories owner/name, which gives the owner when none is stated. */
function ownerOf({ owner, repository }: IncomingPost): string | null {
  if (owner !== null) return owner;
  const [first, second] = (repository ?? '').split('/');
  return first !== undefined && first !== '' && second !== undefined ? first : null;
}

export interface PostIdentity {
  provider: string;
  externalId: string;
}
interface PostOrigin extends PostIdentity {
  author: string | null;
  repository: string | null;
}
/** A post dated in the future. */
export interface WaitingPost extends PostIdentity {
  id: number;
  createdAt: number;
  terms: TermCounts;
  signature: Uint8Array;
}

const ORIGINS_A_PAGE = 2_000;

export const identityKey = ({ provider, externalId }: PostIdentity): string => `${provider}\n${externalId}`;

/** The one post with this identity, as a query. */
export const postsWith = (kysely: Kysely<Tables>, { provider, externalId }: PostIdentity) =>
  kysely.selectFrom('posts').where('posts.provider', '=', provider).where('posts.externalId', '=', externalId);

export function postStore(kysely: Kysely<Tables>, counters: CounterStore, postTerms: PostTermStore) {
  const lastId = async (): Promise<number> => {
    const { last } = await kysely
      .selectFrom('posts')
      .select((select) => select.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    return Math.max(last ?? 0, await counters.get('posts'));
  };

  return {
    /** The identity keys of the posts that are stored. */
    async known(posts: readonly PostIdentity[]): Promise<Set<string>> {
      const known = new Set<string>();
      for (const [provider, group] of Map.groupBy(posts, (post) => post.provider)) {
        for (const batch of inBatches(group)) {
          const ids = batch.map((post) => post.externalId);
          const found = kysely.selectFrom('posts').select(['provider', 'externalId']).where('provider', '=', provider);
          for (const row of await found.where('externalId', 'in', ids).execute()) known.add(identityKey(row));
        }
      }
      return known;
    },

    /** Author and repository of every post, page by page, in the order of storing. */
    origins: (): AsyncGenerator<PostOrigin[]> =>
      inPages((last: { id: number } | undefined) =>
        kysely
          .selectFrom('posts')
          .select(['id', 'provider', 'externalId', 'author', 'repository'])
          .where('id', '>', last?.id ?? 0)
          .orderBy('id')
          .limit(ORIGINS_A_PAGE)
          .execute(),
      ),

    /** The highest id a post ever had. Ids are given in the order of storing, by one writer at a time. */
    lastId,
    /** Call before removing posts: a chunk id must never be reused for another post. */
    async keepLastId(): Promise<void> {
      await counters.set('posts', await lastId());
    },

    async insert(posts: readonly NewPost[]): Promise<void> {
      for (const batch of inBatches(posts)) {
        const texts = batch.map(({ id, prepared }) => ({ postId: id, text: prepared.text }));
        await kysely.insertInto('posts').values(batch.map(toPostRow)).execute();
        await kysely.insertInto('postTexts').values(texts).execute();
      }
      const chunks = posts.flatMap(({ id, prepared }) =>
        prepared.chunks.map((text, ordinal) => ({ postId: id, ordinal, text })),
      );
      for (const batch of inBatches(chunks)) await kysely.insertInto('chunks').values(batch).execute();
      await postTerms.put(posts.map(({ id, prepared }) => ({ postId: id, ...prepared.searchTerms })));
    },

    async insertWaiting(posts: readonly { id: number; dueAt: number; terms: TermCounts }[]): Promise<void> {
      const rows = posts.map(({ id, dueAt, terms }) => ({ postId: id, dueAt, termsJson: JSON.stringify([...terms]) }));
      for (const batch of inBatches(rows)) await kysely.insertInto('waitingPosts').values(batch).execute();
    },

    /** Waiting posts whose date has been reached, oldest first. */
    async due(at: number, limit: number): Promise<WaitingPost[]> {
      const rows = await kysely
        .selectFrom('waitingPosts')
        .innerJoin('posts', 'posts.id', 'waitingPosts.postId')
        .innerJoin('signatures', 'signatures.postId', 'posts.id')
        .select(['posts.id', 'posts.provider', 'posts.externalId', 'posts.createdAt', 'signature', 'termsJson'])
        .where('dueAt', '<=', at)
        .where('hidden', '=', 0)
        .orderBy('dueAt')
        .orderBy('posts.id')
        .limit(limit)
        .execute();
      return rows.map(({ termsJson, ...row }) => ({
        ...row,
        terms: new Map((parseJson(termsJson) ?? []) as [string, number][]),
      }));
    },

    /** Places a waiting post in a cluster, as a duplicate, or nowhere. */
    async place(id: number, at: number, placement: Placement): Promise<void> {
      const assignedAt = placement.clusterId === null ? null : at;
      await kysely
        .updateTable('posts')
        .set({ ...placement, assignedAt })
        .where('id', '=', id)
        .execute();
      await kysely.deleteFrom('waitingPosts').where('postId', '=', id).execute();
    },

    /** Whether there are posts of the sample stream, and others. */
    async kinds(): Promise<{ sample: boolean; imported: boolean }> {
      const has = (sample: 0 | 1) =>
        hasRow(kysely.selectFrom('posts').select('id').where('sample', '=', sample).limit(1));
      return { sample: await has(1), imported: await has(0) };
    },
  };
}
export type PostStore = ReturnType<typeof postStore>;
