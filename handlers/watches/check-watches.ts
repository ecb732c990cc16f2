import { BadRequestError, NotFoundError } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import { MINUTE_MS, missSubject, queryKeyOf, type WatchPauseReason } from '@pain-signals/domain';
import type { Logger } from 'pino';
import type { Deps } from '../ports.ts';
import { needsKey } from '../reply/service-responses.ts';
import { fetchWatchedSignals, type WatchedSignals } from '../signals/watched-signals.ts';
import type { DueWatch, WatchChecks } from '../subscription-ports.ts';
import { type CheckedWatch, currentMemory, currentSubject, sendAlert } from './send-alert.ts';
import { noticesOf, resumedNotice } from './watch-notices.ts';

export interface CheckEnvironment {
  checks: WatchChecks;
  /** Null where the app is not installed any more. */
  depsOf: (workspaceId: string) => Promise<Deps | null>;
  /** Resolves when the next watch may be checked. */
  pace: () => Promise<void>;
  /** A program that stops waits for this work. */
  track: <Result>(work: Promise<Result>) => Promise<Result>;
  logger: Logger;
}

/** Watches claimed at a time: few enough that the service's budget serves them within a lease. */
const BATCH = 100;

/** Longer than a batch takes when nobody else spends the key's budget. */
const PATIENCE_MS = 5 * MINUTE_MS;
/** With the longest call, shorter than a lease. */
const LONGEST_ROUND_MS = 15 * MINUTE_MS;

/**
 * Checks all due watches, workspaces side by side, so that one that fails holds up no other. One that is slow, as where others spend its
 * key's budget, goes on by itself, and gets no more watches until it has ended.
 */
export function createWatchChecker(world: CheckEnvironment, patienceMs = PATIENCE_MS) {
  const busy = new Set<string>();
  const begin = async (workspaceId: string, watches: readonly DueWatch[], stopping: AbortSignal) => {
    busy.add(workspaceId);
    await checkWorkspace(world, workspaceId, watches, stopping).finally(() => busy.delete(workspaceId));
  };
  return async (stopping: AbortSignal): Promise<void> => {
    while (!stopping.aborted) {
      const due = await world.checks.claimDue(BATCH, [...busy]);
      if (due.length === 0) return;
      const workspaces = Map.groupBy(due, ({ workspaceId }) => workspaceId);
      const begun = [...workspaces].map(([id, watches]) => world.track(begin(id, watches, stopping)));
      await withTimeout(patienceMs, Promise.all(begun)).catch(() => undefined);
    }
  };
}

async function checkWorkspace(
  { checks, depsOf, pace, logger }: CheckEnvironment,
  workspaceId: string,
  watches: readonly DueWatch[],
  stopping: AbortSignal,
): Promise<void> {
  try {
    const deps = await depsOf(workspaceId);
    // Its rows are being deleted.
    if (deps === null) return;
    const round = createChecker(deps, checks);
    const endsAt = deps.now() + LONGEST_ROUND_MS;
    for (const watch of watches) {
      await pace();
      if (stopping.aborted || deps.now() > endsAt) await checks.release(watch, 'soon');
      else await round.check(watch);
    }
  } catch (error) {
    logger.error({ err: error, workspace: workspaceId }, 'Watches could not be checked');
  }
}

