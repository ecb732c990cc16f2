import type { LoggedMove, NamedMove, Store } from '../store/index.ts';
import {
  createBackgroundLoader,
  type PipelineDeps,
  type PipelineRun,
  withPipelineLock,
} from './pipeline/pipeline-run.ts';
import { renewSignals } from './refresh/refresh.ts';

export type UndoOutcome =
  | { outcome: 'undone'; move: NamedMove }
  | { outcome: 'unknown' }
  | { outcome: 'undone already'; at: number }
  /** Later moves depend on it; undo those first. */
  | { outcome: 'blocked'; by: number[] }
  /** The moved clusters no longer exist: posts were removed, signals rebuilt, or an older version did not log them. */
  | { outcome: 'gone' }
  /** Of a split or move, one signal is hidden and the other isn't: putting the posts back would hide or publish some. */
  | { outcome: 'half hidden'; move: NamedMove; hiddenId: string };

/** Reverts a merge, split or move of a nightly job; later nights don't repeat it. */
export function undoMerge(deps: PipelineDeps, id: number): Promise<UndoOutcome> {
  return withPipelineLock(deps, (run) => undo(run, id));
}

async function undo(run: PipelineRun, id: number): Promise<UndoOutcome> {
  const { store, now, lock } = run;
  const move = await store.mergeLog.find(id);
  if (move === null) return { outcome: 'unknown' };
  if (move.undoneAt !== null) return { outcome: 'undone already', at: move.undoneAt };
  const obstacle = await findObstacle(store, move);
  if (obstacle !== null) return obstacle;
  if (move.kind !== 'merge') {
    const hiddenIds = await store.hiding.hiddenIds();
    const [hiddenId, ...others] = [move.fromId, move.toId].filter((signalId) => hiddenIds.has(signalId));
    if (hiddenId !== undefined && others.length === 0) return { outcome: 'half hidden', move, hiddenId };
  }
  lock.assertHeld();
  await store.transaction(async (stores) => {
    await stores.signalChanges.undo(move, now());
    await stores.counters.markChanged('all');
  });
  await renewSignals(run, createBackgroundLoader(store), now());
  // The signals have their names of now.
  return { outcome: 'undone', move: (await store.mergeLog.find(id)) ?? move };
}

async function findObstacle(
  { clusters, mergeLog, signals }: Store,
  { id, kind, fromId, toId, clusterIds }: LoggedMove,
): Promise<UndoOutcome | null> {
  const active = [...(await mergeLog.activeMovesOf(toId)), ...(await mergeLog.activeMovesOf(fromId))].filter(
    (other) => other.id !== id,
  );
  const blockedBy = (isInTheWay: (other: LoggedMove) => boolean): UndoOutcome => {
    const by = [...new Set(active.filter(isInTheWay).map((other) => other.id))].sort((one, other) => one - other);
    return by.length === 0 ? { outcome: 'gone' } : { outcome: 'blocked', by };
  };
  const whereabouts = await clusters.signalsOf(clusterIds);
  const isStillThere = clusterIds.every((clusterId) => whereabouts.get(clusterId) === toId);
  if (clusterIds.length === 0) return { outcome: 'gone' };
  if (!isStillThere) return blockedBy((other) => other.clusterIds.some((clusterId) => clusterIds.includes(clusterId)));
  const hasOthers = (await clusters.largestOf(toId, clusterIds)) !== null;
  if (kind === 'merge') return hasOthers ? null : blockedBy((other) => other.fromId === toId);
  if (kind === 'split' && hasOthers) return blockedBy((other) => other.toId === toId);
  const answering = (await signals.survivorOf(fromId)) ?? fromId;
  return answering === fromId ? null : blockedBy((other) => other.fromId === fromId && other.kind === 'merge');
}
