import { ClusterRows } from '../../clustering/cluster-rows.ts';
import { consolidate, type OperatorDecisions } from '../../clustering/consolidate.ts';
import { type KnownSignals, planSignalIdentities } from '../../clustering/signal-identity.ts';
import { DAY_MS } from '../../model/day.ts';
import { ARCHIVED_AFTER_DAYS } from '../../model/signal.ts';
import { saysWhichPain } from '../../naming/index.ts';
import type { LoggedMove, Stores } from '../../store/index.ts';
import { type LoadBackground, type PipelineRun, yieldToEventLoop } from '../pipeline/pipeline-run.ts';

const CLUSTERS_BETWEEN_YIELDS = 500;

/**
 * Merges signals about the same pain, and splits signals about several. An archived signal stays as the last look at it left it: so
 * the work grows with the posts of a year, not with all there ever were.
 */
export async function mergeSignals(run: PipelineRun, background: LoadBackground, at: number): Promise<void> {
  const { store, lock } = run;
  const newFrom = await store.counters.get('consolidated');
  const seen = await store.counters.get('clusters');
  const clusters = new ClusterRows(await background());
  for await (const cluster of store.clusters.unsettled({ since: at - ARCHIVED_AFTER_DAYS * DAY_MS, newFrom })) {
    clusters.add(cluster);
    if (clusters.size % CLUSTERS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
  }
  const { merges, coherences } = consolidate({
    clusters,
    saysPain: saysWhichPain,
    decisions: await loadOperatorDecisions(store),
  });
  const known = await knownSignals(store);
  const today = clusters.ids.map((id, row) => ({
    id,
    postsBySignal: new Map([[clusters.signalIds[row] ?? '', clusters.documents[row] ?? 0]]),
  }));
  const plan = planSignalIdentities(today, merges, known);
  lock.assertHeld();
  await store.transaction(async (stores) => {
    if (merges.length > 0) await stores.signalChanges.applyIdentityPlan(plan, at);
    await stores.clusters.setCoherence(coherences);
    await stores.counters.set('consolidated', seen);
    await stores.counters.set('placed', 0);
  });
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

export const knownSignals = async ({
  signalChanges,
  hiding,
}: Pick<Stores, 'signalChanges' | 'hiding'>): Promise<KnownSignals> => ({
  publicIds: new Set((await signalChanges.publicSignals()).map(({ id }) => id)),
  hiddenIds: await hiding.hiddenIds(),
});
