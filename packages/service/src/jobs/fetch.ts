import { DAY_MS, HOUR_MS } from '../model/day.ts';
import type { Batch, Cursor, Feed } from '../sources/feed/source.ts';
import { SourceError } from '../sources/http/errors.ts';
import type { OpenedFeeds } from '../sources/sources-file.ts';
import type { FeedState, Stores } from '../store/index.ts';
import {
  BATCH_CHARACTERS,
  charactersOf,
  importPosts,
  keepAssigner,
  NO_PROGRESS,
  type OnUnusable,
  prepareBatch,
  storeBatch,
} from './import.ts';
import { checkFeed, type MissingTally } from './missing-posts.ts';
import { inParallel, type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';
import { feedWork, isFeedWork, type TrackWork, untracked } from './thread-work.ts';

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
  /** Leave a feed for the next run at this moment (epoch ms), so that one with much to read doesn't hold up the others' next turn. */
  endsAt?: number;
  /** Remove posts that have been missing for a day, however many they are. */
  removeMissing?: boolean;
  onProgress?: (progress: FeedProgress) => void;
  onReport?: (report: FeedReport) => void;
  /** Called for each post that broke the pipeline; it counts as unreadable, and the others are stored. */
  onUnusable?: OnUnusable;
  /** Runs the reading of each feed. */
  track?: TrackWork;
}

/** The source that a feed is of: its `source` in the SOURCES file. */
const kindOf = (key: string): string => key.split(' ', 1)[0] ?? '';

/**
 * Notes which feeds the SOURCES file has. Those that it no longer has are not reported as stale or failed, and their posts are
 * checked by the feeds that took their place. Feeds of sources that couldn't be opened stay as they are.
 */
export function followFeeds(
  { store }: Pick<FetchDeps, 'store'>,
  { feeds, failed }: Omit<OpenedFeeds, 'errors'>,
): Promise<void> {
  const keys = new Set(feeds.map(({ key }) => key));
  const isGone = (key: string) => !keys.has(key) && !failed.has(kindOf(key));
  return store.transaction(async (stores) => {
    const known = await stores.feeds.all();
    const keysOf = (list: typeof known) => list.map(({ key }) => key);
    await stores.feeds.setFollowed(keysOf(known.filter(({ key, followed }) => followed && isGone(key))), false);
    await stores.feeds.setFollowed(keysOf(known.filter(({ key, followed }) => !followed && keys.has(key))), true);
    for (const { work } of await stores.threadFailures.all())
      if (isFeedWork(work) && isGone(work.slice(feedWork('').length))) await stores.threadFailures.clear(work);
  });
}

/** How far back a new feed is read. */
const FIRST_LOOK_BACK_MS = 30 * DAY_MS;
/** A group is stored when it has this many posts or a batch's characters, or after this time for a slow feed. */
const GROUP_POSTS = 1_000;
const GROUP_MS = 60_000;

/** Feeds of one kind of source that are read at the same time. They often share a rate limit, for which calls wait two minutes at most. */
const FEEDS_AT_ONCE = 20;

/**
 * Reads feeds side by side, stores new posts, removes deleted ones, and takes a snapshot whenever a feed is done. One feed's
 * failure or slowness doesn't keep the others from being read and shown.
 */
export async function fetchFeeds(
  deps: FetchDeps,
  feeds: readonly Feed[],
  options: FetchOptions = {},
): Promise<FeedReport[]> {
  const { track = untracked } = options;
  const lock = await deps.store.lockFetching(deps.onWait);
  const reports = new Map<Feed, FeedReport>();
  const failures: unknown[] = [];
  const run = { ...deps, assignerOf: keepAssigner() };
  const showNew = createRefresher(deps);
  const read = async (feed: Feed) => {
    try {
      const report = await track(feedWork(feed.key), () => fetchFeed(run, feed, options));
      if (report === null) return;
      options.onReport?.(report);
      reports.set(feed, report);
      if (report.stored + report.deleted > 0) await showNew();
    } catch (error) {
      failures.push(error);
    }
  };
  try {
    const kinds = Map.groupBy(feeds, ({ key }) => kindOf(key));
    await Promise.all([...kinds.values()].map((kind) => inParallel(kind, FEEDS_AT_ONCE, read)));
    if (failures.length > 0) throw failures[0];
    await showNew();
    // See `forget`.
    if ([...reports.values()].some(({ deleted }) => deleted > 0)) await deps.store.analyze();
    return feeds.flatMap((feed) => reports.get(feed) ?? []);
  } finally {
    await lock.release();
  }
}

