import type { Answer } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import type { Freshness } from '@pain-signals/domain';
import { failureOf, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';

type Pipeline = Awaited<ReturnType<Deps['client']['pipeline']>>;

/** A part that a card can do without: null when the service fails or is slow. */
export async function optional<T>(deps: Pick<Deps, 'logger' | 'timeouts'>, part: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(deps.timeouts.optionalMs, part);
  } catch (error) {
    logFailure(deps, 'warn', { failure: failureOf(error, null, 0), error }, 'card part missing');
    return null;
  }
}

export function freshnessOf(pipeline: Pipeline | null, answers: readonly (Answer<unknown> | null)[]): Freshness {
  const given = answers.filter((answer) => answer !== null);
  const stale = given.filter((answer) => answer.stale).map((answer) => answer.fetchedAt);
  return {
    snapshotAt: pipeline?.data.latestSnapshotAt,
    isEmpty: pipeline?.data.totalActiveSignals === 0,
    // A cached answer can be older than the pipeline's state.
    isSample: pipeline?.data.sample === true || given.some(({ isSample }) => isSample),
    isMixed: pipeline?.data.imported === true,
    staleSince: stale.length > 0 ? Math.min(...stale) : null,
    dropped: given.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}
