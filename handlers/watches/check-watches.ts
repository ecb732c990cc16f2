import { randomUUID } from 'node:crypto';
import { BadRequestError, NotFoundError } from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import { MINUTE_MS, queryKeyOf, type Watch, type WatchPauseReason } from '@pain-signals/domain';
import type { Logger } from 'pino';
import { unconfirmedAlertCard, watchesPausedCard } from '#blocks/watches/watch-cards.ts';
import type { AlertMessage, NewMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { notifyOwner, waysToDeputies } from '../reply/notify-owner.ts';
import { postCard, sendDm } from '../reply/post-card.ts';
import { needsKey } from '../reply/service-responses.ts';
import { fetchWatchedSignals, type WatchedSignals } from '../signals/watched-signals.ts';
import type { SendResult } from '../slack-port.ts';
import type { DueWatch, WatchChecks } from '../subscription-ports.ts';
import { sendAlert } from './send-alert.ts';

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

/** Tells the owner that Slack did not confirm an alert, or whose process died while it was posted, or that watches are paused. */
export async function recoverAlert(deps: Deps, alert: AlertMessage): Promise<void> {
  const ways =
    alert.pausedWatches === undefined
      ? [() => sendDm(deps, alert.ownerId ?? '', unconfirmedAlertCard(alert))]
      : await waysToTellPaused(deps, alert, alert.pausedWatches);
  const isTold = ways.length === 0 || (await notifyOwner(deps, alert, ways));
  if (isTold) await deps.outbox.change(alert, { state: 'told', notice: null, freeAt: null });
}

/** The owner alone for personal watches; for those of channels then who answers for the app, then each channel. None once all go on. */
async function waysToTellPaused(
  deps: Deps,
  { ownerId, channelId }: AlertMessage,
  ids: readonly string[],
): Promise<(() => Promise<SendResult>)[]> {
  const found = await Promise.all(ids.map((id) => deps.watches.find(id)));
  const paused = found.filter((watch) => watch !== null).filter((watch) => watch.paused !== null);
  const reason = paused[0]?.paused;
  if (!reason) return [];
  const ofChannels = paused.filter((watch) => watch.channelId !== null);
  if (ofChannels.length === 0) return [() => sendDm(deps, ownerId ?? '', watchesPausedCard(paused, reason))];
  const forOthers = watchesPausedCard(ofChannels, reason, ownerId);
  const toChannels = async () => {
    const byChannel = Map.groupBy(ofChannels, (watch) => watch.channelId ?? '');
    const results: SendResult[] = [];
    for (const [where, watches] of byChannel)
      results.push(await postCard(deps, { channelId: where }, watchesPausedCard(watches, reason, ownerId)));
    // Trying again would repeat it where it arrived.
    return results.find(({ ok }) => ok) ?? results[0] ?? { ok: true as const };
  };
  if (channelId !== null) return [toChannels];
  return [
    () => sendDm(deps, ownerId ?? '', watchesPausedCard(paused, reason)),
    ...(await waysToDeputies(deps, (userId) => sendDm(deps, userId, forOthers))),
    toChannels,
  ];
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
  let hiddenIds: Promise<ReadonlySet<string>> | null = null;
  const hidden = () => (hiddenIds ??= deps.hiddenSignals.ids());
  const lookOnce = (watch: DueWatch) => {
    const key = queryKeyOf(watch);
    const known = looks.get(key) ?? Promise.resolve(null);
    const look = known.then((others) => fetchWatchedSignals(deps, watch, 'background', others));
    looks.set(key, look);
    return look;
  };

  const check = async (watch: DueWatch): Promise<void> => {
    const { subject } = watch;
    if (subject.of === 'signal' && (await hidden()).has(subject.id)) return pause(deps, checks, watch, 'hidden');
    const snapshot = await snapshotNow();
    if (snapshot !== null && watch.memory !== null && watch.snapshot === snapshot) {
      return checks.release(watch, 'next-hour');
    }
    const look = await lookOnce(watch);
    // Figures from before an outage are no news.
    if (look.answer.stale) return checks.release(watch, 'soon');
    const refusal = await sendAlert(deps, checks, { watch, watched: look, snapshot });
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
        const reason = await pauseReasonOf(deps, error);
        deps.logger.warn({ err: error, watch: watch.id, reason }, 'A watch could not be checked');
        await (reason === null ? checks.release(watch, 'soon') : pause(deps, checks, watch, reason));
      }
    },
  };
}

/** Null for errors that may pass by themselves. */
async function pauseReasonOf(deps: Deps, error: unknown): Promise<WatchPauseReason | null> {
  if (await needsKey(deps, error)) return 'no-key';
  return error instanceof NotFoundError || error instanceof BadRequestError ? 'no-signal' : null;
}

/** Pauses all watches with the same problem; each owner gets one message. */
async function pause(deps: Deps, checks: WatchChecks, watch: DueWatch, reason: WatchPauseReason): Promise<void> {
  const which =
    reason === 'no-key'
      ? 'all'
      : (reason === 'no-channel' || reason === 'shared') && watch.channelId !== null
        ? { channelId: watch.channelId }
        : { id: watch.id };
  await checks.pause(watch.workspaceId, which, reason, (paused) => noticesOf(paused, reason));
  deps.digests.wake();
}

/** Outsiders are told nothing; a channel that relied on the watch is told. */
function noticesOf(paused: readonly Watch[], reason: WatchPauseReason): NewMessage<AlertMessage>[] {
  const notice = (watches: readonly Watch[], to: Pick<Watch, 'ownerId' | 'channelId'>): NewMessage<AlertMessage> => ({
    ...{ kind: 'alert', key: randomUUID(), text: '', notice: 'paused' },
    ...{ ownerId: to.ownerId, channelId: to.channelId, pausedWatches: watches.map(({ id }) => id) },
  });
  if (reason === 'outsider')
    return paused.filter(({ channelId }) => channelId !== null).map((watch) => notice([watch], watch));
  const byOwner = Map.groupBy(paused, ({ ownerId }) => ownerId);
  return [...byOwner].map(([ownerId, watches]) => notice(watches, { ownerId, channelId: null }));
}
