import { dayName, startOfDay } from '../model/day.ts';
import { IncomingPost } from '../model/post.ts';
import { sampleStream } from '../sources/sample/index.ts';
import type { Stores } from '../store/index.ts';
import { backfill } from './backfill.ts';
import { storePosts } from './import.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock } from './pipeline/pipeline-run.ts';
import { refresh } from './refresh/refresh.ts';

/** The history that a first start shows: charts of one point would show nothing. */
const HISTORY_DAYS = 90;

/**
 * Adds the sample posts of the days since it was last called, or all of the stream on the first; none where people's own
 * posts were imported first or the sample was removed. Answers how many were added. Meant for the embedded database only.
 */
export function catchUpSample(deps: PipelineDeps): Promise<number> {
  return withPipelineLock(deps, async (run) => {
    const first = !(await run.store.posts.kinds()).sample;
    const stored = await storeSample(run);
    if (stored > 0) await refresh(run);
    if (stored > 0 && first) await backfill(run, HISTORY_DAYS);
    return stored;
  });
}

/** As catchUpSample, for a run that takes its snapshot itself. */
export async function storeSample(run: PipelineRun): Promise<number> {
  if (!(await isSampleWanted(run.store))) return 0;
  const newest = await run.store.sample.newestAt();
  const { stored } = await storePosts(run, postsSince(run, newest ?? 0), { sample: true });
  return stored;
}

/** Removes the sample for good: a flag keeps it from coming back. Answers how many posts it had. */
export function removeSample(deps: PipelineDeps, onWait?: () => void): Promise<number> {
  return withPipelineLock(
    deps,
    async (run) => {
      const removed = await run.store.transaction(async (stores) => {
        await stores.counters.set('sampleRemoved', 1);
        await stores.counters.add('revision', 1);
        await stores.posts.keepLastId();
        return stores.sample.remove();
      });
      if ((await run.store.posts.kinds()).imported) await refresh(run);
      return removed;
    },
    onWait,
  );
}

async function isSampleWanted(stores: Stores): Promise<boolean> {
  if ((await stores.counters.get('sampleRemoved')) === 1) return false;
  const kinds = await stores.posts.kinds();
  return kinds.sample || !kinds.imported;
}

/** The day of the newest post again, since it may have been only half over then. */
function* postsSince({ now }: PipelineRun, newest: number): Generator<IncomingPost> {
  const from = startOfDay(dayName(newest));
  for (const sample of sampleStream({ now })) {
    const post = IncomingPost.parse(sample);
    if (post.createdAt >= from) yield post;
  }
}
