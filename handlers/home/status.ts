import { withTimeout } from '@pain-signals/contract';
import { type Status, statusCard } from '#blocks/home/status-card.ts';
import { failureOf, logFailure } from '../errors.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { optional } from '../reply/service-responses.ts';

/** `/pain status`. A service that is down is an answer here, not an error. */
export async function showStatus(deps: Deps): Promise<CardRenderer> {
  const { client, version, now } = deps;
  const service = await fetchServiceStatus(deps);
  const budget = await optional(deps, client.budget());
  const feedback = await optional(deps, deps.feedback.counts());
  return (locale) => statusCard({ service, budget, feedback, version, now: now() }, locale);
}

export async function fetchServiceStatus(deps: Deps): Promise<Status['service']> {
  const { client, timeouts, now } = deps;
  try {
    const { data, fetchedAt, stale } = await withTimeout(timeouts.optionalMs, client.pipeline());
    const { latestSnapshotAt: snapshotAt, totalActiveSignals: signals, sample, imported } = data;
    const posts = sample !== true ? 'real' : imported === true ? 'mixed' : 'sample';
    return { answeredAt: fetchedAt, isStale: stale, snapshotAt, signals, posts };
  } catch (error) {
    const failure = failureOf(error, null, now());
    logFailure(deps, 'warn', { failure, error }, 'service status unknown');
    return failure;
  }
}
