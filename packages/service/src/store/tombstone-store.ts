import type { Kysely } from 'kysely';
import { type Removal, type RemovalKind, tombstoneOf, tombstonesFor } from '../model/removal.ts';
import { identityKey, type PostOrigin } from './post-store.ts';
import { inBatches } from './statements.ts';
import type { Tables } from './tables.ts';

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
