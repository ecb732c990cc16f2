import { consolidate, type OperatorDecisions } from '../../clustering/consolidate.ts';
import { planSignalIdentities } from '../../clustering/signal-identity.ts';
import type { LoggedMove, Stores } from '../../store/index.ts';
import type { LoadBackground, PipelineRun } from '../pipeline/pipeline-run.ts';

/** More would cost more than it finds: old single posts seldom come back. */
export const MAX_CLUSTERS = 20_000;

/** Makes one signal of those that tell of the same pain, and parts those that have come to tell of several. */
export async function mergeSignals(
  { store, lock }: PipelineRun,
  background: LoadBackground,
  at: number,
): Promise<void> {
  const clusters = await store.clusters.newest(MAX_CLUSTERS);
  const merges = consolidate({ clusters, decisions: await loadOperatorDecisions(store), ...(await background()) });
  if (merges.length === 0) return;
  const publicIds = new Set((await store.signalChanges.publicSignals()).map((signal) => signal.id));
  const today = clusters.map(({ id, signalId, documents }) => ({
    id,
    postsBySignal: new Map([[signalId, documents]]),
  }));
  lock.assertHeld();
  await store.transaction((stores) =>
    stores.signalChanges.applyIdentityPlan(planSignalIdentities(today, merges, publicIds), at),
  );
}

/** What was undone is not done again: who was merged is left alone, lest it be merged with the next best; what was split stays together. */
export async function loadOperatorDecisions({
  mergeLog,
  clusters,
}: Pick<Stores, 'mergeLog' | 'clusters'>): Promise<OperatorDecisions> {
  const undone = await mergeLog.undone();
  const isMerge = ({ kind }: LoggedMove) => kind === 'merge';
  const parted = undone.filter((move) => !isMerge(move));
  return {
    alone: undone.filter(isMerge).map(({ fromId }) => fromId),
    together: await Promise.all(
      parted.map(async ({ fromId, clusterIds }) => {
        const rest = await clusters.largestOf(fromId, clusterIds);
        return rest === null ? clusterIds : [...clusterIds, rest];
      }),
    ),
  };
}
