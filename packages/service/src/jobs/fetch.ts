import { DAY_MS } from '../model/day.ts';
import type { Batch, Cursor, Feed, KnownPost } from '../sources/feed/source.ts';
import { RateLimitedError, SourceError, UnavailableError } from '../sources/http/index.ts';
import type { FeedState, PostIdentity, Stores } from '../store/index.ts';
import { removePosts } from './forget.ts';
import { importPosts, NO_PROGRESS, type OnUnusable, storeBatch, withoutForgotten, withoutKnown } from './import.ts';
import { loadAssigner } from './pipeline/assign-posts.ts';
import { type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';

/** The pipeline's now can be in the past; platforms need real time. */
export interface FetchDeps extends PipelineDeps {
  realNow: () => number;
}

export interface FeedProgress extends FeedTally {
  key: string;
  /** 0-1: share of the time range that has been read. */
  fraction: number;
}
export interface FeedReport extends FeedTally {
  key: string;
  /** Why the fetch ended early; earlier posts are stored, and the next run continues from there. */
  error: SourceError | null;
}
export interface FetchOptions {
  /** Fetch again from here (epoch ms) instead of where the last run stopped. */
  since?: number | undefined;
  /** Skip feeds that were read to their end at this moment (epoch ms) or later. */
  unlessReadSince?: number | undefined;
  onProgress?: (progress: FeedProgress) => void;
  onReport?: (report: FeedReport) => void;
  /** Called for each post that broke the pipeline; it counts as unreadable, and the others are stored. */
  onUnusable?: OnUnusable;
  /** Called when another process must finish first. */
  onWait?: () => void;
}

/** How far back a new feed is read. */
const FIRST_LOOK_BACK_MS = 30 * DAY_MS;
/** A group is stored when it has this many posts, or after this time for a slow feed. */
const GROUP_POSTS = 1_000;
const GROUP_MS = 60_000;

/** Fetches feeds one by one, stores new posts, removes deleted ones, and takes a snapshot. One feed's failure doesn't stop the others. */
export async function fetchFeeds(
  deps: FetchDeps,
  feeds: readonly Feed[],
  options: FetchOptions = {},
): Promise<FeedReport[]> {
  const lock = await deps.store.lockFetching(options.onWait);
  try {
    const reports: FeedReport[] = [];
    for (const feed of feeds) {
      const report = await fetchFeed(deps, feed, options);
      if (report === null) continue;
      options.onReport?.(report);
      reports.push(report);
    }
    // Stores nothing; takes a snapshot if the feeds changed something.
    await importPosts(deps, [], options.onWait === undefined ? {} : { onWait: options.onWait });
    return reports;
  } finally {
    await lock.release();
  }
}

async function fetchFeed(deps: FetchDeps, feed: Feed, options: FetchOptions): Promise<FeedReport | null> {
  const { store, realNow } = deps;
  const state = await store.feeds.find(feed.key);
  const readAt = state?.readAt ?? null;
  if (options.unlessReadSince !== undefined && readAt !== null && readAt >= options.unlessReadSince) return null;
  const start = startOf(state, options.since, realNow());
  const startedAt = realNow();
  const tally: FeedTally = { stored: 0, known: 0, deleted: 0, unreadable: 0 };
  let end = start;
  try {
    for await (const group of inGroups(feed.fetchSince(start), realNow)) {
      await storeFetched(deps, feed.key, { ...group, readAt }, tally, options);
      end = group.cursor;
      const fraction = Math.min(1, (end.reached - start.reached) / Math.max(1, startedAt - start.reached));
      options.onProgress?.({ key: feed.key, fraction, ...tally });
    }
    await store.feeds.save(feed.key, { ...end, readAt: startedAt });
    await checkFeed(deps, feed, tally, options.onWait);
    return { key: feed.key, error: null, ...tally };
  } catch (error) {
    if (error instanceof SourceError) return { key: feed.key, error, ...tally };
    throw error;
  }
}

function startOf(state: FeedState | null, since: number | undefined, now: number): Cursor {
  if (since !== undefined) return { since: Math.min(since, state?.since ?? since), reached: since };
  if (state !== null) return { since: state.since, reached: state.reached };
  return { since: now - FIRST_LOOK_BACK_MS, reached: now - FIRST_LOOK_BACK_MS };
}

/** Joins batches into groups of one transaction. Yields the last group before rethrowing an error. */
async function* inGroups(batches: AsyncIterable<Batch>, now: () => number): AsyncGenerator<Batch> {
  let group: Batch | null = null;
  let begunAt = now();
  try {
    for await (const batch of batches) {
      group = group === null ? batch : joinBatches(group, batch);
      if (group.posts.length < GROUP_POSTS && now() - begunAt < GROUP_MS) continue;
      yield group;
      group = null;
      begunAt = now();
    }
  } catch (error) {
    if (group !== null) yield group;
    throw error;
  }
  if (group !== null) yield group;
}

const joinBatches = (one: Batch, next: Batch): Batch => ({
  posts: [...one.posts, ...next.posts],
  deleted: [...one.deleted, ...next.deleted],
  unreadable: one.unreadable + next.unreadable,
  cursor: next.cursor,
});

/** Counts of one feed's fetch. */
export interface FeedTally {
  stored: number;
  /** Already stored. */
  known: number;
  /** Stored posts that were removed because the platform deleted them. */
  deleted: number;
  /** Items that could not be parsed. */
  unreadable: number;
}

/** Stores a feed's posts and its cursor in one transaction, so an interruption can't separate them. */
function storeFetched(
  deps: PipelineDeps,
  key: string,
  { posts, deleted, unreadable, cursor, readAt }: Batch & { readAt: number | null },
  tally: FeedTally,
  { onWait, onUnusable }: FetchOptions,
): Promise<void> {
  return withPipelineLock(
    deps,
    async (run) => {
      const unknown = await withoutKnown(run, posts);
      const fresh = await withoutForgotten(run, unknown);
      let removed = 0;
      const alongside = async (stores: Stores) => {
        await stores.feeds.addPosts(key, posts, run.now());
        removed = (await removePosts(stores, deleted)).posts;
        await stores.feeds.save(key, { ...cursor, readAt });
      };
      const progress = { ...NO_PROGRESS };
      run.lock.assertHeld();
      if (fresh.length === 0) await run.store.transaction(alongside);
      else
        await storeBatch(run, await loadAssigner(run.store), fresh, { sample: false, progress, onUnusable, alongside });
      tally.stored += progress.stored;
      tally.known += posts.length - unknown.length;
      tally.deleted += removed;
      tally.unreadable += unreadable + progress.unusable;
    },
    onWait,
  );
}

/** Older posts are not checked for deletion: they matter little, and rate limits are tight. */
const CHECKED_FOR_MS = 30 * DAY_MS;
const CHECK_EVERY_MS = DAY_MS;
const POSTS_A_RUN = 50;

/** Checks some of the feed's recent posts and removes those deleted at the platform. Throws SourceError. */
async function checkFeed(deps: FetchDeps, feed: Feed, tally: FeedTally, onWait?: () => void): Promise<void> {
  const now = deps.realNow();
  const due = await deps.store.feeds.dueForCheck(feed.key, {
    createdAfter: now - CHECKED_FOR_MS,
    checkedBefore: now - CHECK_EVERY_MS,
    limit: POSTS_A_RUN,
  });
  if (due.length === 0) return;
  const { checked, deleted, error } = await checkPosts(feed, due);
  await withPipelineLock(
    deps,
    ({ store }) =>
      store.transaction(async (stores) => {
        await stores.feeds.markChecked(checked, now);
        tally.deleted += (await removePosts(stores, deleted)).posts;
      }),
    onWait,
  );
  if (error !== null) throw error;
}

async function checkPosts(feed: Feed, due: readonly KnownPost[]) {
  const checked: PostIdentity[] = [];
  const deleted: PostIdentity[] = [];
  try {
    for await (const verdict of feed.checkDeleted(due)) {
      checked.push(verdict.post);
      if (verdict.deleted) deleted.push(verdict.post);
    }
    return { checked, deleted, error: null };
  } catch (error) {
    const isTemporary = error instanceof RateLimitedError || error instanceof UnavailableError;
    // A post that always fails counts as checked, so that it doesn't block the others.
    return { checked: isTemporary ? checked : due.slice(0, checked.length + 1), deleted, error };
  }
}
