import { DAY_MS } from '../model/day.ts';
import { pluralize } from '../model/pluralize.ts';
import type { Feed } from '../sources/feed/source.ts';
import { RateLimitedError, SourceError, UnavailableError } from '../sources/http/errors.ts';
import { type FeedPost, identityKey, type MissingPosts, type PostIdentity, type Store } from '../store/index.ts';
import { type PipelineDeps, withPipelineLock } from './pipeline/pipeline-run.ts';
import { removePosts } from './removals.ts';

/** Older posts are not checked: they matter little, and rate limits are tight. */
const CHECKED_FOR_MS = 30 * DAY_MS;
const CHECK_EVERY_MS = DAY_MS;
const POSTS_A_RUN = 50;
/** More of a feed at once is more likely a fault at the platform, a lost permission or a private repository. */
const MAX_MISSING_SHARE = 0.05;

/** So much of a feed is missing at its source that nothing is removed. */
class TooManyMissingError extends SourceError {}

export interface MissingFeed extends MissingPosts {
  feed: string;
}

/** A single post may always be missing: a small feed could never lose one otherwise. */
const isTooMany = ({ missing, checked }: MissingPosts): boolean =>
  missing > Math.max(1, Math.floor(checked * MAX_MISSING_SHARE));

/** Tells the operator about a feed whose missing posts are kept. */
export const describeMissing = ({ feed, missing, checked }: MissingFeed): string =>
  `${missing} of ${pluralize(checked, 'recent post')} of ${feed} are missing at the source, so none is removed. ` +
  'Check that the source is still public. If they were really deleted, run: fetch --remove-missing';

/** The feeds of which too many posts are missing. */
export async function feedsWithTooManyMissing({ feeds }: Pick<Store, 'feeds'>, now: number): Promise<MissingFeed[]> {
  return (await feeds.missing(now - CHECKED_FOR_MS)).filter(isTooMany);
}

export interface MissingTally {
  /** Stored posts that the source showed no longer at the first look. */
  missing: number;
  /** Posts that were removed because they were missing a day later, too. */
  deleted: number;
}

export interface CheckOptions {
  /** Real time, epoch ms. */
  now: number;
  /** Remove what has been missing for a day although it is a large part of the feed. */
  removeMissing: boolean;
}

/**
 * Checks some of the feed's recent posts, and removes those that were missing a day ago and still are. Throws SourceError, also
 * when too many are missing.
 */
export async function checkFeed(deps: PipelineDeps, feed: Feed, tally: MissingTally, options: CheckOptions) {
  const { now, removeMissing } = options;
  const { feeds } = deps.store;
  const before = await missingOf(deps.store, feed, now);
  // While too many are missing, only these are looked at: they may be back.
  const missingOnly = removeMissing || isTooMany(before);
  const due = await feeds.dueForCheck(feed.key, {
    createdAfter: now - CHECKED_FOR_MS,
    checkedBefore: removeMissing ? now : now - CHECK_EVERY_MS,
    missingOnly,
    limit: removeMissing ? Number.MAX_SAFE_INTEGER : POSTS_A_RUN,
  });
  const { present, gone, failed, error } = await checkPosts(feed, due, { ...before, missingOnly });
  if (due.length > 0)
    await withPipelineLock(deps, ({ store }) =>
      store.transaction(async (stores) => {
        await stores.feeds.markPresent(present, now);
        await stores.feeds.markChecked(failed, now);
        await stores.feeds.markMissing(gone, now);
        tally.missing += gone.filter(({ missingSince }) => missingSince === null).length;
        const again = gone.filter(({ missingSince }) => missingSince !== null && missingSince <= now - CHECK_EVERY_MS);
        if (removeMissing || !isTooMany(await missingOf(stores, feed, now))) {
          await stores.hiding.markHidden(again);
          tally.deleted += (await removePosts(stores, again)).posts;
        }
      }),
    );
  if (error !== null) throw error;
  const after = await missingOf(deps.store, feed, now);
  if (isTooMany(after)) throw new TooManyMissingError(describeMissing({ feed: feed.key, ...after }));
}

const missingOf = ({ feeds }: Pick<Store, 'feeds'>, { key }: Feed, now: number): Promise<MissingPosts> =>
  feeds.missingOf(key, now - CHECKED_FOR_MS);

interface Checked {
  present: PostIdentity[];
  gone: FeedPost[];
  /** Could not be checked, but count as checked, so that they don't block the others. */
  failed: readonly PostIdentity[];
  error: unknown;
}

async function checkPosts(
  feed: Feed,
  due: readonly FeedPost[],
  { missing, checked, missingOnly }: MissingPosts & { missingOnly: boolean },
): Promise<Checked> {
  const found: Checked = { present: [], gone: [], failed: [], error: null };
  if (due.length === 0) return found;
  const known = new Map(due.map((post) => [identityKey(post), post]));
  let firstLooks = 0;
  try {
    for await (const { post, deleted } of feed.checkDeleted(due)) {
      const stored = known.get(identityKey(post));
      if (stored === undefined) continue;
      (deleted ? found.gone : found.present).push(stored);
      if (deleted && stored.missingSince === null) firstLooks += 1;
      if (!missingOnly && isTooMany({ missing: missing + firstLooks, checked })) break;
    }
  } catch (error) {
    const isTemporary = error instanceof RateLimitedError || error instanceof UnavailableError;
    const done = found.present.length + found.gone.length;
    return { ...found, failed: isTemporary ? [] : due.slice(done, done + 1), error };
  }
  return found;
}
