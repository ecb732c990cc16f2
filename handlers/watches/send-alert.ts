import { randomUUID } from 'node:crypto';
import {
  evaluateWatch,
  followMerge,
  isQuietAt,
  type WatchEvaluation,
  type WatchFinding,
  type WatchMemory,
  type WatchPauseReason,
  type WatchSubject,
} from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { CARD_DAYS } from '#blocks/signals/signal-card.ts';
import { watchAlertCard } from '#blocks/watches/watch-alert.ts';
import type { Deps } from '../ports.ts';
import type { IllustratedCard } from '../reply/card-renderer.ts';
import { openDm } from '../reply/deliver.ts';
import { postCard } from '../reply/post-card.ts';
import { freshnessOf } from '../reply/service-responses.ts';
import { findLocale } from '../request-context.ts';
import type { PostResult } from '../slack-port.ts';
import type { DueWatch, WatchOutbox } from '../watch-port.ts';
import type { WatchedSignals } from './watched-signals.ts';

interface CheckedWatch {
  watch: DueWatch;
  watched: WatchedSignals;
  snapshot: string | null;
}

/** Judges what was seen, and says what there is to say, once. Answers why the watch cannot go on. */
export async function sendAlert(
  deps: Deps,
  rounds: WatchOutbox,
  looked: CheckedWatch,
): Promise<WatchPauseReason | null> {
  const { watch, snapshot } = looked;
  const alertId = randomUUID();
  const { memory, alert, isHeld } = await evaluate(deps, looked, alertId);
  // What waits must be looked at again, new snapshot or not.
  const seen = isHeld ? null : snapshot;
  const subject = currentSubject(looked);
  if (alert === null) {
    await rounds.settle(watch, { memory, subject, snapshot: seen, alert: null });
    return null;
  }
  if (await deps.isOutsider({ userId: watch.ownerId, userTeamId: null })) return 'outsider';
  const target =
    watch.channelId === null
      ? await openDm(deps.slack, watch.ownerId)
      : { ok: true as const, channelId: watch.channelId };
  if (!target.ok)
    return errorKindOf(target) === 'closed' ? 'no-channel' : rounds.release(watch, 'soon').then(() => null);
  const card = await draw(deps, looked, alert.findings);
  const thread = alert.inThread === null ? null : await rounds.findPosted(alert.inThread);
  const isMine = await rounds.settle(watch, {
    ...{ memory, subject, snapshot: seen },
    alert: { id: alertId, text: card.text },
  });
  if (!isMine) return null;
  const threadTs = thread?.channelId === target.channelId ? thread.ts : null;
  const { verdict: result, isInThread } = await post(deps, { channelId: target.channelId, threadTs }, card);
  return recordResult(deps, rounds, { watch, alertId, verdict: result, newThread: isInThread ? null : alert.inThread });
}

/** Signals are renamed, and merged into others. */
function currentSubject({ watch: { subject }, watched: look }: CheckedWatch): WatchSubject {
  const [signal] = look.signals;
  return subject.of === 'signal' && signal ? { of: 'signal', id: signal.id, topic: signal.topic } : subject;
}

async function evaluate(deps: Deps, looked: CheckedWatch, alertId: string): Promise<WatchEvaluation> {
  const { watch, watched: look } = looked;
  const now = deps.now();
  const given = { ...watch, isComplete: look.total <= look.signals.length, now, alertId };
  const memory = watch.memory && currentMemory(watch.memory, looked);
  const judgement = evaluateWatch(memory, look.signals, { ...given, isQuiet: false });
  if (judgement.alert === null || watch.quiet === null) return judgement;
  // People travel: Slack knows their zone of today.
  const timeZone = (await deps.people.find(watch.ownerId))?.timeZone ?? watch.timeZone;
  if (!isQuietAt(watch.quiet, timeZone, now)) return judgement;
  return evaluateWatch(memory, look.signals, { ...given, isQuiet: true });
}

function currentMemory(memory: WatchMemory, looked: CheckedWatch): WatchMemory {
  const [before, after] = [looked.watch.subject, currentSubject(looked)];
  return before.of === 'signal' && after.of === 'signal' ? followMerge(memory, before.id, after.id) : memory;
}

async function draw(
  deps: Deps,
  { watch, watched: look }: CheckedWatch,
  findings: readonly WatchFinding[],
): Promise<IllustratedCard> {
  const pipeline = await deps.client.pipeline({ priority: 'background' });
  const freshness = freshnessOf(pipeline, [look.answer]);
  const chart = await chartOf(deps, findings, freshness.isSample);
  const locale = watch.channelId === null ? await findLocale(deps.people, watch.ownerId) : ENGLISH;
  const card = watchAlertCard({ watch, findings }, { freshness, linkTo: deps.linkTo, locale });
  return { ...card, chart: async () => chart };
}

/** Of the first one; the words say all, so they go without it when there is none. */
async function chartOf(
  deps: Deps,
  [first]: readonly WatchFinding[],
  isSample: boolean,
): Promise<ChartDescription | null> {
  if (first === undefined) return null;
  const { signal } = first;
  try {
    const { data: timeline } = await deps.client.timeline(signal.id, { days: CARD_DAYS }, { priority: 'background' });
    return { kind: 'timeline', signal, timeline, isSample };
  } catch (error) {
    deps.logger.warn({ err: error }, 'An alert goes out without its picture');
    return null;
  }
}

/** A thread whose beginning was deleted takes no more: then it begins a new one. */
async function post(
  deps: Deps,
  to: { channelId: string; threadTs: string | null },
  card: IllustratedCard,
): Promise<{ verdict: PostResult; isInThread: boolean }> {
  const result = await postCard(deps, to, card);
  const isThreadGone = !result.ok && result.isConfirmed && /thread|message_not_found|cannot_reply/.test(result.error);
  if (to.threadTs === null || !isThreadGone) return { verdict: result, isInThread: to.threadTs !== null };
  return { verdict: await postCard(deps, { channelId: to.channelId }, card), isInThread: false };
}

interface SentAlert {
  watch: DueWatch;
  alertId: string;
  verdict: PostResult;
  /** The alert whose thread is gone: what follows goes under this one. */
  newThread: string | null;
}

async function recordResult(deps: Deps, rounds: WatchOutbox, said: SentAlert): Promise<WatchPauseReason | null> {
  const { watch, alertId, verdict: result, newThread } = said;
  if (result.ok) {
    for (const id of [alertId, newThread]) if (id !== null) await rounds.confirm(id, result);
    return null;
  }
  deps.logger.warn({ slackError: result.error, isCertain: result.isConfirmed }, 'An alert was not posted');
  if (!result.isConfirmed) {
    await rounds.markUnconfirmed(alertId);
    return null;
  }
  await rounds.undo(watch, alertId);
  return errorKindOf(result) === 'closed' ? 'no-channel' : null;
}

/** Slack's codes for what does not pass by itself; the app's own removal is told by Slack in other ways. */
const PERMANENT_ERRORS =
  /^(not_in_channel|channel_not_found|is_archived|restricted_action.*|messages_tab_disabled|cannot_dm_bot|user_disabled|user_not_found|users_not_found|missing_scope|no_permission)$/;

export const errorKindOf = ({
  error,
  isConfirmed: isCertain,
}: {
  error: string;
  isConfirmed: boolean;
}): 'closed' | 'later' => (isCertain && PERMANENT_ERRORS.test(error) ? 'closed' : 'later');
