import type { Kysely } from 'kysely';
import { foldName, type Removal, type RemovalKind, tombstoneOf, tombstonesFor } from '../../model/removal.ts';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { identityKey, type PostIdentity, type PostOrigin } from '../posts/posts.ts';
import { forgetDescription, mergedIdsOf } from '../signals/descriptions.ts';

const TABLES_OF_A_POST = ['post_texts', 'chunks', 'signatures', 'waiting_posts', 'feed_posts'] as const;

/** A post that was removed, for taking back what it taught. */
export interface RemovedPost {
  title: string | null;
  text: string;
  /** Null for a post that was in no cluster and so taught nothing. */
  clusterId: string | null;
  signalId: string | null;
  /** What stands in its place and goes on saying the same. */
  replacement: { title: string | null; text: string } | null;
}

export function removalStore(kysely: Kysely<Tables>) {
  return {
    /**
     * The posts that a removal means, the last stored first: then what repeats a post goes before it and need not take its place. Names
     * are matched whatever their capitals.
     */
    async find({ kind, name, provider }: Removal): Promise<PostIdentity[]> {
      if (kind === 'post') {
        if (provider === null) return [];
        return (await readPost(kysely, { provider, externalId: name })) === null
          ? []
          : [{ provider, externalId: name }];
      }
      const named = (await namesOf(kysely, kind)).filter(
        (row) => foldName(row.name) === foldName(name) && (provider === null || row.provider === provider),
      );
      const found: PostIdentity[] = [];
      for (const row of named)
        found.push(
          ...(await kysely
            .selectFrom('posts')
            .select(['provider', 'external_id as externalId'])
            .where('provider', '=', row.provider)
            .where(kind, '=', row.name)
            .orderBy('id', 'desc')
            .execute()),
        );
      return found;
    },

    /** Deletes a post with everything that quotes it; the words of its signal are found anew at the next refresh. Null when it is not stored. */
    async remove(identity: PostIdentity): Promise<RemovedPost | null> {
      const post = await readPost(kysely, identity);
      if (post === null) return null;
      const heir = await promoteDuplicate(kysely, post);
      for (const table of TABLES_OF_A_POST) await kysely.deleteFrom(table).where('post_id', '=', post.id).execute();
      await kysely.deleteFrom('posts').where('id', '=', post.id).execute();
      await forgetDescription(kysely, { signalId: post.signalId, postId: post.id });
      const { title, text, clusterId, signalId } = post;
      return { title, text, clusterId, signalId, replacement: heir };
    },

    /** Ends the clusters, and the signals, that hold no post any more. Answers how many signals ended. */
    async endEmpty(clusterIds: readonly string[]): Promise<number> {
      let ended = 0;
      for (const id of clusterIds) {
        const cluster = await kysely.selectFrom('clusters').select('signal_id').where('id', '=', id).executeTakeFirst();
        if (cluster === undefined || (await holdsPosts(kysely, [id]))) continue;
        const ids = await clustersOf(kysely, cluster.signal_id);
        if (!(await holdsPosts(kysely, ids))) {
          await endSignal(kysely, cluster.signal_id);
          ended += 1;
        } else if (id !== cluster.signal_id) await kysely.deleteFrom('clusters').where('id', '=', id).execute();
      }
      return ended;
    },
  };
}
export type RemovalStore = ReturnType<typeof removalStore>;

/** Each database folds letters in a way of its own, so neither is asked to. */
async function namesOf(kysely: Kysely<Tables>, column: 'author' | 'repository') {
  const rows = await kysely
    .selectFrom('posts')
    .select(['provider', `${column} as name`])
    .distinct()
    .execute();
  return rows.flatMap(({ provider, name }) => (name === null ? [] : [{ provider, name }]));
}

async function readPost(kysely: Kysely<Tables>, { provider, externalId }: PostIdentity) {
  const row = await kysely
    .selectFrom('posts')
    .leftJoin('post_texts', 'post_texts.post_id', 'posts.id')
    .leftJoin('clusters', (join) =>
      join.on((on) => on('clusters.id', '=', on.fn.coalesce('posts.cluster_id', 'posts.hidden_from'))),
    )
    .select([
      'posts.id',
      'posts.title',
      'post_texts.text',
      'clusters.id as clusterId',
      'clusters.signal_id as signalId',
    ])
    .select(['posts.cluster_id as placedIn', 'posts.assigned_at as assignedAt', 'posts.similarity'])
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, text: row.text ?? '' };
}

