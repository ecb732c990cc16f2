import { randomUUID } from 'node:crypto';
import {
  evaluateWatch,
  type Freshness,
  followMerge,
  isQuietAt,
  missAlert,
  type RefusedAlert,
  type WatchEvaluation,
  type WatchFinding,
  type WatchMemory,
  type WatchPauseReason,
  type WatchSubject,
} from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { CARD_DAYS } from '#blocks/signals/signal-card.ts';
import { watchAlertCard } from '#blocks/watches/watch-alert.ts';
import type { AlertMessage, NewMessage } from '../outbox-port.ts';
import { isNewlyShared } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { IllustratedCard } from '../reply/card-renderer.ts';
import { openDm } from '../reply/deliver.ts';
import { NOTIFY_DELAY_MS } from '../reply/notify-owner.ts';
import { postCard } from '../reply/post-card.ts';
import { freshnessOf } from '../reply/service-responses.ts';
import type { WatchedSignals } from '../signals/watched-signals.ts';
import {
  isPassing,
  isRevoked,
  mayBeOneChannel,
  type PostResult,
  type SendFailure,
  type SendResult,
} from '../slack-port.ts';
import type { DueWatch, NextLook, WatchChecks } from '../subscription-ports.ts';

export interface CheckedWatch {
  watch: DueWatch;
  watched: WatchedSignals;
  snapshot: string | null;
}

/** Judges what was seen, and says what there is to say, once. Answers why the watch cannot go on. */
export async function sendAlert(
  deps: Deps,
  checks: WatchChecks,
  looked: CheckedWatch,
): Promise<WatchPauseReason | null> {
  const { watch, snapshot } = looked;
  const subject = currentSubject(looked);
  const alertId = randomUUID();
  const before = currentMemory(looked);
  const { memory, alert, isHeld } = await evaluate(deps, looked, before, alertId);
  // An alert that is held back is checked again even without a new snapshot.
  const seen = isHeld ? null : snapshot;
  if (alert === null) {
    await checks.settle(watch, { memory, subject, snapshot: seen });
    return null;
  }
  if ((await deps.standingOf({ userId: watch.ownerId, userTeamId: null })) === 'outsider') return 'outsider';
  // Hidden since the round began, which can be minutes ago.
  const hidden = await deps.hiddenSignals.ids();
  if (alert.findings.some(({ signal }) => hidden.has(signal.id))) return checks.release(watch, 'soon').then(() => null);
  const { channelId, mayReachOthers } = watch;
  const isShared = channelId === null ? false : await isNewlyShared(deps, { channelId, mayReachOthers });
  if (isShared === true) return 'shared';
  if (typeof isShared === 'object') return tryLater(deps, checks, watch, isShared);
  const target =
    watch.channelId === null
      ? await openDm(deps.slack, watch.ownerId)
      : { ok: true as const, channelId: watch.channelId };
  if (!target.ok) return isRefused(target) ? 'no-channel' : tryLater(deps, checks, watch, target);
  const card = await draw(deps, looked, alert.findings);
  const thread = alert.inThread === null ? null : await deps.outbox.findPosted(alert.inThread);
  const message: NewMessage<AlertMessage> = {
    ...{ id: alertId, kind: 'alert', key: alertId, sourceId: watch.id },
    ...{ ownerId: watch.ownerId, channelId: watch.channelId, text: card.text },
    signalIds: alert.findings.map(({ signal }) => signal.id),
  };
  const claim = once(() => checks.settleWithAlert(watch, { memory, subject, snapshot: seen }, message));
  const threadTs = thread?.channelId === target.channelId ? thread.ts : null;
  const { result, isInThread } = await post(deps, { channelId: target.channelId, threadTs }, card, claim);
  const claimed = await claim();
  if (claimed === null) return null;
  const newThread = isInThread ? null : alert.inThread;
  const toldAt = memory.toldAt.at(-1) ?? 0;
  const ifRefused = { findings: alert.findings, before: before?.signals ?? {}, toldAt };
  return recordResult(deps, checks, { watch, alert: claimed, ifRefused, result, newThread });
}

/** Nothing was posted yet. */
async function tryLater(
  deps: Deps,
  checks: WatchChecks,
  watch: DueWatch,
  failure: SendFailure,
): Promise<WatchPauseReason | null> {
  deps.logger.warn({ slackError: failure.error, watch: watch.id }, 'alert not posted');
  const { unsent, reason } = await judgeRefusal(deps, watch, failure);
  await checks.release(watch, nextTry(failure), watch.memory === null ? undefined : { ...watch.memory, unsent });
  return reason;
}

/** It is tried again for a day at most; longer where Slack takes nothing from the app, as then nobody can be told either. */
async function judgeRefusal(
  { slack, now }: Deps,
  { memory, channelId, ownerId }: DueWatch,
  failure: SendFailure,
): Promise<{ unsent: WatchMemory['unsent']; reason: WatchPauseReason | null }> {
  const mayBeTold = mayBeOneChannel(failure) && channelId !== null && !isRevoked(await slack.openDm(ownerId));
  if (memory === null || isRevoked(failure)) return { unsent: memory?.unsent, reason: mayBeTold ? 'no-channel' : null };
  const { unsent, isLate } = missAlert(memory, now());
  return { unsent, reason: isLate ? 'refused' : null };
}

