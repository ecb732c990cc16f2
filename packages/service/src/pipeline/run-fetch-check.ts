import { RateLimitedError, UnavailableError } from '../sources/http/index.ts';
import type { Feed, KnownPost } from '../sources/source.ts';
import type { PostIdentity } from '../store/index.ts';
import { withPipelineLock } from './run-deps.ts';
import type { FetchDeps } from './run-fetch.ts';
import type { FeedTally } from './run-fetch-store.ts';
import { removePosts } from './run-remove.ts';

const ONE_DAY_MS = 24 * 3_600_000;
/** Older posts weigh little as evidence, and the platforms' patience is short. */
const CHECKED_FOR_MS = 30 * ONE_DAY_MS;
const CHECK_EVERY_MS = ONE_DAY_MS;
const POSTS_A_RUN = 50;

/** Asks after some of the feed's recent posts, and removes those that are gone at their platform. Throws SourceError. */
export async function checkFeed(deps: FetchDeps, feed: Feed, tally: FeedTally, onWait?: () => void): Promise<void> {
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
    const passing = error instanceof RateLimitedError || error instanceof UnavailableError;
    // One post that always fails must not keep all others from being asked after, so it waits for its turn like them.
    return { checked: passing ? checked : due.slice(0, checked.length + 1), deleted, error };
  }
}
