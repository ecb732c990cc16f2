import { type Status, statusCard } from '#blocks/status-card.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { failureOf } from './failure-of.ts';
import { orNull } from './freshness.ts';
import { logFailure } from './log-failure.ts';
import { within } from './within.ts';

/** `/pain status`. That the service is away is an answer here, not an error. */
export async function showStatus(deps: Deps): Promise<Drawing> {
  const { client, version, now } = deps;
  const service = await askService(deps);
  const budget = await orNull(deps, client.budget());
  return () => statusCard({ service, budget, version, now: now() });
}

export async function askService(deps: Deps): Promise<Status['service']> {
  const { client, patience, now } = deps;
  try {
    const { data, fetchedAt, stale } = await within(patience.extraMs, client.pipeline());
    const { latestSnapshotAt: snapshotAt, totalActiveSignals: signals, sample, imported } = data;
    const posts = sample !== true ? 'real' : imported === true ? 'mixed' : 'sample';
    return { answeredAt: fetchedAt, isStale: stale, snapshotAt, signals, posts };
  } catch (error) {
    const failure = failureOf(error, null, now());
    logFailure(deps, 'warn', { failure, error }, 'The service does not answer');
    return failure;
  }
}
