import type { Insertable, Kysely } from 'kysely';
import { CODE_HOSTS, type IncomingPost, type PreparedPost, type TermCounts } from '../../model/post.ts';
import type { CounterStore } from '../database/counters.ts';
import { inBatches } from '../database/sql.ts';
import type { PostTable, Tables } from '../database/tables.ts';

/** Where a post goes; all null for one that joins nothing (a bot's, one without words, one of the future). */
export interface Placement {
  clusterId: string | null;
  /** Cosine to its cluster, 0-1. */
  similarity: number | null;
  /** The post it repeats, which counts in its stead. */
  duplicateOf: number | null;
}

export interface NewPost {
  id: number;
  post: IncomingPost;
  prepared: PreparedPost;
  placement: Placement;
  /** Of the sample stream. */
  sample: boolean;
  storedAt: number;
}

function toPostRow({ id, post, prepared, placement, sample, storedAt }: NewPost): Insertable<PostTable> {
  const codeHost = CODE_HOSTS.has(post.provider);
  const url = webAddress(post.url);
  return {
    id,
    provider: post.provider,
    external_id: post.externalId,
    title: prepared.title,
    url: url?.href ?? null,
    author: post.author,
    author_key: post.author === null ? `#${id}` : `${post.provider}/${post.author}`,
    repository: post.repository,
    place: `${post.provider}/${post.repository ?? url?.host ?? ''}`,
    owner: codeHost ? ownerOf(post) : null,
    code_host: codeHost ? 1 : 0,
    licence: post.licence,
    reactions: post.reactions,
    severity: prepared.severity,
    chunk_count: prepared.chunks.length,
    created_at: post.createdAt,
    stored_at: storedAt,
    sample: sample ? 1 : 0,
    duplicate_of: placement.duplicateOf,
    cluster_id: placement.clusterId,
    assigned_at: placement.clusterId === null ? null : storedAt,
    similarity: placement.similarity,
  };
}

/** Only addresses of the web are shown, and none with a name and password in it. */
function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  url.username = '';
  url.password = '';
  return url;
}

/** A code host's repository is named owner/name, so the owner is known even where it is not said. */
function ownerOf({ owner, repository }: IncomingPost): string | null {
  if (owner !== null) return owner;
  const [first, second] = (repository ?? '').split('/');
  return first !== undefined && first !== '' && second !== undefined ? first : null;
}

export interface PostIdentity {
  provider: string;
  externalId: string;
}
export interface PostOrigin extends PostIdentity {
  author: string | null;
  repository: string | null;
}
/** A post whose own time has not come yet. */
export interface WaitingPost extends PostIdentity {
  id: number;
  createdAt: number;
  terms: TermCounts;
  signature: Uint8Array;
}

const ORIGINS_A_READ = 2_000;

export const identityKey = ({ provider, externalId }: PostIdentity): string => `${provider}\n${externalId}`;

export function postStore(kysely: Kysely<Tables>, counters: CounterStore) {
  const lastId = async (): Promise<number> => {
    const row = await kysely
      .selectFrom('posts')
      .select((select) => select.fn.max('id').as('last'))
      .executeTakeFirst();
    return Math.max(row?.last ?? 0, await counters.get('posts'));
  };

  return {
    /** Which of the posts are stored, as identity keys. */
    async known(posts: readonly PostIdentity[]): Promise<Set<string>> {
      const known = new Set<string>();
      for (const [provider, group] of Map.groupBy(posts, (post) => post.provider)) {
        for (const some of inBatches(group)) {
          const ids = some.map((post) => post.externalId);
          const rows = await kysely
            .selectFrom('posts')
            .select(['provider', 'external_id as externalId'])
            .where('provider', '=', provider)
            .where('external_id', 'in', ids)
            .execute();
          for (const row of rows) known.add(identityKey(row));
        }
      }
      return known;
    },

    /** Who wrote each post and where, in pieces, in the order of storing. */
    async *origins(): AsyncGenerator<PostOrigin[]> {
      for (let last = 0; ; ) {
        const rows = await kysely
          .selectFrom('posts')
          .select(['id', 'provider', 'external_id as externalId', 'author', 'repository'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(ORIGINS_A_READ)
          .execute();
        const end = rows.at(-1);
        if (end === undefined) return;
        yield rows;
        last = end.id;
      }
    },

    /** The highest number that a post ever had. They are numbered in the order of storing, one writer at a time. */
    lastId,
    /** Before posts are removed: whoever knows a chunk by its number must never be shown another one by it. */
    async keepLastId(): Promise<void> {
      await counters.set('posts', await lastId());
    },

    async insert(posts: readonly NewPost[]): Promise<void> {
      for (const some of inBatches(posts)) {
        await kysely.insertInto('posts').values(some.map(toPostRow)).execute();
        await kysely
          .insertInto('post_texts')
          .values(some.map(({ id, prepared }) => ({ post_id: id, text: prepared.text })))
          .execute();
      }
      const chunks = posts.flatMap(({ id, prepared }) =>
        prepared.chunks.map((text, ordinal) => ({ post_id: id, ordinal, text })),
      );
      for (const some of inBatches(chunks)) await kysely.insertInto('chunks').values(some).execute();
    },

    async insertWaiting(posts: readonly { id: number; dueAt: number; terms: TermCounts }[]): Promise<void> {
      const rows = posts.map(({ id, dueAt, terms }) => ({
        post_id: id,
        due_at: dueAt,
        terms_json: JSON.stringify([...terms]),
      }));
      for (const some of inBatches(rows)) await kysely.insertInto('waiting_posts').values(some).execute();
    },

    /** Waiting posts whose time has come, oldest first. */
    async due(at: number, limit: number): Promise<WaitingPost[]> {
      const rows = await kysely
        .selectFrom('waiting_posts')
        .innerJoin('posts', 'posts.id', 'waiting_posts.post_id')
        .innerJoin('signatures', 'signatures.post_id', 'posts.id')
        .select([
          'posts.id',
          'posts.provider',
          'posts.external_id as externalId',
          'posts.created_at as createdAt',
          'signature',
          'terms_json',
        ])
        .where('due_at', '<=', at)
        .where('hidden', '=', 0)
        .orderBy('due_at')
        .orderBy('posts.id')
        .limit(limit)
        .execute();
      return rows.map(({ terms_json, ...row }) => ({
        ...row,
        terms: new Map<string, number>(JSON.parse(terms_json)),
      }));
    },

    /** Ends the waiting of a post: it joins a cluster, repeats another post, or neither. */
    async place(id: number, at: number, placement: Placement): Promise<void> {
      await kysely
        .updateTable('posts')
        .set({
          cluster_id: placement.clusterId,
          similarity: placement.similarity,
          duplicate_of: placement.duplicateOf,
          assigned_at: placement.clusterId === null ? null : at,
        })
        .where('id', '=', id)
        .execute();
      await kysely.deleteFrom('waiting_posts').where('post_id', '=', id).execute();
    },

    /** Whether there are posts of the sample stream, and others. */
    async kinds(): Promise<{ sample: boolean; imported: boolean }> {
      const has = async (sample: 0 | 1) =>
        (await kysely.selectFrom('posts').select('id').where('sample', '=', sample).limit(1).executeTakeFirst()) !==
        undefined;
      return { sample: await has(1), imported: await has(0) };
    },
  };
}
export type PostStore = ReturnType<typeof postStore>;
