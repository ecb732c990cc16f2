import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

export interface StoredSignature {
  postId: number;
  createdAt: number;
  signature: Uint8Array;
}

/** More than the duplicate finder's window; it drops older ones itself. */
const LOOK_BACK_DAYS = 150;
const ROWS_A_PAGE = 5_000;

export function signatureStore(kysely: Kysely<Tables>) {
  return {
    async insert(signatures: Tables['signatures'][]): Promise<void> {
      for (const batch of inBatches(signatures)) await kysely.insertInto('signatures').values(batch).execute();
    },

    /**
     * The originals, in order, that a duplicate finder which saw every post would still hold: the recent ones, and those stored
     * after the newest, because the finder drops old ones only when a newer post arrives.
     */
    async *remembered(): AsyncGenerator<StoredSignature> {
      const originals = kysely
        .selectFrom('signatures')
        .innerJoin('posts', 'posts.id', 'signatures.postId')
        .where('posts.duplicateOf', 'is', null)
        .where((where) => where.or([where('posts.clusterId', 'is not', null), where('posts.hidden', '=', 1)]));
      const newest = await originals
        .select(['posts.id', 'posts.createdAt'])
        .orderBy('posts.createdAt', 'desc')
        .orderBy('posts.id')
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) return;
      const recent = originals
        .select(['posts.id as postId', 'posts.createdAt', 'signature'])
        .where((where) =>
          where.or([
            where('posts.createdAt', '>=', newest.createdAt - LOOK_BACK_DAYS * DAY_MS),
            where('posts.id', '>', newest.id),
          ]),
        )
        .orderBy('posts.id')
        .limit(ROWS_A_PAGE);
      const pages = inPages((last: StoredSignature | undefined) =>
        recent.where('posts.id', '>', last?.postId ?? 0).execute(),
      );
      for await (const page of pages) yield* page;
    },
  };
}
