import type { Kysely } from 'kysely';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { PostIdentity } from './posts.ts';

export interface FeedState {
  /** Posts made since then are wanted. Epoch ms, as the others. */
  since: number;
  /** Up to here they are known. */
  reached: number;
  /** When the feed was last read to its end; null when never. */
  readAt: number | null;
}
export interface FeedPost extends PostIdentity {
  url: string | null;
}
export interface DueForCheck {
  createdAfter: number;
  checkedBefore: number;
  limit: number;
}

export function feedStore(kysely: Kysely<Tables>) {
  return {
    async find(key: string): Promise<FeedState | null> {
      const row = await kysely
        .selectFrom('feeds')
        .select(['since', 'reached', 'read_at as readAt'])
        .where('key', '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    async save(key: string, { since, reached, readAt }: FeedState): Promise<void> {
      await kysely
        .insertInto('feeds')
        .values({ key, since, reached, read_at: readAt })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ since, reached, read_at: readAt }))
        .execute();
    },

    /** Notes which feed showed these stored posts; one that another feed has shown stays with that one. */
    async addPosts(key: string, posts: readonly PostIdentity[], at: number): Promise<void> {
      for (const [provider, group] of Map.groupBy(posts, (post) => post.provider)) {
        for (const some of inBatches(group)) {
          const ids = some.map((post) => post.externalId);
          const rows = await kysely
            .selectFrom('posts')
            .select('id as post_id')
            .where('provider', '=', provider)
            .where('external_id', 'in', ids)
            .execute();
          if (rows.length === 0) continue;
          await kysely
            .insertInto('feed_posts')
            .values(rows.map((row) => ({ ...row, feed: key, checked_at: at })))
            .onConflict((conflict) => conflict.column('post_id').doNothing())
            .execute();
        }
      }
    },

    /** Posts of a feed that nobody has looked after for longest. */
    async dueForCheck(key: string, { createdAfter, checkedBefore, limit }: DueForCheck): Promise<FeedPost[]> {
      return kysely
        .selectFrom('feed_posts')
        .innerJoin('posts', 'posts.id', 'feed_posts.post_id')
        .select(['provider', 'external_id as externalId', 'url'])
        .where('feed', '=', key)
        .where('checked_at', '<', checkedBefore)
        .where('created_at', '>', createdAfter)
        .orderBy('checked_at')
        .orderBy('post_id')
        .limit(limit)
        .execute();
    },

    async markChecked(posts: readonly PostIdentity[], at: number): Promise<void> {
      for (const { provider, externalId } of posts) {
        const ids = kysely
          .selectFrom('posts')
          .select('id')
          .where('provider', '=', provider)
          .where('external_id', '=', externalId);
        await kysely.updateTable('feed_posts').set({ checked_at: at }).where('post_id', 'in', ids).execute();
      }
    },
  };
}
export type FeedStore = ReturnType<typeof feedStore>;
