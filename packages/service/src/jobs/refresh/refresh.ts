import { generationOf } from '../../clustering/duplicates.ts';
import { dayName } from '../../model/day.ts';
import type { SignalState } from '../../model/signal.ts';
import { searchTermsOf } from '../../search/search-terms.ts';
import type { HistoryRow, RefreshedSignal, RefreshScope } from '../../store/index.ts';
import { placeWaitingPosts } from '../pipeline/assign-posts.ts';
import {
  createBackgroundLoader,
  type LoadBackground,
  type PipelineDeps,
  type PipelineRun,
  withPipelineLock,
  yieldToEventLoop,
} from '../pipeline/pipeline-run.ts';
import { writeBriefs } from './briefs.ts';
import { type DescribedSignal, describeSignals } from './describe-signals.ts';
import { evaluateSignals } from './evaluate-signals.ts';
import { mergeSignals } from './merge-signals.ts';

/** Posts of groups under three are the rest. */
const COUNTED_REASONS = ['authors', 'daysOrRepositories', 'coherence', 'topic'] as const;

export interface RefreshResult {
  /** The moment every figure ends at, epoch ms. */
  at: number;
  active: number;
  dormant: number;
}

/** Updates everything readers see to the pipeline's now: signals, states, descriptions, figures, scores, briefs and a snapshot. */
export function refreshSignals(deps: PipelineDeps): Promise<RefreshResult> {
  return withPipelineLock(deps, refresh);
}

/** The last step is one transaction, so an interrupted refresh can simply run again. */
export async function refresh(run: PipelineRun): Promise<RefreshResult> {
  const at = run.now();
  await fillPostTerms(run);
  await placeWaitingPosts(run, at);
  const background = createBackgroundLoader(run.store);
  if (run.isNight === true) {
    await run.store.signatures.forgetOldKeys(generationOf);
    await run.store.postTerms.mergeIndex(yieldToEventLoop);
  }
  await mergeSignals(run, background, at);
  return renewSignals(run, background, at);
}

/** The clusters are looked at again when this share of all posts is new; until then the night does it. */
const MUCH_IS_NEW = 0.05;

/**
 * Refreshes if something changed since the last snapshot, or a waiting post's date has been reached: all signals when much is new,
 * otherwise only those that changed, so that one post costs the same however many there are.
 */
export async function refreshIfDue(run: PipelineRun, onRefresh?: () => void): Promise<void> {
  const { counters, posts } = run.store;
  const due = await counters.refreshDue();
  if (due === null && (await posts.due(run.now(), 1)).length === 0) return;
  onRefresh?.();
  const at = run.now();
  await placeWaitingPosts(run, at);
  const isMuchNew = (await counters.get('placed')) >= MUCH_IS_NEW * (await counters.get('documents'));
  if (due === 'all' || isMuchNew) await refresh(run);
  else await renewSignals(run, createBackgroundLoader(run.store), at, 'changed');
}

/** A refresh that leaves clusters and waiting posts as they are. */
export async function renewSignals(
  run: PipelineRun,
  background: LoadBackground,
  at: number,
  scope: RefreshScope = 'all',
): Promise<RefreshResult> {
  const { judged, goneIds, others, withheld } = await evaluateSignals(run, at, scope);
  const { signals, withheld: undescribed } = await describeSignals({ ...run, background }, judged, others, at);
  for (const reason of ['topic', 'coherence'] as const)
    withheld.set(reason, (withheld.get(reason) ?? 0) + undescribed[reason]);
  const briefs = await writeBriefs({ ...run, background }, signals, at);
  const shown = [...others, ...signals.map(({ state, before }) => ({ state, hidden: before?.hidden === true }))];
  const count = (state: SignalState) => shown.filter((signal) => signal.state === state && !signal.hidden).length;
  const result = { at, active: count('active'), dormant: count('dormant') };

  run.lock.assertHeld();
  await run.store.transaction(async (stores) => {
    for (const signal of signals) await stores.signalChanges.refresh(rowOf(signal, at));
    await stores.signalChanges.demote(goneIds);
    for (const brief of briefs) await stores.briefs.put(brief);
    const history = signals.flatMap((signal) => historyOf(signal, at));
    await stores.snapshots.take(at, result.active, history);
    if (scope === 'all')
      for (const reason of COUNTED_REASONS) await stores.counters.set(`withheld.${reason}`, withheld.get(reason) ?? 0);
    await stores.signalChanges.forgetChanges();
    await stores.counters.set('refreshDue', 0);
    await stores.counters.add('revision', 1);
  });
  return result;
}

function rowOf(signal: DescribedSignal, at: number): RefreshedSignal {
  const { before, figures } = signal;
  const changed = before === null || before.volume !== figures.volume || before.state !== signal.state;
  return { ...signal, updatedAt: changed ? at : null, trackingStartedAt: before?.trackingStartedAt ?? at };
}

function historyOf({ id, state, figures, score }: DescribedSignal, at: number): HistoryRow[] {
  if (state === 'archived') return [];
  const { volume, owners } = figures;
  return [{ signalId: id, date: dayName(at), at, score: score.score, volume, ownerCount: owners.length }];
}

const BATCH_POSTS = 500;

/** Lets search find the posts that an earlier version stored. Does nothing once that is done. */
export async function fillPostTerms({ store, lock }: PipelineRun): Promise<void> {
  if ((await store.counters.get('postTermsFilled')) === 1) return;
  for (let last = 0; ; ) {
    const posts = await store.postTerms.missing(last, BATCH_POSTS);
    lock.assertHeld();
    await store.transaction(async (stores) => {
      await stores.postTerms.put(posts.map(({ id, title, text }) => ({ postId: id, ...searchTermsOf(title, text) })));
      if (posts.length === 0) await stores.counters.set('postTermsFilled', 1);
    });
    if (posts.length === 0) return;
    last = posts.at(-1)?.id ?? last;
    await yieldToEventLoop();
  }
}