interface RemovedPlacement {
  id: number;
  placedIn: string | null;
  assignedAt: number | null;
  similarity: number | null;
}

/** Somebody else said the same: the oldest that repeats the post takes its place. */
async function promoteDuplicate(kysely: Kysely<Tables>, { id, placedIn, assignedAt, similarity }: RemovedPlacement) {
  const heir = await kysely
    .selectFrom('posts')
    .leftJoin('post_texts', 'post_texts.post_id', 'posts.id')
    .select(['posts.id', 'posts.title', 'post_texts.text'])
    .where('duplicate_of', '=', id)
    .orderBy('posts.id')
    .limit(1)
    .executeTakeFirst();
  if (heir === undefined) return null;
  await kysely
    .updateTable('posts')
    .set({ duplicate_of: null, cluster_id: placedIn, assigned_at: assignedAt, similarity })
    .where('id', '=', heir.id)
    .execute();
  await kysely.updateTable('posts').set({ duplicate_of: heir.id }).where('duplicate_of', '=', id).execute();
  await kysely.updateTable('signatures').set({ post_id: heir.id }).where('post_id', '=', id).execute();
  return { title: heir.title, text: heir.text ?? '' };
}

async function clustersOf(kysely: Kysely<Tables>, signalId: string): Promise<string[]> {
  const rows = await kysely.selectFrom('clusters').select('id').where('signal_id', '=', signalId).execute();
  return rows.map((row) => row.id);
}

async function holdsPosts(kysely: Kysely<Tables>, clusterIds: readonly string[]): Promise<boolean> {
  for (const some of inBatches(clusterIds)) {
    for (const column of ['cluster_id', 'hidden_from'] as const) {
      const row = await kysely.selectFrom('posts').select('id').where(column, 'in', some).limit(1).executeTakeFirst();
      if (row !== undefined) return true;
    }
  }
  return false;
}

/** With those that were merged into it: their ids answered with this one. */
async function endSignal(kysely: Kysely<Tables>, signalId: string): Promise<void> {
  await kysely.deleteFrom('clusters').where('signal_id', '=', signalId).execute();
  for (const table of ['briefs', 'signal_history'] as const)
    await kysely.deleteFrom(table).where('signal_id', '=', signalId).execute();
  for (const some of inBatches([signalId, ...(await mergedIdsOf(kysely, signalId))])) {
    await kysely.deleteFrom('merge_log').where('from_id', 'in', some).execute();
    await kysely.deleteFrom('merge_log').where('to_id', 'in', some).execute();
    await kysely.deleteFrom('signals').where('id', 'in', some).execute();
  }
}

/** What must not come back, known by hashes alone. */
export function tombstoneStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async add(removals: readonly Removal[]): Promise<void> {
      const rows = removals.map((removal) => ({ hash: tombstoneOf(removal), kind: removal.kind, at: now() }));
      for (const some of inBatches(rows))
        await kysely
          .insertInto('tombstones')
          .values(some)
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .execute();
    },

    async holds(removal: Removal): Promise<boolean> {
      const known = kysely.selectFrom('tombstones').select('hash').where('hash', '=', tombstoneOf(removal));
      return (await known.executeTakeFirst()) !== undefined;
    },

    /** Which of the posts were forgotten before, as identity keys. */
    async forgotten(posts: readonly PostOrigin[]): Promise<Set<string>> {
      const rows = await kysely.selectFrom('tombstones').select('kind').distinct().execute();
      const kinds = new Set<RemovalKind>(rows.map((row) => row.kind));
      if (kinds.size === 0) return new Set();
      const hashesOf = new Map(posts.map((post) => [identityKey(post), tombstonesFor(post, kinds)]));
      const found = new Set<string>();
      for (const some of inBatches([...new Set([...hashesOf.values()].flat())])) {
        const known = await kysely.selectFrom('tombstones').select('hash').where('hash', 'in', some).execute();
        for (const { hash } of known) found.add(hash);
      }
      const isForgotten = (hashes: readonly string[]) => hashes.some((hash) => found.has(hash));
      return new Set([...hashesOf].filter(([, hashes]) => isForgotten(hashes)).map(([key]) => key));
    },
  };
}
export type TombstoneStore = ReturnType<typeof tombstoneStore>;
