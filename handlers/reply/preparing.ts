import type { Query } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { optional } from './service-responses.ts';

type PreparingDeps = Pick<Deps, 'client' | 'logger' | 'timeouts' | 'wait' | 'now'>;

/** These say the same before the first posts are scored. */
const NEED_NO_DATA: readonly Query['show'][] = ['help', 'courtesy', 'status', 'dialog', 'watches', 'hidden', 'digest'];

export const needsData = (query: Query | undefined): boolean =>
  query !== undefined && !NEED_NO_DATA.includes(query.show);

/** What the service is preparing before its first scores; null when it has some, or doesn't answer. */
async function preparedData(deps: PreparingDeps): Promise<'sample' | 'posts' | null> {
  const pipeline = await optional(deps, deps.client.pipeline());
  if (pipeline === null || pipeline.stale) return null;
  const { latestSnapshotAt, totalActiveSignals } = pipeline.data;
  if (latestSnapshotAt !== null || totalActiveSignals > 0) return null;
  return pipeline.data.sample === true ? 'sample' : 'posts';
}

const CHECK_EVERY_MS = 1_000;
/** Leaves most of the minute's calls for people. */
const [MIN_CALLS_LEFT, CHECK_SELDOM_MS] = [30, 5_000];
/** Without sample data there may be nothing to wait for. */
const GIVE_UP_AFTER_MS = { sample: 180_000, posts: 60_000 };

/**
 * Waits until the first posts are scored, so that an answer has something to show.
 * @param onWait called once, when there is something to wait for
 */
export async function untilPrepared(deps: PreparingDeps, onWait: (isSample: boolean) => Promise<void>): Promise<void> {
  let data = await preparedData(deps);
  if (data === null) return;
  const began = deps.now();
  await onWait(data === 'sample');
  while (data !== null && deps.now() < began + GIVE_UP_AFTER_MS[data]) {
    const { left } = await deps.client.budget();
    await deps.wait(left < MIN_CALLS_LEFT ? CHECK_SELDOM_MS : CHECK_EVERY_MS);
    data = await preparedData(deps);
  }
}
