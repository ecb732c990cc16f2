import { DAY_MS, dayName, startOfDay } from '../model/day.ts';
import type { Exposure, Mention } from '../model/signal.ts';
import { countFigures } from '../scoring/figures.ts';
import { scoreSignals } from '../scoring/score.ts';
import { nextState } from '../scoring/signal-state.ts';
import type { HistoryRow } from '../store/index.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock, yieldToEventLoop } from './pipeline/pipeline-run.ts';

const ROWS_A_TRANSACTION = 5_000;

interface PastDay {
  date: string;
  /** The day's last millisecond. */
  at: number;
  exposure: Exposure;
}

/**
 * Adds the history that snapshots at the end of each of the last `days` days would have given, computed from the posts' own times.
 * Returns how many points were added; existing ones stay as they are.
 */
export function backfillHistory(deps: PipelineDeps, days: number): Promise<number> {
  return withPipelineLock(deps, (run) => backfill(run, days));
}

export async function backfill(run: PipelineRun, days: number): Promise<number> {
  const { store } = run;
  const pastDays = await daysBefore(run, days);
  const publicIds = new Set((await store.signalChanges.publicSignals()).map((signal) => signal.id));
  let added = 0;
  let rows: HistoryRow[] = [];
  for await (const { signalId, mentions } of store.mentions.bySignal()) {
    if (publicIds.has(signalId)) rows.push(...pastDays.flatMap((day) => pointOf(signalId, mentions, day)));
    if (rows.length < ROWS_A_TRANSACTION) continue;
    added += await storePoints(run, rows);
    rows = [];
    await yieldToEventLoop();
  }
  added += await storePoints(run, rows);
  await store.counters.add('revision', 1);
  return added;
}

function storePoints({ store, lock }: PipelineRun, rows: readonly HistoryRow[]): Promise<number> {
  lock.assertHeld();
  return store.transaction(async (stores) => {
    for (const [signalId, [first]] of Map.groupBy(rows, (row) => row.signalId))
      if (first !== undefined) await stores.signalChanges.trackSince(signalId, first.at);
    return stores.snapshots.backfill(rows);
  });
}

/** Oldest first, today excluded. */
async function daysBefore({ store, now }: PipelineRun, days: number): Promise<PastDay[]> {
  const today = startOfDay(dayName(now()));
  const past: PastDay[] = [];
  for (let back = days; back >= 1; back -= 1) {
    const start = today - back * DAY_MS;
    const at = start + DAY_MS - 1;
    past.push({ date: dayName(start), at, exposure: await store.mentions.exposure(at) });
  }
  return past;
}

/** Empty for days before the signal's first post, and while it was archived. */
function pointOf(signalId: string, mentions: readonly Mention[], { date, at, exposure }: PastDay): HistoryRow[] {
  const figures = countFigures(signalId, mentions, at);
  if (figures === null || nextState(true, figures, at) === 'archived') return [];
  const [scored] = scoreSignals([figures], exposure, at);
  if (scored === undefined) return [];
  return [{ signalId, date, at, score: scored.score, volume: figures.volume, ownerCount: figures.owners.length }];
}