/** Checks the watches of one workspace in one hour: equal queries are asked once, and none without a new snapshot. */
function createChecker(deps: Deps, checks: WatchChecks) {
  const looks = new Map<string, Promise<WatchedSignals>>();
  let asking: Promise<string | null> | null = null;
  const snapshotNow = () => {
    asking ??= deps.client
      .pipeline({ priority: 'background' })
      .then(({ data, stale }) => (stale ? null : data.latestSnapshotAt));
    return asking;
  };
  const lookOnce = (watch: DueWatch) => {
    const key = queryKeyOf(watch);
    const known = looks.get(key) ?? Promise.resolve(null);
    const look = known.then((others) => fetchWatchedSignals(deps, watch, 'background', others));
    looks.set(key, look);
    return look;
  };

  const check = async (watch: DueWatch): Promise<void> => {
    const { subject } = watch;
    if (subject.of === 'signal' && (await deps.hiddenSignals.ids()).has(subject.id))
      return watch.paused ? checks.release(watch, 'next-hour') : pause(deps, checks, watch, 'hidden');
    // Shown again while the pause was written, so that nothing else ended it.
    if (watch.paused === 'hidden') return checks.resume(watch, watch.memory, null);
    const snapshot = await snapshotNow();
    if (snapshot !== null && watch.memory !== null && watch.snapshot === snapshot) {
      return checks.release(watch, 'next-hour');
    }
    const look = await lookOnce(watch).catch(nullIfUnknown);
    if (look === null) return miss(deps, checks, watch, snapshot);
    // Figures from before an outage are no news.
    if (look.answer.stale) return checks.release(watch, 'soon');
    const looked = { watch, watched: look, snapshot };
    const current = currentSubject(looked);
    if (current.of === 'signal' && (await deps.hiddenSignals.ids()).has(current.id))
      return followIntoHidden(deps, checks, looked);
    if (watch.paused !== null) return resume(deps, checks, watch);
    const refusal = await sendAlert(deps, checks, looked);
    if (refusal !== null) await pause(deps, checks, watch, refusal);
  };

  return {
    async check(watch: DueWatch): Promise<void> {
      try {
        if (watch.paused === 'unreadable') {
          deps.logger.error({ watch: watch.id }, 'watch unreadable, paused');
          return await pause(deps, checks, watch, 'unreadable');
        }
        await check(watch);
      } catch (error) {
        const needs = await needsKey(deps, error);
        deps.logger.warn({ err: error, watch: watch.id, needsKey: needs }, 'A watch could not be checked');
        await (needs && watch.paused === null
          ? pause(deps, checks, watch, 'no-key')
          : checks.release(watch, needs ? 'next-hour' : 'soon'));
      }
    },
  };
}

/** The service doesn't find a signal, or no longer knows an area that a search names. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof BadRequestError) return null;
  throw error;
}

/** Pauses the watch once what it watches is missing for a day. */
async function miss(deps: Deps, checks: WatchChecks, watch: DueWatch, snapshot: string | null): Promise<void> {
  const { memory, isGone } = missSubject(watch.memory, deps.now());
  if (watch.paused !== null) {
    // Figures and lists change with a snapshot: it is asked for again in the next one.
    await checks.settle(watch, { memory, subject: watch.subject, snapshot });
    return;
  }
  deps.logger.info({ watch: watch.id, missingSince: memory.missingSince }, 'what a watch watches is missing');
  if (isGone) return pause(deps, checks, watch, 'no-signal');
  await checks.settle(watch, { memory, subject: watch.subject, snapshot: null });
}

/** Its signal became part of a hidden one. It watches that from now on, so that it goes on once that is shown. */
async function followIntoHidden(deps: Deps, checks: WatchChecks, looked: CheckedWatch): Promise<void> {
  const { watch } = looked;
  const subject = currentSubject(looked);
  const isSettled = await checks.settle(watch, { memory: currentMemory(looked), subject, snapshot: null });
  // The owner of a paused watch hears of it again once it is active.
  if (isSettled && watch.paused === null) await pause(deps, checks, watch, 'hidden');
}

/** What it watches is back. */
async function resume(deps: Deps, checks: WatchChecks, watch: DueWatch): Promise<void> {
  const { memory } = missSubject(watch.memory, deps.now());
  await checks.resume(watch, { ...memory, missingSince: undefined }, resumedNotice(watch, deps.now()));
  deps.digests.wake();
}

/** Pauses all watches with the same problem; each owner gets one message. */
async function pause(deps: Deps, checks: WatchChecks, watch: DueWatch, reason: WatchPauseReason): Promise<void> {
  const which =
    reason === 'no-key'
      ? 'all'
      : (reason === 'no-channel' || reason === 'shared') && watch.channelId !== null
        ? { channelId: watch.channelId }
        : { id: watch.id };
  await checks.pause(watch.workspaceId, which, reason, (paused) => noticesOf(paused, reason, deps.now()));
  deps.digests.wake();
}
