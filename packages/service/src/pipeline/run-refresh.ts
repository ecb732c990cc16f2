import type { ScoreParts } from '@pain-signals/contract';
import type { CountedFigures } from '../model/mention.ts';
import type { ScoredSignal, SignalState } from '../model/signal.ts';
import { DAY_MS, dayName, type HistoryRow, type PublicSignal, type RefreshedSignal } from '../store/index.ts';
import { countFigures } from './figures.ts';
import { createBackgroundLoader, type LoadBackground } from './run-background.ts';
import { writeBriefs } from './run-briefs.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock, yieldToEventLoop } from './run-deps.ts';
import { type DescribedSignal, describeSignals } from './run-describe.ts';
import { mergeSignals } from './run-merge.ts';
import { placeWaitingPosts } from './run-waiting.ts';
import { scoreParts, scoreSignals } from './score.ts';
import { nextState } from './signal-state.ts';

const WEEK_MS = 7 * DAY_MS;

export interface RefreshResult {
  /** The moment every figure ends at, epoch ms. */
  at: number;
  active: number;
  dormant: number;
}

/** A signal that is public after this refresh; `before` is null for one that becomes so. */
export interface EvaluatedSignal {
  id: string;
  before: PublicSignal | null;
  state: SignalState;
  figures: CountedFigures;
  score: ScoredSignal;
  /** Reckoned as the score is, from the posts that there were seven days before; null where there was none. */
  scorePartsWeekBefore: ScoreParts | null;
}

/** Brings everything readers see up to the pipeline's now: signals, states, words, figures, scores, briefs, one snapshot. */
export function refreshSignals(deps: PipelineDeps, onWait?: () => void): Promise<RefreshResult> {
  return withPipelineLock(deps, refresh, onWait);
}

/** The last step writes all or nothing, so an interrupted refresh is simply done again. */
export async function refresh(run: PipelineRun): Promise<RefreshResult> {
  const at = run.now();
  await placeWaitingPosts(run, at);
  const background = createBackgroundLoader(run.store);
  await mergeSignals(run, background, at);
  return renewSignals(run, background, at);
}

/** The same for signals whose clusters stay where they are. */
export async function renewSignals(run: PipelineRun, background: LoadBackground, at: number): Promise<RefreshResult> {
  const { judged, goneIds } = await evaluateSignals(run, at);
  const signals = await describeSignals({ ...run, background }, judged, at);
  const briefs = await writeBriefs({ ...run, background }, signals, at);
  const count = (state: SignalState) =>
    signals.filter((signal) => signal.state === state && signal.before?.hidden !== true).length;
  const result = { at, active: count('active'), dormant: count('dormant') };

  run.lock.assertHeld();
  await run.store.transaction(async (stores) => {
    for (const signal of signals) await stores.signalChanges.refresh(rowOf(signal, at));
    await stores.signalChanges.demote(goneIds);
    for (const brief of briefs) await stores.briefs.put(brief);
    await stores.snapshots.take(
      at,
      result.active,
      signals.flatMap((signal) => historyOf(signal, at)),
    );
    await stores.counters.set('refreshDue', 0);
    await stores.counters.add('revision', 1);
  });
  return result;
}

/** Figures, state and score of every signal that is or becomes public; public ones without a post as of `at` are gone. */
async function evaluateSignals(
  run: PipelineRun,
  at: number,
): Promise<{ judged: EvaluatedSignal[]; goneIds: string[] }> {
  const { store } = run;
  const before = new Map((await store.signalChanges.publicSignals()).map((signal) => [signal.id, signal]));
  const weekBefore = { at: at - WEEK_MS, exposure: await store.mentions.exposure(at - WEEK_MS) };
  const found: Pick<EvaluatedSignal, 'figures' | 'state' | 'scorePartsWeekBefore'>[] = [];
  for await (const { signalId, mentions } of store.mentions.bySignal()) {
    const figures = countFigures(signalId, mentions, at);
    if (figures === null) continue;
    const state = nextState(before.has(signalId), figures, at);
    if (state !== 'candidate') {
      const past = countFigures(signalId, mentions, weekBefore.at);
      const scorePartsWeekBefore = past && scoreParts(past, weekBefore.exposure, weekBefore.at);
      found.push({ figures, state, scorePartsWeekBefore });
    }
    await yieldToEventLoop();
  }
  const scores = scoreSignals(
    found.map(({ figures }) => figures),
    await store.mentions.exposure(at),
    at,
  );
  const judged = found.flatMap((signal, index) => {
    const score = scores[index];
    const id = signal.figures.signalId;
    return score === undefined ? [] : [{ ...signal, id, before: before.get(id) ?? null, score }];
  });
  const alive = new Set(judged.map(({ id }) => id));
  return { judged, goneIds: [...before.keys()].filter((id) => !alive.has(id)) };
}

function rowOf(signal: DescribedSignal, at: number): RefreshedSignal {
  const { before, figures } = signal;
  const changed = before === null || before.volume !== figures.volume || before.state !== signal.state;
  return {
    ...signal,
    updatedAt: changed ? at : null,
    trackingStartedAt: before?.trackingStartedAt ?? at,
  };
}

function historyOf({ id, state, figures, score }: DescribedSignal, at: number): HistoryRow[] {
  if (state === 'archived') return [];
  return [
    {
      signalId: id,
      date: dayName(at),
      at,
      score: score.score,
      volume: figures.volume,
      ownerCount: figures.owners.length,
    },
  ];
}
