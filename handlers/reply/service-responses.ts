import { type Answer, ProRequiredError, UnauthorizedError } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import type { Freshness } from '@pain-signals/domain';
import { failureOf, isServiceBusy, isSuspended, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';

type Pipeline = Awaited<ReturnType<Deps['client']['pipeline']>>;

const PART_MISSING = 'card part missing';

/** A part that a card can do without: null when the service fails or is slow. */
export async function optional<T>(deps: Pick<Deps, 'logger' | 'timeouts'>, part: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(deps.timeouts.optionalMs, part);
  } catch (error) {
    const failure = failureOf(error, null, 0);
    // Common in the first minute of a start, and no stack explains it.
    if (isServiceBusy(failure)) deps.logger.info({ failure: failure.code }, PART_MISSING);
    else logFailure(deps, 'warn', { failure, error }, PART_MISSING);
    return null;
  }
}

/** Whether the service refuses the workspace's key until somebody acts. A revoked key that it gave itself is replaced within a minute. */
export async function needsKey({ connection }: Pick<Deps, 'connection'>, error: unknown): Promise<boolean> {
  if (error instanceof ProRequiredError) return true;
  if (!(error instanceof UnauthorizedError)) return false;
  return isSuspended(error) || (await connection.state()).kind !== 'given';
}

export function freshnessOf(pipeline: Pipeline | null, answers: readonly (Answer<unknown> | null)[]): Freshness {
  const given = answers.filter((answer) => answer !== null);
  const stale = given.filter((answer) => answer.stale);
  return {
    snapshotAt: pipeline?.data.latestSnapshotAt,
    isEmpty: pipeline?.data.totalActiveSignals === 0,
    // A cached answer can be older than the pipeline's state.
    isSample: pipeline?.data.sample === true || given.some(({ isSample }) => isSample),
    isMixed: pipeline?.data.imported === true,
    staleSince: stale.length > 0 ? Math.min(...stale.map(({ fetchedAt }) => fetchedAt)) : null,
    isLimited: stale.length > 0 && stale.every((answer) => answer.isLimited === true),
    dropped: given.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

type PreparingDeps = Pick<Deps, 'client' | 'logger' | 'timeouts' | 'wait' | 'now'>;

/** What the service is preparing before its first scores; null when it has some, or doesn't answer and nothing was `before`. */
async function preparedData(deps: PreparingDeps, before: 'sample' | 'posts' | null = null) {
  const pipeline = await optional(deps, deps.client.pipeline());
  // Busy with preparing, it may be slow to answer.
  if (pipeline === null || pipeline.stale) return before;
  const { latestSnapshotAt, totalActiveSignals } = pipeline.data;
  if (latestSnapshotAt !== null || totalActiveSignals > 0) return null;
  return pipeline.data.sample === true ? 'sample' : 'posts';
}

const [CHECK_OFTEN_MS, CHECK_SELDOM_MS] = [1_000, 5_000];
/** The sample data is there by then, except on a busy machine. */
const SAMPLE_USUALLY_MS = 30_000;
/** Of the minute's sixty: for what people ask next. */
const MIN_CALLS_LEFT = 30;

/** Whether the answer may spend calls on what makes it better. */
export const hasCallsToSpare = async ({ client }: Pick<Deps, 'client'>): Promise<boolean> =>
  (await client.budget()).left >= MIN_CALLS_LEFT;

/** As {@link hasCallsToSpare}, for parts that search the posts. */
export async function hasSearchesToSpare({ client }: Pick<Deps, 'client'>, searches: number): Promise<boolean> {
  const budget = await client.budget();
  return budget.left >= MIN_CALLS_LEFT && budget.searches.leftForOptional >= searches;
}

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
    const passed = deps.now() - began;
    const isAlmostThere = data === 'sample' && passed < SAMPLE_USUALLY_MS;
    // The longer it takes, the less often: people want the minute's calls afterwards.
    const often = isAlmostThere ? CHECK_OFTEN_MS : Math.max(CHECK_OFTEN_MS, passed / 3);
    await deps.wait((await hasCallsToSpare(deps)) ? Math.min(often, CHECK_SELDOM_MS) : CHECK_SELDOM_MS);
    data = await preparedData(deps, data);
  }
}
