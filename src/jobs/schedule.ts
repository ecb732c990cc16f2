import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@pain-signals/contract';
import { HOUR_MS, MINUTE_MS } from '@pain-signals/domain';
import type { Logger } from 'pino';
import type { Deps } from '#handlers/ports.ts';
import { followMerges } from '#handlers/signals/hidden-signals.ts';
import { createWatchChecker } from '#handlers/watches/check-watches.ts';
import type { InFlight, WithReference } from '../slack/request-tracking.ts';
import type { Store } from '../store/open-store.ts';

/** Work that repeats by the clock. */
export interface Job {
  /** For the log. */
  name: string;
  everyMs: number;
  /** Does everything that is due by `now`, and begins nothing new once the program stops. Never runs twice at the same time. */
  run(now: number, stopping: AbortSignal): Promise<void>;
}

interface Options {
  now: () => number;
  inFlight: InFlight;
  withReference: WithReference;
  /** False: nothing that is due is done now. */
  mayRun?: () => Promise<boolean>;
  logger: Pick<Logger, 'error'>;
}

/** As long as the shortest claim of a process. */
const MAX_CLOCK_ERROR_MS = MINUTE_MS;
const CLOCK_TRUSTED_MS = 10_000;
/** One connection may hang for half an hour while all others work. */
const CLOCK_ANSWER_MS = 5_000;

/**
 * Whether this machine's clock is near enough to the database's for what is due. A process whose clock is days ahead would skip a digest
 * as too late. Without an answer it is as right as it was.
 */
