import type { ServiceConfig } from '../config/config.ts';
import { dayName, startOfDay } from '../model/day.ts';
import { IncomingPost } from '../model/post.ts';
import { sampleStream } from '../sources/sample/index.ts';
import type { Stores } from '../store/index.ts';
import { backfill } from './backfill.ts';
import { storePosts } from './import.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock } from './pipeline/pipeline-run.ts';
import { refresh } from './refresh/refresh.ts';

/** Backfilled on the first start, because a chart of one point shows nothing. */
const HISTORY_DAYS = 90;

/** PostgreSQL, configured sources and a watched folder hold real posts, which must not mix with sample data. */
export const hasSample = (config: Pick<ServiceConfig, 'databaseUrl' | 'sourcesFile' | 'importFolder'>): boolean =>
  [config.databaseUrl, config.sourcesFile, config.importFolder].every((real) => real === null);

/** Notes whether a first start is about to add the sample, so that people who ask before its first post hear what to wait for. */
export async function noteSampleDue(stores: Stores, isConfigured: boolean): Promise<void> {
  const isDue = isConfigured && (await isSampleWanted(stores)) && (await stores.snapshots.latest()) === null;
  await stores.counters.set('sampleDue', isDue ? 1 : 0);
}

/**
 * Adds the sample posts since the last call, or the whole stream on the first; none after real posts were imported first or the
 * sample was removed. Returns how many were added. For the embedded database only.
 */
export function catchUpSample(deps: PipelineDeps): Promise<number> {
  return withPipelineLock(deps, async (run) => {
    const first = !(await run.store.posts.kinds()).sample;
    const stored = await storeSample(run);
    if (stored > 0) await refresh(run);
    if (stored > 0 && first) await backfill(run, HISTORY_DAYS);
    await run.store.counters.set('sampleDue', 0);
    return stored;
  });
}

/** Like catchUpSample, without a refresh. */
export async function storeSample(run: PipelineRun): Promise<number> {
  if (!(await isSampleWanted(run.store))) return 0;
  const newest = await run.store.sample.newestAt();
  const posts = [...postsSince(run, newest ?? 0)];
  if (newest === null) await run.store.counters.set('samplePosts', posts.length);
  const { stored } = await storePosts(run, posts, true);
  return stored;
}

/** Removes the sample permanently. Returns how many posts it had. */
export function removeSample(deps: PipelineDeps): Promise<number> {
  return withPipelineLock(deps, async (run) => {
    const removed = await run.store.transaction(async (stores) => {
      await stores.counters.set('sampleRemoved', 1);
      await stores.counters.set('sampleDue', 0);
      await stores.counters.add('revision', 1);
      // The numbers of snapshots begin again, and a client may still hold answers of the sample's.
      await stores.counters.add('removals', 1);
      await stores.posts.keepLastId();
      return stores.sample.remove();
    });
    if ((await run.store.posts.kinds()).imported) await refresh(run);
    return removed;
  });
}

async function isSampleWanted(stores: Stores): Promise<boolean> {
  if ((await stores.counters.get('sampleRemoved')) === 1) return false;
  const kinds = await stores.posts.kinds();
  return kinds.sample || !kinds.imported;
}

/** Starts with the day of the newest post, which may have been incomplete. */
function* postsSince({ now }: PipelineRun, newest: number): Generator<IncomingPost> {
  const from = startOfDay(dayName(newest));
  for (const sample of sampleStream({ now })) {
    const post = IncomingPost.parse(sample);
    if (post.createdAt >= from) yield post;
  }
}
