import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

export interface StoredSignature {
  postId: number;
  createdAt: number;
  signature: Uint8Array;
}

/** More than the duplicate finder looks back: it forgets by itself what is too old. */
const LOOK_BACK_DAYS = 150;
const ROWS_A_READ = 5_000;

export function signatureStore(kysely: Kysely<Tables>) {
  return {
    async insert(signatures: readonly { postId: number; signature: Uint8Array }[]): Promise<void> {
      const rows = signatures.map(({ postId, signature }) => ({ post_id: postId, signature }));
      for (const some of inBatches(rows)) await kysely.insertInto('signatures').values(some).execute();
    },

    /**
     * The originals that a finder which saw every post in order would still remember, in that order: the recent ones, and those
     * stored after the newest, for it forgets only when a newer post comes.
     */
    async *remembered(): AsyncGenerator<StoredSignature> {
      const originals = () =>
        kysely
          .selectFrom('signatures')
          .innerJoin('posts', 'posts.id', 'signatures.post_id')
          .where('posts.duplicate_of', 'is', null)
          .where((where) => where.or([where('posts.cluster_id', 'is not', null), where('posts.hidden', '=', 1)]));
      const newest = await originals()
        .select(['posts.id', 'posts.created_at as createdAt'])
        .orderBy('posts.created_at', 'desc')
        .orderBy('posts.id')
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) return;
      for (let last = 0; ; ) {
        const rows = await originals()
          .select(['posts.id as postId', 'posts.created_at as createdAt', 'signature'])
          .where('posts.id', '>', last)
          .where((where) =>
            where.or([
              where('posts.created_at', '>=', newest.createdAt - LOOK_BACK_DAYS * DAY_MS),
              where('posts.id', '>', newest.id),
            ]),
          )
          .orderBy('posts.id')
          .limit(ROWS_A_READ)
          .execute();
        yield* rows;
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end.postId;
      }
    },
  };
}
export type SignatureStore = ReturnType<typeof signatureStore>;