export function createClockCheck(
  { clockAhead }: Pick<Store, 'clockAhead'>,
  { now, logger }: { now: () => number; logger: Pick<Logger, 'error' | 'info'> },
) {
  /** Changes when the clock is set. */
  const setAt = () => now() - performance.now();
  let last = { isRight: true, until: 0, setAt: 0 };
  let asking: Promise<boolean> | null = null;
  const ask = async () => {
    const aheadMs = await withTimeout(CLOCK_ANSWER_MS, clockAhead()).catch(() => null);
    const databaseAheadMs = Math.round(aheadMs ?? 0);
    const isRight = aheadMs === null ? last.isRight : Math.abs(databaseAheadMs) <= MAX_CLOCK_ERROR_MS;
    if (!isRight && last.isRight)
      logger.error(
        { databaseAheadMs },
        "this machine's clock differs from the database's by more than a minute: until it is set, other processes do what is due",
      );
    if (isRight && !last.isRight) logger.info("this machine's clock agrees with the database's again");
    last = { isRight, until: performance.now() + (isRight ? CLOCK_TRUSTED_MS : 0), setAt: setAt() };
    return isRight;
  };
  return (): Promise<boolean> => {
    const isSet = Math.abs(setAt() - last.setAt) > CLOCK_TRUSTED_MS;
    if (performance.now() < last.until && !isSet) return Promise.resolve(last.isRight);
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

/** The program's only clock. A job that fails delays no other, and runs again at its next turn. */
export function createSchedule(jobs: readonly Job[], { now, inFlight, withReference, mayRun, logger }: Options) {
  const running = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];

  const run = (job: Job): Promise<void> => {
    const known = running.get(job);
    if (known !== undefined) return known;
    const runInTime = async () => {
      if (mayRun !== undefined && !(await mayRun())) return;
      await job.run(now(), stopping.signal);
    };
    const work = withReference((requestId) =>
      runInTime().catch((error) => logger.error({ err: error, job: job.name, requestId }, 'job failed')),
    ).finally(() => running.delete(job));
    running.set(job, work);
    return inFlight.track(work);
  };
  const runNow = async () => {
    await Promise.all(jobs.map(run));
  };

  return {
    /** Runs every job that isn't running, and resolves when all have ended. */
    runNow,
    /** Runs each job now, and then at its interval. */
    start(): void {
      void runNow();
      timers = jobs.map((job) => setInterval(() => void run(job), job.everyMs));
    },
    stop(): void {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Each watch has a minute of the hour. */
const WATCH_CHECK_INTERVAL_MS = 60_000;

interface WatchChecksOptions {
  store: Pick<Store, 'watchChecks'>;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  pace: Pace;
  inFlight: Pick<InFlight, 'track'>;
  logger: Logger;
}

/** Checks the watches that are due. */
export function watchChecksJob({ store, inFlight, ...others }: WatchChecksOptions): Job {
  const check = createWatchChecker({ checks: store.watchChecks, track: inFlight.track, ...others });
  return { name: 'watches', everyMs: WATCH_CHECK_INTERVAL_MS, run: (_now, stopping) => check(stopping) };
}

/** Signals that were merged into others stay hidden. */
export const hiddenMergesJob = ({
  store: { hiddenSignals },
  depsOf,
  pace,
  logger,
}: Pick<WatchChecksOptions, 'depsOf' | 'pace' | 'logger'> & { store: Pick<Store, 'hiddenSignals'> }): Job => ({
  name: 'hidden merges',
  everyMs: HOUR_MS,
  async run(_now, stopping) {
    for (const workspaceId of await hiddenSignals.workspaces()) {
      await pace();
      if (stopping.aborted) return;
      try {
        const deps = await depsOf(workspaceId);
        if (deps !== null) await followMerges(deps, stopping);
      } catch (err) {
        logger.warn({ err, workspace: workspaceId }, 'hidden signals could not be checked');
      }
    }
  },
});

/** In one line of the log. */
const MOST_NAMED = 20;

const CLEANUP_INTERVAL_MS = HOUR_MS;

/** Deletes rows whose time is over, even if the app is no longer used. */
export const cleanupJob = ({
  votes,
  ...others
}: Pick<
  Store,
  | 'outbox'
  | 'votes'
  | 'feedback'
  | 'chartFiles'
  | 'seenRequests'
  | 'unansweredRequests'
  | 'lastLists'
  | 'conversations'
  | 'listedSignals'
>): Job => ({
  name: 'cleanup',
  everyMs: CLEANUP_INTERVAL_MS,
  async run() {
    const { outbox, feedback, chartFiles, seenRequests, unansweredRequests, lastLists, conversations, listedSignals } =
      others;
    await votes.forgetFaded();
    const recent = [seenRequests, unansweredRequests, lastLists, conversations, listedSignals];
    for (const store of [outbox, feedback, chartFiles, ...recent]) await store.forgetOld();
  },
});

interface SweepOptions {
  store: Pick<Store, 'installations' | 'transaction' | 'clearTraces'>;
  /** Doesn't throw. */
  revokeKey: (workspaceId: string) => Promise<void>;
  logger: Pick<Logger, 'info'>;
}

/** Longer than another process knows the installation from before, and than a request that it took then. */
const SWEEP_AFTER_MS = 5 * MINUTE_MS;

/**
 * Deletes what requests under way in other processes wrote after an uninstall, and revokes the key they got, whichever process
 * handled the uninstall.
 */
export const sweepJob = ({ store, revokeKey, logger }: SweepOptions): Job => ({
  name: 'sweep',
  everyMs: MINUTE_MS,
  async run() {
    const removals = await store.installations.removedBefore(SWEEP_AFTER_MS);
    for (const removal of removals) {
      const { workspaceId } = removal;
      const isGone = await store.transaction(async ({ installations, forgetWorkspace }) => {
        if ((await installations.find(workspaceId)) !== null) return false;
        await forgetWorkspace(workspaceId);
        return true;
      });
      if (isGone) await revokeKey(workspaceId);
      await store.installations.forgetRemoval(removal);
      logger.info({ workspace: workspaceId, isGone }, 'workspace swept after its uninstall');
    }
    if (removals.length > 0) await store.clearTraces();
  },
});

const PULL_BACK_INTERVAL_MS = 10 * 60_000;

/** Far less than the claims of all processes last. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;

/** Without it, what a clock set while it ran a year ahead would wait for a year. */
export const pullBackJob = (
  { pullBack, clockAhead }: Pick<Store, 'pullBack' | 'clockAhead'>,
  logger: Pick<Logger, 'warn'>,
): Job => ({
  name: 'pull back',
  everyMs: PULL_BACK_INTERVAL_MS,
  async run() {
    const databaseAheadMs = Math.round((await clockAhead()) ?? 0);
    if (Math.abs(databaseAheadMs) > MAX_CLOCK_DIFFERENCE_MS)
      logger.warn(
        { databaseAheadMs },
        "this machine's clock differs from the database's, so processes take each other's work for abandoned. Keep all machines in step",
      );
    for (const [what, ids] of Object.entries(await pullBack()))
      if (ids.length > 0)
        logger.warn(
          { what, count: ids.length, ids: ids.slice(0, MOST_NAMED) },
          'due too late, pulled back: the clock was wrong',
        );
  },
});

/** Resolves when it is the caller's turn. */
export type Pace = () => Promise<void>;

/** How much of its time background work may take from the event loop. */
const MAX_UTILIZATION = 0.4;
const LOOK_AGAIN_MS = 5;
/** However busy people keep the process, background work goes on: a message takes a fifth of this time to draw and post. */
const MAX_WAIT_MS = 25;

/**
 * Spreads background work: each check, digest and message begins with a turn. Otherwise thousands due at once would keep the event
 * loop busy in long bursts, and commands would be acknowledged between two of them. A turn comes when the loop was idle enough since the
 * one before.
 */
export function createPace(): Pace {
  let last = performance.eventLoopUtilization();
  let turns = Promise.resolve();
  const turn = async () => {
    const until = performance.now() + MAX_WAIT_MS;
    while (performance.eventLoopUtilization(last).utilization > MAX_UTILIZATION && performance.now() < until)
      await sleep(LOOK_AGAIN_MS);
    last = performance.eventLoopUtilization();
  };
  return () => {
    turns = turns.then(turn);
    return turns;
  };
}
