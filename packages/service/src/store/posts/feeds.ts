import type { Kysely } from 'kysely';
import { firstOrNull, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { type PostIdentity, postsWith } from './posts.ts';

export interface FeedState {
  /** The feed covers posts created after this. Epoch ms, as the others. */
  since: number;
  /** Everything up to here has been read. */
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
    find: (key: string): Promise<FeedState | null> =>
      firstOrNull(kysely.selectFrom('feeds').select(['since', 'reached', 'readAt']).where('key', '=', key)),

    all: (): Promise<{ key: string; readAt: number | null }[]> =>
      kysely.selectFrom('feeds').select(['key', 'readAt']).orderBy('key').execute(),

    async save(key: string, { since, reached, readAt }: FeedState): Promise<void> {
      const state = { since, reached, readAt };
      await kysely
        .insertInto('feeds')
        .values({ key, ...state })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(state))
        .execute();
    },

    /** Records which feed returned these stored posts; a post keeps the first feed that returned it. */
    async addPosts(key: string, posts: readonly PostIdentity[], at: number): Promise<void> {
      for (const [provider, group] of Map.groupBy(posts, (post) => post.provider)) {
        for (const batch of inBatches(group)) {
          const ids = batch.map((post) => post.externalId);
          const found = kysely.selectFrom('posts').select('id as postId').where('provider', '=', provider);
          const rows = await found.where('externalId', 'in', ids).execute();
          if (rows.length === 0) continue;
          await kysely
            .insertInto('feedPosts')
            .values(rows.map((row) => ({ ...row, feed: key, checkedAt: at })))
            .onConflict((conflict) => conflict.column('postId').doNothing())
            .execute();
        }
      }
    },

    /** The feed's posts that were not checked for the longest time. */
    dueForCheck(key: string, { createdAfter, checkedBefore, limit }: DueForCheck): Promise<FeedPost[]> {
      return kysely
        .selectFrom('feedPosts')
        .innerJoin('posts', 'posts.id', 'feedPosts.postId')
        .select(['provider', 'externalId', 'url'])
        .where('feed', '=', key)
        .where('checkedAt', '<', checkedBefore)
        .where('createdAt', '>', createdAfter)
        .orderBy('checkedAt')
        .orderBy('postId')
        .limit(limit)
        .execute();
    },

    async markChecked(posts: readonly PostIdentity[], at: number): Promise<void> {
      const checked = kysely.updateTable('feedPosts').set({ checkedAt: at });
      for (const post of posts) await checked.where('postId', 'in', postsWith(kysely, post).select('id')).execute();
    },
  };
}
