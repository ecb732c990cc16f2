import type { ScoreParts } from '@pain-signals/contract';
import { WEEK_MS } from '../../model/day.ts';
import type { CountedFigures, ScoredSignal, SignalState, WithheldReason } from '../../model/signal.ts';
import { countFigures } from '../../scoring/figures.ts';
import { scoreParts, scoreSignals } from '../../scoring/score.ts';
import { lackOf, nextState } from '../../scoring/signal-state.ts';
import { MIN_RISING_AUTHORS } from '../../scoring/significance.ts';
import type { PublicSignal, RefreshScope, Store } from '../../store/index.ts';
import { type PipelineRun, yieldToEventLoop } from '../pipeline/pipeline-run.ts';

/** Posts of a signal read for its description or brief: the most typical ones; more would only cost time. */
export const DOCUMENTS_READ = 200;

/** A signal that is public after this refresh; `before` is null if it wasn't before. */
export interface EvaluatedSignal {
  id: string;
  before: PublicSignal | null;
  state: SignalState;
  figures: CountedFigures;
  score: ScoredSignal;
  /** Parts of the score seven days earlier; null without posts then. */
  scorePartsWeekBefore: ScoreParts | null;
}

/** Posts of candidates by what keeps them from being public; groups under three posts are in none of the counts. */
export type WithheldPosts = Map<WithheldReason, number>;

export interface EvaluatedSignals {
  judged: EvaluatedSignal[];
  /** Public signals without posts at `at`. */
  goneIds: string[];
  /** Public signals that were not looked at. */
  others: PublicSignal[];
  withheld: WithheldPosts;
}

/** Figures, state and score of every signal that is or becomes public, as far as it is in the scope. */
export async function evaluateSignals(run: PipelineRun, at: number, scope: RefreshScope): Promise<EvaluatedSignals> {
  const { store } = run;
  const before = new Map((await store.signalChanges.publicSignals()).map((signal) => [signal.id, signal]));
  const only = scope === 'all' ? undefined : await idsToEvaluate(store, before, at);
  const weekBefore = { at: at - WEEK_MS, exposure: await store.mentions.exposure(at - WEEK_MS) };
  const withheld: WithheldPosts = new Map();
  const found: Pick<EvaluatedSignal, 'figures' | 'state' | 'scorePartsWeekBefore'>[] = [];
  for await (const { signalId, mentions } of store.mentions.bySignal(only)) {
    const figures = countFigures(signalId, mentions, at);
    if (figures === null) continue;
    const state = nextState(before.has(signalId), figures, at);
    if (state !== 'candidate') {
      const past = countFigures(signalId, mentions, weekBefore.at);
      const scorePartsWeekBefore = past && scoreParts(past, weekBefore.exposure, weekBefore.at);
      found.push({ figures, state, scorePartsWeekBefore });
    } else {
      const reason = lackOf(figures) ?? 'documents';
      withheld.set(reason, (withheld.get(reason) ?? 0) + figures.volume);
    }
    await yieldToEventLoop();
  }
  const inScope = only && new Set(only);
  const isLookedAt = ({ id }: PublicSignal) => inScope === undefined || inScope.has(id);
  const others = [...before.values()].filter((signal) => !isLookedAt(signal));
  const figures = found.map((signal) => signal.figures);
  const scores = scoreSignals(figures, await store.mentions.exposure(at), at, risesOf(others));
  const judged = found.flatMap((signal, index) => {
    const score = scores[index];
    const id = signal.figures.signalId;
    return score === undefined ? [] : [{ ...signal, id, before: before.get(id) ?? null, score }];
  });
  const alive = new Set(judged.map(({ id }) => id));
  const gone = [...before.values()].filter((signal) => isLookedAt(signal) && !alive.has(signal.id));
  return {
    judged,
    goneIds: gone.map(({ id }) => id),
    others,
    withheld,
  };
}

/** The tests that others passed or failed: an author wrote each post, as far as is known here. */
const risesOf = (signals: readonly PublicSignal[]): number[] =>
  signals.filter(({ mentionsLastWindow }) => mentionsLastWindow >= MIN_RISING_AUTHORS).map(({ riseP }) => riseP);

/** Signals whose posts changed, and public ones with a post that moved from one window to the next since the last refresh. */
async function idsToEvaluate(
  { signalChanges, mentions, snapshots }: Store,
  before: ReadonlyMap<string, PublicSignal>,
  at: number,
): Promise<string[]> {
  const last = (await snapshots.latest())?.at ?? at;
  const moving = await mentions.signalsMoving(last, at);
  return [...new Set([...(await signalChanges.changedIds()), ...moving.filter((id) => before.has(id))])];
}
