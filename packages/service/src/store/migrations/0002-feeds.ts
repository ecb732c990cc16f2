import { type Kysely, sql } from 'kysely';

const TABLES = `
create table feeds (
  key text primary key,
  since bigint not null,
  reached bigint not null,
  read_at bigint
);
create table feed_posts (post_id integer primary key, feed text not null, checked_at bigint not null);
create index feed_posts_by_check on feed_posts (feed, checked_at);
`;

/** How far each feed of a source has been read, and which posts came from it. */
export async function createFeeds(database: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(';').filter((text) => text.trim() !== '')) {
    await sql.raw(statement).execute(database);
  }
}
