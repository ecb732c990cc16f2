import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
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
  /** Since when the source no longer shows it, epoch ms; null for a post that it showed at the last look. */
  missingSince: number | null;
}
/** How many posts of a feed its source no longer shows, of how many that are looked after. */
export interface MissingPosts {
  missing: number;
  checked: number;
}
export interface DueForCheck {
  createdAfter: number;
  checkedBefore: number;
  missingOnly: boolean;
  limit: number;
}

const tallies = ({ fn }: ExpressionBuilder<Tables, 'feedPosts'>) => [
  fn.count<number>('missingSince').as('missing'),
  fn.countAll<number>().as('checked'),
];

/** Servers number their posts independently, so the id begins with the server's name: all up to the last colon. */
const SERVER = sql<string>`rtrim(posts.external_id, replace(posts.external_id, ':', ''))`;
interface FeedPlace {
  place: string;
  server: string;
}
const placeKey = ({ place, server }: FeedPlace): string => JSON.stringify([place, server]);

/** Its source and what it follows there, without labels, categories or tags. Null for a search, which may be of any repository. */
function subjectOf(key: string): string | null {
  const [source, subject = ''] = key.toLowerCase().split(' ');
  return subject === 'search' ? null : `${source} ${subject}`;
}
const isSameSource = (one: string, other: string): boolean => one.split(' ', 1)[0] === other.split(' ', 1)[0];