/** Takes a snapshot if something changed, one at a time: what comes in meanwhile is in the next. */
function createRefresher(deps: FetchDeps): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const refresh = async () => {
    next = null;
    await importPosts(deps, []);
  };
  return () => {
    next ??= last.then(refresh, refresh);
    last = next;
    return next;
  };
}

type FetchRun = FetchDeps & { assignerOf: ReturnType<typeof keepAssigner> };

async function fetchFeed(deps: FetchRun, feed: Feed, options: FetchOptions): Promise<FeedReport | null> {
  const { store, realNow } = deps;
  const { unlessReadSince, endsAt = Number.POSITIVE_INFINITY, removeMissing = false } = options;
  const state = await store.feeds.find(feed.key);
  const readAt = state?.readAt ?? null;
  // One read more than an hour from now was read by a wrong clock.
  const isRecent = (at: number) => at >= (unlessReadSince ?? Number.POSITIVE_INFINITY) && at - realNow() <= HOUR_MS;
  if (readAt !== null && isRecent(readAt)) return null;
  const start = startOf(state, options.since, realNow());
  const startedAt = realNow();
  const tally: FeedTally = { stored: 0, known: 0, missing: 0, deleted: 0, unreadable: 0 };
  let end = start;
  try {
    for await (const group of inGroups(feed.fetchSince(start), realNow)) {
      await storeFetched(deps, feed.key, { ...group, readAt }, tally, options.onUnusable);
      end = group.cursor;
      const fraction = Math.min(1, (end.reached - start.reached) / Math.max(1, startedAt - start.reached));
      options.onProgress?.({ key: feed.key, fraction, ...tally });
      if (realNow() >= endsAt) return { key: feed.key, error: null, ...tally };
    }
    await store.transaction(async ({ feeds }) => {
      await feeds.save(feed.key, { ...end, readAt: startedAt });
      await feeds.handOver(feed.key);
    });
    await checkFeed(deps, feed, tally, { now: realNow(), removeMissing });
    return { key: feed.key, error: null, ...tally };
  } catch (error) {
    if (error instanceof SourceError) return { key: feed.key, error, ...tally };
    throw error;
  }
}

function startOf(state: FeedState | null, since: number | undefined, now: number): Cursor {
  if (since !== undefined) return { since: Math.min(since, state?.since ?? since), reached: since };
  const lookBack = now - FIRST_LOOK_BACK_MS;
  if (state === null) return { since: lookBack, reached: lookBack };
  // Of a clock that ran ahead, or a version before this one: where it really stopped is unknown. What is known is stored once.
  if (state.since > now) return { since: lookBack, reached: lookBack };
  return { since: state.since, reached: state.reached > now ? Math.max(state.since, lookBack) : state.reached };
}

/** Joins batches into groups of one transaction. Yields the last group before rethrowing an error. */
async function* inGroups(batches: AsyncIterable<Batch>, now: () => number): AsyncGenerator<Batch> {
  let group: Batch | null = null;
  let characters = 0;
  let begunAt = now();
  try {
    for await (const batch of batches) {
      group = group === null ? batch : joinBatches(group, batch);
      characters += batch.posts.reduce((sum, post) => sum + charactersOf(post), 0);
      const isFull = group.posts.length >= GROUP_POSTS || characters >= BATCH_CHARACTERS;
      if (!isFull && now() - begunAt < GROUP_MS) continue;
      yield group;
      group = null;
      characters = 0;
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
export interface FeedTally extends MissingTally {
  stored: number;
  /** Already stored. */
  known: number;
  /** Items that could not be parsed. */
  unreadable: number;
}

/** Stores a feed's posts and its cursor in one transaction, so an interruption can't separate them. */
async function storeFetched(
  deps: FetchRun,
  key: string,
  { posts, deleted, unreadable, cursor, readAt }: Batch & { readAt: number | null },
  tally: FeedTally,
  onUnusable: OnUnusable | undefined,
): Promise<void> {
  const batch = await prepareBatch(deps, posts, onUnusable);
  const progress = { ...NO_PROGRESS };
  let missing = 0;
  const alongside = async (stores: Stores) => {
    await stores.feeds.save(key, { ...cursor, readAt });
    await stores.feeds.addPosts(key, posts, deps.realNow());
    missing = await stores.feeds.addMissing(key, deleted, deps.realNow());
  };
  await withPipelineLock(deps, (run) => storeBatch(run, deps.assignerOf, batch, { progress, alongside }));
  tally.stored += progress.stored;
  tally.known += progress.known;
  tally.missing += missing;
  tally.unreadable += unreadable + progress.unusable;
}
