import { Cron } from 'croner';
import type { Logger } from 'pino';
import { DAY_MS } from '../../model/day.ts';
import { backfill } from '../backfill.ts';
import { type PipelineDeps, withPipelineLock } from '../pipeline/pipeline-run.ts';
import { refresh } from '../refresh/refresh.ts';
import { storeSample } from '../sample.ts';

export interface NightlyDeps extends PipelineDeps {
  logger: Pick<Logger, 'info' | 'error'>;
  /** Whether the sample stream may be added to (the embedded database only). */
  sample: boolean;
}

/** 02:00 UTC: America has gone to bed and Europe is not up. */
const NIGHT_HOUR = 2;
const NIGHTLY_CRON = `0 ${NIGHT_HOUR} * * *`;
const MAX_MISSED_NIGHTS = 365;

/**
 * The night's work for `deps.now()`: sample posts of the day, signals, words, scores, briefs, a snapshot. Skipped when another
 * process has done it already; the history of nights that nobody was up for is reckoned from the posts.
 */
export async function runNightly(deps: NightlyDeps): Promise<'worked' | 'done already'> {
  return withPipelineLock(deps, async (run) => {
    const { store, now } = run;
    const due = lastNightBefore(now());
    const last = await store.counters.get('nightAt');
    if (last >= due) return 'done already';
    if (deps.sample) await storeSample(run);
    await refresh(run);
    const missed = last === 0 ? 0 : Math.floor((due - last) / DAY_MS);
    if (missed > 0) await backfill(run, Math.min(missed, MAX_MISSED_NIGHTS));
    await store.counters.set('nightAt', now());
    return 'worked';
  });
}

/** Works now if the last night was missed, then every night until the returned function is called. */
export function startNightly(deps: NightlyDeps): () => Promise<void> {
  let working: Promise<void> = Promise.resolve();
  const work = () => {
    working = working.then(() => runAndLog(deps));
    return working;
  };
  void work();
  const nights = new Cron(NIGHTLY_CRON, { timezone: 'UTC', protect: true }, work);
  return async () => {
    nights.stop();
    await working;
  };
}

/** A night that fails is told and tried again the next night or at the next start; the service goes on with what it has. */
async function runAndLog(deps: NightlyDeps): Promise<void> {
  const startedAt = performance.now();
  try {
    const outcome = await runNightly(deps);
    deps.logger.info({ outcome, milliseconds: Math.round(performance.now() - startedAt) }, 'night');
  } catch (error) {
    deps.logger.error({ err: error }, 'the night failed');
  }
}

/** The newest 02:00 UTC that is not after `at`. */
function lastNightBefore(at: number): number {
  const shift = NIGHT_HOUR * 3_600_000;
  return Math.floor((at - shift) / DAY_MS) * DAY_MS + shift;
}