export function feedStore(kysely: Kysely<Tables>) {
  /** Posts of feeds that are recent or missing. */
  const lookedAfter = (createdAfter: number) =>
    kysely
      .selectFrom('feedPosts')
      .innerJoin('posts', 'posts.id', 'feedPosts.postId')
      .where((where) => where.or([where('createdAt', '>', createdAfter), where('missingSince', 'is not', null)]));
  const update = (post: PostIdentity, values: { checkedAt: number; missingSince?: number | null }) =>
    kysely.updateTable('feedPosts').set(values).where('postId', 'in', postsWith(kysely, post).select('id')).execute();

  async function* storedIds(posts: readonly PostIdentity[]): AsyncGenerator<number[]> {
    for (const [provider, group] of Map.groupBy(posts, (post) => post.provider)) {
      for (const batch of inBatches(group)) {
        const ids = batch.map((post) => post.externalId);
        const found = kysely.selectFrom('posts').select('id').where('provider', '=', provider);
        const rows = await found.where('externalId', 'in', ids).execute();
        if (rows.length > 0) yield rows.map(({ id }) => id);
      }
    }
  }

  /** Notes which of these posts of the feed other feeds returned too. */
  async function addOverlaps(key: string, postIds: readonly number[]): Promise<void> {
    const others = await kysely
      .selectFrom('feedPosts')
      .select(['postId', 'feed'])
      .where('postId', 'in', postIds)
      .where('feed', '<>', key)
      .execute();
    const overlaps = others.flatMap(({ postId, feed }) => [feed, key].map((each) => ({ postId, feed: each })));
    for (const batch of inBatches(overlaps))
      await kysely
        .insertInto('feedOverlaps')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }

  /** The repositories and sites of a feed's posts. */
  const placesOf = (key: string) =>
    kysely
      .selectFrom('feedPosts')
      .innerJoin('posts', 'posts.id', 'feedPosts.postId')
      .where('feedPosts.feed', '=', key)
      .select(['posts.place', SERVER.as('server')])
      .distinct();

  return {
    find: (key: string): Promise<FeedState | null> =>
      firstOrNull(kysely.selectFrom('feeds').select(['since', 'reached', 'readAt']).where('key', '=', key)),

    /** The feeds that were ever read; `followed`: whether the SOURCES file still has them. */
    async all(): Promise<{ key: string; readAt: number | null; followed: boolean }[]> {
      const rows = await kysely.selectFrom('feeds').select(['key', 'readAt', 'followed']).orderBy('key').execute();
      return rows.map((row) => ({ ...row, followed: row.followed === 1 }));
    },

    async setFollowed(keys: readonly string[], followed: boolean): Promise<void> {
      for (const batch of inBatches(keys))
        await kysely
          .updateTable('feeds')
          .set({ followed: followed ? 1 : 0 })
          .where('key', 'in', batch)
          .execute();
    },

    async save(key: string, { since, reached, readAt }: FeedState): Promise<void> {
      const state = { since, reached, readAt };
      await kysely
        .insertInto('feeds')
        .values({ key, ...state })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(state))
        .execute();
    },

    /** Records that the feed returned these stored posts; they are no longer missing. The first feed of a post checks it. */
    async addPosts(key: string, posts: readonly PostIdentity[], at: number): Promise<void> {
      for await (const postIds of storedIds(posts)) {
        await kysely
          .insertInto('feedPosts')
          .values(postIds.map((postId) => ({ postId, feed: key, checkedAt: at, missingSince: null })))
          .onConflict((conflict) => conflict.column('postId').doUpdateSet({ missingSince: null }))
          .execute();
        await addOverlaps(key, postIds);
      }
    },

    /**
     * Gives the feed the posts of feeds that are no longer followed, where it reads the same repository or site: another feed of
     * the same source can check them too. Call it when the feed was read.
     */
    async handOver(key: string): Promise<void> {
      const rows = await kysely.selectFrom('feeds').select('key').where('followed', '=', 0).execute();
      const retired = rows.map((row) => row.key);
      if (retired.includes(key)) return;
      let own: ReadonlySet<string> | null = null;
      for (const from of retired.filter((other) => isSameSource(other, key))) {
        const left = await placesOf(from).execute();
        if (left.length === 0) continue;
        own ??= new Set((await placesOf(key).execute()).map(placeKey));
        const returnedByBoth = placesOf(from)
          .innerJoin('feedOverlaps', 'feedOverlaps.postId', 'feedPosts.postId')
          .where('feedOverlaps.feed', '=', key);
        const shared = new Set((await returnedByBoth.execute()).map(placeKey));
        const isSubject = subjectOf(key) !== null && subjectOf(from) === subjectOf(key);
        for (const place of left)
          if (isSubject || own.has(placeKey(place)) || shared.has(placeKey(place)))
            await kysely
              .updateTable('feedPosts')
              .set({ feed: key })
              .where(
                'postId',
                'in',
                placesOf(from)
                  .clearSelect()
                  .select('postId')
                  .where('posts.place', '=', place.place)
                  .where(SERVER, '=', place.server),
              )
              .execute();
      }
    },

    /** Records which stored posts the source says are deleted. Returns how many it showed until now. */
    async addMissing(key: string, posts: readonly PostIdentity[], at: number): Promise<number> {
      let added = 0;
      for await (const postIds of storedIds(posts)) {
        await kysely
          .insertInto('feedPosts')
          .values(postIds.map((postId) => ({ postId, feed: key, checkedAt: at, missingSince: null })))
          .onConflict((conflict) => conflict.column('postId').doNothing())
          .execute();
        await addOverlaps(key, postIds);
        const marked = kysely.updateTable('feedPosts').set({ missingSince: at, checkedAt: at });
        const { numUpdatedRows } = await marked
          .where('postId', 'in', postIds)
          .where('missingSince', 'is', null)
          .executeTakeFirst();
        added += Number(numUpdatedRows);
      }
      return added;
    },

    /** The feed's posts that were not checked for the longest time. */
    dueForCheck(key: string, { createdAfter, checkedBefore, missingOnly, limit }: DueForCheck): Promise<FeedPost[]> {
      const due = lookedAfter(createdAfter)
        .select(['provider', 'externalId', 'url', 'missingSince'])
        .where('feed', '=', key)
        .where((where) =>
          // A check that is yet to come was made by a wrong clock.
          where.or([where('checkedAt', '<', checkedBefore), where('checkedAt', '>', checkedBefore + 2 * DAY_MS)]),
        )
        .orderBy('checkedAt')
        .orderBy('postId')
        .limit(limit);
      return (missingOnly ? due.where('missingSince', 'is not', null) : due).execute();
    },

    /** The feed's posts that are missing, and all that are looked after. */
    async missingOf(key: string, createdAfter: number): Promise<MissingPosts> {
      const count = lookedAfter(createdAfter).where('feed', '=', key).select(tallies);
      return count.executeTakeFirstOrThrow();
    },
    /** The same for every followed feed of which more than one post is missing. */
    missing(createdAfter: number): Promise<(MissingPosts & { feed: string })[]> {
      const retired = kysely.selectFrom('feeds').select('key').where('followed', '=', 0);
      const missing = kysely
        .selectFrom('feedPosts')
        .where('missingSince', 'is not', null)
        .where('feed', 'not in', retired)
        .groupBy('feed');
      const several = missing.having((having) => having.fn.countAll(), '>', 1).select('feed');
      const feeds = lookedAfter(createdAfter).where('feed', 'in', several).groupBy('feed').orderBy('feed');
      return feeds.select('feed').select(tallies).execute();
    },

    /** Records that posts were looked at, whatever was seen. */
    async markChecked(posts: readonly PostIdentity[], at: number): Promise<void> {
      for (const post of posts) await update(post, { checkedAt: at });
    },
    async markPresent(posts: readonly PostIdentity[], at: number): Promise<void> {
      for (const post of posts) await update(post, { checkedAt: at, missingSince: null });
    },
    /** A post that was missing before keeps the time. */
    async markMissing(posts: readonly FeedPost[], at: number): Promise<void> {
      for (const post of posts)
        await update(post, { checkedAt: at, missingSince: Math.min(post.missingSince ?? at, at) });
    },
  };
}
