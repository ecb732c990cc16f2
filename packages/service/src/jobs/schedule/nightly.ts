import { Cron } from 'croner';
import type { Logger } from 'pino';
import { currentRequestId } from '../../config/log.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../model/day.ts';
import { backfill } from '../backfill.ts';
import { type PipelineDeps, withPipelineLock } from '../pipeline/pipeline-run.ts';
import { refresh } from '../refresh/refresh.ts';
import { storeSample } from '../sample.ts';
import { type TrackWork, untracked } from '../thread-work.ts';

export interface NightlyDeps extends PipelineDeps {
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether to add the day's sample posts (embedded database only). */
  sample: boolean;
  track?: TrackWork;
}

/** 02:00 UTC: few people use the service then. */
const NIGHT_HOUR = 2;
const NIGHTLY_CRON = `0 ${NIGHT_HOUR} * * *`;
const MAX_MISSED_NIGHTS = 365;

/**
 * Refreshes signals, scores and briefs and takes a snapshot, once a night: skipped when another process has done it already.
 * Snapshots of missed nights are backfilled from the posts.
 */
export async function runNightly(deps: NightlyDeps): Promise<'worked' | 'done already'> {
  return withPipelineLock(deps, async (run) => {
    const { store, now } = run;
    const due = lastNightBefore(now());
    const last = await store.counters.get('nightAt');
    // A night more than a day ahead was worked while the clock was wrong: waiting for it would take as long as the clock was ahead.
    const isAhead = last - now() > DAY_MS;
    if (isAhead)
      deps.logger.warn({ nightAt: isoInstant(last) }, 'last nightly job is yet to come: the clock was wrong');
    if (last >= due && !isAhead) return 'done already';
    if (deps.sample) await storeSample(run);
    await refresh({ ...run, isNight: true });
    const missed = last === 0 || isAhead ? 0 : Math.floor((due - last) / DAY_MS);
    if (missed > 0) await backfill(run, Math.min(missed, MAX_MISSED_NIGHTS));
    await store.counters.set('nightAt', now());
    return 'worked';
  });
}

const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [60_000, 3_600_000];
const backoff = (failures: number): number => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));

/**
 * Runs now if the last night was missed, then every night until the returned function is called. A run that fails is tried again.
 * @param delayMs the pause after so many failures in a row
 */
export function startNightly(deps: NightlyDeps, delayMs = backoff): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  const work = async () => {
    clearTimeout(retry);
    failures = (await runAndLog(deps)) ? 0 : failures + 1;
    if (failures > 0 && !job.isStopped()) retry = setTimeout(run, delayMs(failures));
  };
  const run = () => {
    running = running.then(work);
    return running;
  };
  const job = new Cron(NIGHTLY_CRON, { timezone: 'UTC', protect: true }, run);
  void run();
  return async () => {
    job.stop();
    await running;
    clearTimeout(retry);
  };
}

/** Returns whether it succeeded. */
async function runAndLog(deps: NightlyDeps): Promise<boolean> {
  const startedAt = performance.now();
  const requestId = deps.newId();
  const { track = untracked } = deps;
  try {
    const outcome = await track('nightly job', () => currentRequestId.run(requestId, runNightly, deps));
    deps.logger.info({ requestId, outcome, ms: Math.round(performance.now() - startedAt) }, 'nightly job finished');
    return true;
  } catch (error) {
    deps.logger.error({ requestId, err: error }, 'nightly job failed, will retry');
    return false;
  }
}

/** The newest 02:00 UTC that is not after `at`. */
function lastNightBefore(at: number): number {
  const shift = NIGHT_HOUR * HOUR_MS;
  return Math.floor((at - shift) / DAY_MS) * DAY_MS + shift;
}
