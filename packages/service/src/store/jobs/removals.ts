import type { Kysely } from 'kysely';
import { comparable, type RemovablePost, type Removal, tombstoneOf, tombstonesFor } from '../../model/removal.ts';
import { hasRow, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { identityKey, type PostIdentity, postsWith } from '../posts/posts.ts';
import { forgetDescription, forgetEndedSignals, mergedIdsOf } from '../signals/descriptions.ts';

const TABLES_OF_A_POST = [
  'postTexts',
  'chunks',
  'postTerms',
  'signatures',
  'waitingPosts',
  'feedPosts',
  'feedOverlaps',
] as const;

/** A removed post, for subtracting its words from the clustering. */
export interface RemovedPost {
  id: number;
  /** What it had in common with its duplicates; null for a post that was never compared. */
  signature: Uint8Array | null;
  title: string | null;
  text: string;
  /** Null for a post that was in no cluster and so is in no term count. */
  clusterId: string | null;
  signalId: string | null;
  /** The duplicate that replaces it. */
  replacement: { id: number; title: string | null; text: string } | null;
}

export function removalStore(kysely: Kysely<Tables>) {
  return {
    /**
     * Posts that match, last stored first, so that duplicates are removed before their originals. Names are case-insensitive.
     * @param otherNames further names of the author or repository
     */
    async find({ kind, name, provider }: Removal, otherNames: readonly string[] = []): Promise<PostIdentity[]> {
      if (kind === 'post') {
        const post = provider === null ? null : { provider, externalId: name };
        return post !== null && (await hasRow(postsWith(kysely, post).select('id'))) ? [post] : [];
      }
      const found: PostIdentity[] = [];
      const names = new Set([name, ...otherNames].map(comparable));
      for (const row of await storedNames(kysely, kind)) {
        if (!names.has(comparable(row.name)) || (provider !== null && row.provider !== provider)) continue;
        const posts = kysely
          .selectFrom('posts')
          .select(['provider', 'externalId'])
          .where('provider', '=', row.provider);
        found.push(...(await posts.where(kind, '=', row.name).orderBy('id', 'desc').execute()));
      }
      return found;
    },

    /** Deletes a post and everything that cites it; its signal is described again at the next refresh. Null when not stored. */
    async remove(identity: PostIdentity): Promise<RemovedPost | null> {
      const post = await readPost(kysely, identity);
      if (post === null) return null;
      const replacement = await promoteDuplicate(kysely, post);
      for (const table of TABLES_OF_A_POST) await kysely.deleteFrom(table).where('postId', '=', post.id).execute();
      await kysely.deleteFrom('posts').where('id', '=', post.id).execute();
      await forgetDescription(kysely, { signalId: post.signalId, postId: post.id });
      // They don't say which posts they are about.
      await kysely.deleteFrom('modelAnswers').execute();
      const { id, signature, title, text, clusterId, signalId } = post;
      return { id, signature, title, text, clusterId, signalId, replacement };
    },

    /** Call once posts were removed. */
    forgetEnded: (): Promise<void> => forgetEndedSignals(kysely),

    /** Deletes those of the clusters, and their signals, that have no posts left. Returns how many signals were deleted. */
    async endEmpty(clusterIds: readonly string[]): Promise<number> {
      let ended = 0;
      for (const id of clusterIds) {
        const cluster = await kysely.selectFrom('clusters').select('signalId').where('id', '=', id).executeTakeFirst();
        if (cluster === undefined || (await holdsPosts(kysely, [id]))) continue;
        const ids = await clustersOf(kysely, cluster.signalId);
        if (!(await holdsPosts(kysely, ids))) {
          await deleteSignal(kysely, cluster.signalId);
          ended += 1;
        } else if (id !== cluster.signalId) await kysely.deleteFrom('clusters').where('id', '=', id).execute();
      }
      return ended;
    },
  };
}

/** Distinct authors or repositories with their providers. */
async function storedNames(kysely: Kysely<Tables>, column: 'author' | 'repository') {
  const names = kysely.selectFrom('posts').select(['provider', `${column} as name`]);
  const rows = await names.where(column, 'is not', null).distinct().execute();
  return rows.map(({ provider, name }) => ({ provider, name: name ?? '' }));
}

async function readPost(kysely: Kysely<Tables>, identity: PostIdentity) {
  const row = await postsWith(kysely, identity)
    .leftJoin('postTexts', 'postTexts.postId', 'posts.id')
    .leftJoin('signatures', 'signatures.postId', 'posts.id')
    .leftJoin('clusters', (join) =>
      join.on((on) => on('clusters.id', '=', on.fn.coalesce('posts.clusterId', 'posts.hiddenFrom'))),
    )
    .select(['posts.id', 'posts.title', 'postTexts.text', 'clusters.id as clusterId', 'clusters.signalId'])
    .select(['posts.hidden', 'posts.assignedAt', 'posts.similarity', 'signatures.signature'])
    .select((select) => select.fn.coalesce('posts.clusterId', 'posts.hiddenFrom').as('placedIn'))
    .executeTakeFirst();
  return row === undefined ? null : { ...row, text: row.text ?? '' };
}

interface RemovedPlacement {
  id: number;
  hidden: number;
  /** Its cluster, or the one it is hidden from. */
  placedIn: string | null;
  assignedAt: number | null;
  similarity: number | null;
}

/**
 * The oldest visible duplicate of a removed post becomes the original. What repeats a hidden post is hidden, so its place is taken by
 * a hidden one.
 */
async function promoteDuplicate(kysely: Kysely<Tables>, removed: RemovedPlacement) {
  const { id, placedIn, assignedAt, similarity } = removed;
  const duplicate = await kysely
    .selectFrom('posts')
    .leftJoin('postTexts', 'postTexts.postId', 'posts.id')
    .select(['posts.id', 'posts.title', 'posts.hidden', 'postTexts.text'])
    .where('duplicateOf', '=', id)
    .orderBy('posts.hidden', removed.hidden === 1 ? 'desc' : 'asc')
    .orderBy('posts.id')
    .limit(1)
    .executeTakeFirst();
  if (duplicate === undefined) return null;
  const hidden = Math.max(removed.hidden, duplicate.hidden);
  const home = hidden === 1 ? { clusterId: null, hiddenFrom: placedIn } : { clusterId: placedIn, hiddenFrom: null };
  const placement = { duplicateOf: null, hidden, ...home, assignedAt, similarity };
  await kysely.updateTable('posts').set(placement).where('id', '=', duplicate.id).execute();
  await kysely.updateTable('posts').set({ duplicateOf: duplicate.id }).where('duplicateOf', '=', id).execute();
  await kysely.updateTable('signatures').set({ postId: duplicate.id }).where('postId', '=', id).execute();
  return { id: duplicate.id, title: duplicate.title, text: duplicate.text ?? '' };
}

async function clustersOf(kysely: Kysely<Tables>, signalId: string): Promise<string[]> {
  const rows = await kysely.selectFrom('clusters').select('id').where('signalId', '=', signalId).execute();
  return rows.map((row) => row.id);
}

async function holdsPosts(kysely: Kysely<Tables>, clusterIds: readonly string[]): Promise<boolean> {
  for (const batch of inBatches(clusterIds)) {
    for (const column of ['clusterId', 'hiddenFrom'] as const) {
      if (await hasRow(kysely.selectFrom('posts').select('id').where(column, 'in', batch).limit(1))) return true;
    }
  }
  return false;
}

/** Deletes the signal and those merged into it, whose ids redirected to it. */
async function deleteSignal(kysely: Kysely<Tables>, signalId: string): Promise<void> {
  await kysely.deleteFrom('clusters').where('signalId', '=', signalId).execute();
  for (const table of ['briefs', 'signalHistory', 'signalVectors'] as const)
    await kysely.deleteFrom(table).where('signalId', '=', signalId).execute();
  for (const batch of inBatches([signalId, ...(await mergedIdsOf(kysely, signalId))])) {
    await kysely.deleteFrom('mergeLog').where('fromId', 'in', batch).execute();
    await kysely.deleteFrom('mergeLog').where('toId', 'in', batch).execute();
    await kysely.deleteFrom('signals').where('id', 'in', batch).execute();
  }
}

/** Hashes of removed content that must not be imported again. */
export function tombstoneStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async add(removals: readonly Removal[]): Promise<void> {
      const rows = removals.map((removal) => ({ hash: tombstoneOf(removal), kind: removal.kind, at: now() }));
      for (const batch of inBatches(rows))
        await kysely
          .insertInto('tombstones')
          .values(batch)
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .execute();
    },

    holdsAny: (removals: readonly Removal[]): Promise<boolean> =>
      hasRow(kysely.selectFrom('tombstones').select('hash').where('hash', 'in', removals.map(tombstoneOf)).limit(1)),

    /** The identity keys of the posts that were removed before. */
    async forgotten(posts: readonly RemovablePost[]): Promise<Set<string>> {
      const rows = await kysely.selectFrom('tombstones').select('kind').distinct().execute();
      const kinds = new Set(rows.map((row) => row.kind).filter((kind) => kind !== 'hidden'));
      if (kinds.size === 0) return new Set();
      const hashesOf = new Map(posts.map((post) => [identityKey(post), tombstonesFor(post, kinds)]));
      const found = new Set<string>();
      for (const batch of inBatches([...new Set([...hashesOf.values()].flat())])) {
        const known = await kysely.selectFrom('tombstones').select('hash').where('hash', 'in', batch).execute();
        for (const { hash } of known) found.add(hash);
      }
      const isForgotten = (hashes: readonly string[]) => hashes.some((hash) => found.has(hash));
      return new Set([...hashesOf].filter(([, hashes]) => isForgotten(hashes)).map(([key]) => key));
    },
  };
}
