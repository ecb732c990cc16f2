import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import { firstOrNull, inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

export interface StoredSignature {
  postId: number;
  createdAt: number;
  signature: Uint8Array;
}

/** A post that others can be duplicates of, with what theirs would have in common with it. */
export interface SignatureKeys {
  postId: number;
  /** Of the posts of one generation that share a key, the first is kept. */
  generation: number;
  keys: readonly number[];
}

/** More than the duplicate finder's window; it drops older ones itself. */
const LOOK_BACK_DAYS = 150;
const ROWS_A_PAGE = 5_000;
const KEYS_A_STATEMENT = 5_000;

export function signatureStore(kysely: Kysely<Tables>) {
  const originals = kysely
    .selectFrom('signatures')
    .innerJoin('posts', 'posts.id', 'signatures.postId')
    .where('posts.duplicateOf', 'is', null)
    .where((where) => where.or([where('posts.clusterId', 'is not', null), where('posts.hidden', '=', 1)]));
  const newest = () =>
    firstOrNull(
      originals.select(['posts.id', 'posts.createdAt']).orderBy('posts.createdAt', 'desc').orderBy('posts.id').limit(1),
    );

  return {
    async insert(signatures: Tables['signatures'][]): Promise<void> {
      for (const batch of inBatches(signatures)) await kysely.insertInto('signatures').values(batch).execute();
    },

    /** Lets `sharing` find posts by their keys. */
    async addKeys(posts: readonly SignatureKeys[]): Promise<void> {
      const rows = posts.flatMap(({ keys, ...post }) => keys.map((key) => ({ ...post, key })));
      // In the order of the index, into which random keys take three times as long.
      rows.sort((one, other) => one.key - other.key);
      for (const batch of inBatches(rows))
        await kysely
          .insertInto('signatureKeys')
          .values(batch)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },

    /** The originals that have one of the keys, in the order of storing. */
    async sharing(keys: readonly number[]): Promise<StoredSignature[]> {
      // Two steps: without statistics, as in a large import, PostgreSQL would read all posts to join them.
      const ids = new Set<number>();
      for (const batch of inBatches(keys, KEYS_A_STATEMENT)) {
        const rows = await kysely.selectFrom('signatureKeys').select('postId').where('key', 'in', batch).execute();
        for (const { postId } of rows) ids.add(postId);
      }
      const found: StoredSignature[] = [];
      for (const batch of inBatches([...ids].sort((one, other) => one - other))) {
        const rows = originals.select(['posts.id as postId', 'posts.createdAt', 'signature']);
        found.push(...(await rows.where('signatures.postId', 'in', batch).orderBy('posts.id').execute()));
      }
      return found;
    },

    /** Of a removed post; its keys are then those of the post that replaces it, if any. */
    async moveKeys(keys: readonly number[], postId: number, replacementId: number | null): Promise<void> {
      if (keys.length === 0) return;
      const [remove, update] = [kysely.deleteFrom('signatureKeys'), kysely.updateTable('signatureKeys')];
      await (replacementId === null
        ? remove.where('postId', '=', postId).where('key', 'in', keys).execute()
        : update.set({ postId: replacementId }).where('postId', '=', postId).where('key', 'in', keys).execute());
    },

    /** Forgets keys of posts that are too old to be the original of a new one. */
    async forgetOldKeys(generationOf: (createdAt: number) => number): Promise<void> {
      const { createdAt } = (await newest()) ?? { createdAt: 0 };
      const oldest = generationOf(createdAt - LOOK_BACK_DAYS * DAY_MS);
      await kysely.deleteFrom('signatureKeys').where('generation', '<', oldest).execute();
    },

    /** The originals, in order, whose keys should be known: the recent ones, and those stored after the newest. */
    async *remembered(): AsyncGenerator<StoredSignature[]> {
      const last = await newest();
      if (last === null) return;
      const recent = originals
        .select(['posts.id as postId', 'posts.createdAt', 'signature'])
        .where((where) =>
          where.or([
            where('posts.createdAt', '>=', last.createdAt - LOOK_BACK_DAYS * DAY_MS),
            where('posts.id', '>', last.id),
          ]),
        )
        .orderBy('posts.id')
        .limit(ROWS_A_PAGE);
      yield* inPages((before: StoredSignature | undefined) =>
        recent.where('posts.id', '>', before?.postId ?? 0).execute(),
      );
    },
  };
}
