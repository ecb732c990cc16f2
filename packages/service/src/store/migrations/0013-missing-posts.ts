import { type Kysely, sql } from 'kysely';

/** Since when the source no longer shows a post; it is removed only when a look a day later says so again. */
export async function addMissingPosts(database: Kysely<unknown>): Promise<void> {
  await sql`alter table feed_posts add column missing_since bigint`.execute(database);
  await sql`create index feed_posts_missing on feed_posts (feed) where missing_since is not null`.execute(database);
}
