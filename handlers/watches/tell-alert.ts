import { randomUUID } from 'node:crypto';
import type { ChartDescription } from '#blocks/charts/chart.ts';
import { withNumbersOf } from '#blocks/numbers.ts';
import { CARD_DAYS } from '#blocks/signal-card.ts';
import type { PauseReason, WatchSubject } from '#blocks/watch.ts';
import { type Finding, watchAlertCard } from '#blocks/watch-alert.ts';
import { openDirect } from '../deliver.ts';
import type { Deps, PostVerdict } from '../deps.ts';
import type { IllustratedCard } from '../drawing.ts';
import { freshnessOf } from '../freshness.ts';
import { postCard } from '../post-card.ts';
import { followMerge, type Judgement, judgeWatch, type WatchMemory } from './judge-watch.ts';
import type { Look } from './look.ts';
import { isQuietAt } from './quiet-hours.ts';
import type { DueWatch, WatchRounds } from './watches.ts';

interface Looked {
  watch: DueWatch;
  look: Look;
  snapshot: string | null;
}

/** Judges what was seen, and says what there is to say, once. Answers why the watch cannot go on. */
export async function tellAlert(deps: Deps, rounds: WatchRounds, looked: Looked): Promise<PauseReason | null> {
  const { watch, snapshot } = looked;
  const alertId = randomUUID();
  const { memory, alert, isHeld } = await judge(deps, looked, alertId);
  // What waits must be looked at again, new snapshot or not.
  const seen = isHeld ? null : snapshot;
  const subject = subjectNow(looked);
  if (alert === null) {
    await rounds.settle(watch, { memory, subject, snapshot: seen, alert: null });
    return null;
  }
  if (await deps.isOutsider({ userId: watch.ownerId, userTeamId: null })) return 'outsider';
  const target =
    watch.channelId === null
      ? await openDirect(deps.slack, watch.ownerId)
      : { ok: true as const, channelId: watch.channelId };
  if (!target.ok) return outcomeOf(target) === 'closed' ? 'no-channel' : rounds.putBack(watch, 'soon').then(() => null);
  const card = await draw(deps, looked, alert.findings);
  const thread = alert.inThread === null ? null : await rounds.place(alert.inThread);
  const isMine = await rounds.settle(watch, {
    ...{ memory, subject, snapshot: seen },
    alert: { id: alertId, text: card.text },
  });
  if (!isMine) return null;
  const threadTs = thread?.channelId === target.channelId ? thread.ts : null;
  const { verdict, isInThread } = await post(deps, { channelId: target.channelId, threadTs }, card);
  return conclude(deps, rounds, { watch, alertId, verdict, newThread: isInThread ? null : alert.inThread });
}

/** Signals are renamed, and merged into others. */
function subjectNow({ watch: { subject }, look }: Looked): WatchSubject {
  const [signal] = look.signals;
  return subject.of === 'signal' && signal ? { of: 'signal', id: signal.id, topic: signal.topic } : subject;
}

async function judge(deps: Deps, looked: Looked, alertId: string): Promise<Judgement> {
  const { watch, look } = looked;
  const now = deps.now();
  const given = { ...watch, isComplete: look.total <= look.signals.length, now, alertId };
  const memory = watch.memory && rememberedNow(watch.memory, looked);
  const judgement = judgeWatch(memory, look.signals, { ...given, isQuiet: false });
  if (judgement.alert === null || watch.quiet === null) return judgement;
  // People travel: Slack knows their zone of today.
  const timeZone = (await deps.people.find(watch.ownerId))?.timeZone ?? watch.timeZone;
  if (!isQuietAt(watch.quiet, timeZone, now)) return judgement;
  return judgeWatch(memory, look.signals, { ...given, isQuiet: true });
}

function rememberedNow(memory: WatchMemory, looked: Looked): WatchMemory {
  const [before, after] = [looked.watch.subject, subjectNow(looked)];
  return before.of === 'signal' && after.of === 'signal' ? followMerge(memory, before.id, after.id) : memory;
}

async function draw(deps: Deps, { watch, look }: Looked, findings: readonly Finding[]): Promise<IllustratedCard> {
  const pipeline = await deps.client.pipeline({ priority: 'background' });
  const freshness = freshnessOf(pipeline, [look.answer]);
  const chart = await chartOf(deps, findings, freshness.isSample);
  const owner = watch.channelId === null ? await deps.people.find(watch.ownerId) : null;
  const card = withNumbersOf(owner?.locale ?? null, () =>
    watchAlertCard({ watch, findings }, { freshness, linkTo: deps.linkTo }),
  );
  return { ...card, chart: async () => chart };
}

/** Of the first one; the words say all, so they go without it when there is none. */
async function chartOf(deps: Deps, [first]: readonly Finding[], isSample: boolean): Promise<ChartDescription | null> {
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
): Promise<{ verdict: PostVerdict; isInThread: boolean }> {
  const verdict = await postCard(deps, to, card);
  const isThreadGone = !verdict.ok && verdict.isCertain && /thread|message_not_found|cannot_reply/.test(verdict.error);
  if (to.threadTs === null || !isThreadGone) return { verdict, isInThread: to.threadTs !== null };
  return { verdict: await postCard(deps, { channelId: to.channelId }, card), isInThread: false };
}

interface Said {
  watch: DueWatch;
  alertId: string;
  verdict: PostVerdict;
  /** The alert whose thread is gone: what follows goes under this one. */
  newThread: string | null;
}

async function conclude(deps: Deps, rounds: WatchRounds, said: Said): Promise<PauseReason | null> {
  const { watch, alertId, verdict, newThread } = said;
  if (verdict.ok) {
    for (const id of [alertId, newThread]) if (id !== null) await rounds.confirm(id, verdict);
    return null;
  }
  deps.logger.warn({ slackError: verdict.error, isCertain: verdict.isCertain }, 'An alert was not posted');
  if (!verdict.isCertain) {
    await rounds.doubt(alertId);
    return null;
  }
  await rounds.takeBack(watch, alertId);
  return outcomeOf(verdict) === 'closed' ? 'no-channel' : null;
}

/** Slack's codes for what does not pass by itself; the app's own removal is told by Slack in other ways. */
const CLOSED =
  /^(not_in_channel|channel_not_found|is_archived|restricted_action.*|messages_tab_disabled|cannot_dm_bot|user_disabled|user_not_found|users_not_found|missing_scope|no_permission)$/;

export const outcomeOf = ({ error, isCertain }: { error: string; isCertain: boolean }): 'closed' | 'later' =>
  isCertain && CLOSED.test(error) ? 'closed' : 'later';