/** Both tries of a post share one claim. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= work();
    return started;
  };
}

/** Signals are renamed, and merged into others. */
export function currentSubject({ watch: { subject }, watched: look }: CheckedWatch): WatchSubject {
  const [signal] = look.signals;
  return subject.of === 'signal' && signal ? { of: 'signal', id: signal.id, topic: signal.topic } : subject;
}

async function evaluate(
  deps: Deps,
  { watch, watched: look }: CheckedWatch,
  memory: WatchMemory | null,
  alertId: string,
): Promise<WatchEvaluation> {
  const now = deps.now();
  const hidden = await deps.hiddenSignals.ids();
  const given = { ...watch, isComplete: look.total <= look.signals.length, hidden, now, alertId };
  const judgement = evaluateWatch(memory, look.signals, { ...given, isQuiet: false });
  if (judgement.alert === null || watch.quiet === null) return judgement;
  // People travel: Slack knows their zone of today.
  const timeZone = (await deps.people.find(watch.ownerId))?.timeZone ?? watch.timeZone;
  if (!isQuietAt(watch.quiet, timeZone, now)) return judgement;
  return evaluateWatch(memory, look.signals, { ...given, isQuiet: true });
}

export function currentMemory(looked: CheckedWatch): WatchMemory | null {
  const { memory, subject: before } = looked.watch;
  const after = currentSubject(looked);
  const isSignal = before.of === 'signal' && after.of === 'signal';
  return memory !== null && isSignal ? followMerge(memory, before.id, after.id) : memory;
}

async function draw(
  deps: Deps,
  { watch, watched: look }: CheckedWatch,
  findings: readonly WatchFinding[],
): Promise<IllustratedCard> {
  const pipeline = await deps.client.pipeline({ priority: 'background' });
  const freshness = freshnessOf(pipeline, [look.answer]);
  const chart = await chartOf(deps, findings, freshness);
  const card = watchAlertCard({ watch, findings }, { freshness, linkTo: deps.linkTo });
  return { ...card, chart: async () => chart };
}

/** Of the first finding; null when there is none, since the text says everything. */
async function chartOf(
  deps: Deps,
  [first]: readonly WatchFinding[],
  { isSample, snapshotAt: countedAt }: Freshness,
): Promise<ChartDescription | null> {
  if (first === undefined) return null;
  const { signal } = first;
  try {
    const { data: timeline } = await deps.client.timeline(signal.id, { days: CARD_DAYS }, { priority: 'background' });
    return { kind: 'timeline', signal, timeline, countedAt, isSample };
  } catch (error) {
    deps.logger.warn({ err: error }, 'An alert is sent without its chart');
    return null;
  }
}

/** A thread whose first message was deleted takes no replies: then a new one begins. */
async function post(
  deps: Deps,
  to: { channelId: string; threadTs: string | null },
  card: IllustratedCard,
  claim: () => Promise<AlertMessage | null>,
): Promise<{ result: PostResult; isInThread: boolean }> {
  const isMine = async () => (await claim()) !== null;
  const result = await postCard(deps, to, card, isMine);
  const isThreadGone = !result.ok && result.isConfirmed && /thread|message_not_found|cannot_reply/.test(result.error);
  if (to.threadTs === null || !isThreadGone) return { result, isInThread: to.threadTs !== null };
  return { result: await postCard(deps, { channelId: to.channelId }, card, isMine), isInThread: false };
}

interface SentAlert {
  watch: DueWatch;
  alert: AlertMessage;
  ifRefused: RefusedAlert;
  result: PostResult;
  /** The alert whose thread is gone: later alerts go under this one. */
  newThread: string | null;
}

async function recordResult(
  deps: Deps,
  checks: WatchChecks,
  { watch, alert, ifRefused, result, newThread }: SentAlert,
): Promise<WatchPauseReason | null> {
  const { outbox, logger, now } = deps;
  if (result.ok) {
    const { channelId, ts } = result;
    await outbox.change(alert, { state: 'confirmed', channelId, ts, freeAt: null });
    if (newThread !== null) await outbox.movePosted(newThread, result);
    return null;
  }
  logger.warn({ slackError: result.error, isConfirmed: result.isConfirmed }, 'alert not posted');
  if (!result.isConfirmed) {
    await outbox.change(alert, { state: 'unconfirmed', error: result.error, freeAt: now() + NOTIFY_DELAY_MS });
    return null;
  }
  const { unsent, reason } = await judgeRefusal(deps, watch, result);
  await checks.undo(watch, alert, { ...ifRefused, unsent }, nextTry(result));
  return isRefused(result) ? 'no-channel' : reason;
}

/** Also for unknown reasons: an alert that is retried forever is lost, while the owner hears of a paused watch. */
const isRefused = (result: SendResult): boolean => !result.ok && !isPassing(result) && !isRevoked(result);

/** A check costs calls to the service, and nobody installs the app again within minutes. */
const nextTry = (result: SendResult): NextLook => (isRevoked(result) ? 'next-hour' : 'soon');
