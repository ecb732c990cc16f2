import { consolidate, type OperatorDecisions } from '../../clustering/consolidate.ts';
import { planSignalIdentities } from '../../clustering/signal-identity.ts';
import type { LoggedMove, Stores } from '../../store/index.ts';
import type { LoadBackground, PipelineRun } from '../pipeline/pipeline-run.ts';

/** Older clusters are mostly single posts, and rarely worth merging. */
export const MAX_CLUSTERS = 20_000;

/** Merges signals about the same pain, and splits signals about several. */
export async function mergeSignals(run: PipelineRun, background: LoadBackground, at: number): Promise<void> {
  const { store, lock } = run;
  const clusters = await store.clusters.newest(MAX_CLUSTERS);
  const merges = consolidate({ clusters, decisions: await loadOperatorDecisions(store), ...(await background()) });
  if (merges.length === 0) return;
  const publicIds = new Set((await store.signalChanges.publicSignals()).map((signal) => signal.id));
  const today = clusters.map(({ id, signalId, documents }) => ({
    id,
    postsBySignal: new Map([[signalId, documents]]),
  }));
  const plan = planSignalIdentities(today, merges, publicIds);
  lock.assertHeld();
  await store.transaction((stores) => stores.signalChanges.applyIdentityPlan(plan, at));
}

/** Undone moves are not repeated: a signal whose merge was undone is never merged, and a split that was undone stays together. */
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
