import type { Answer } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import type { Freshness } from '@pain-signals/domain';
import { failureOf, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';

type Pipeline = Awaited<ReturnType<Deps['client']['pipeline']>>;

/** Something a card can do without: null when the service does not give it soon. */
export async function optional<T>(deps: Pick<Deps, 'logger' | 'timeouts'>, wanted: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(deps.timeouts.optionalMs, wanted);
  } catch (error) {
    logFailure(deps, 'warn', { failure: failureOf(error, null, 0), error }, 'A part of a card is missing');
    return null;
  }
}

export function freshnessOf(pipeline: Pipeline | null, answers: readonly (Answer<unknown> | null)[]): Freshness {
  const given = answers.filter((answer) => answer !== null);
  const stale = given.filter((answer) => answer.stale).map((answer) => answer.fetchedAt);
  return {
    snapshotAt: pipeline?.data.latestSnapshotAt,
    isEmpty: pipeline?.data.totalActiveSignals === 0,
    // An answer can be older than what the service says of itself now.
    isSample: pipeline?.data.sample === true || given.some(({ isSample }) => isSample),
    isMixed: pipeline?.data.imported === true,
    staleSince: stale.length > 0 ? Math.min(...stale) : null,
    dropped: given.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}
