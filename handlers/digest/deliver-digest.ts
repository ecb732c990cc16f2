import { PainClientError, RateLimitedError } from '@pain-signals/client';
import {
  type Digest,
  type DigestSubscription,
  HOUR_MS,
  isQuietWeek,
  redactDigest,
  stripEvidence,
  withoutSignals,
} from '@pain-signals/domain';
import { digestCard } from '#blocks/digest/digest-card.ts';
import {
  type DigestNotice,
  digestPausedCard,
  digestSkippedCard,
  endedThreadCard,
  unconfirmedDigestCard,
  unconfirmedThreadCard,
} from '#blocks/digest/digest-notices.ts';
import { digestThread } from '#blocks/digest/digest-thread.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Delivery, MessageChange, OwnerNotice } from '../outbox-port.ts';
import { isNewlyShared } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { notifyOwner, postNotice, unlessOutsider, waysToDeputies } from '../reply/notify-owner.ts';
import { postCard, sendDm } from '../reply/post-card.ts';
import { needsKey } from '../reply/service-responses.ts';
import { isClosed, isPassing, isRevoked, NOT_CLAIMED, type SendFailure } from '../slack-port.ts';
import { itemsShownIn } from './choose-signals.ts';
import { type Composed, composeDigest } from './compose-digest.ts';

/** A digest this late is skipped. */
export const MAX_DELAY_MS = 24 * HOUR_MS;
const RETRY_MS = 5 * 60_000;
/** So often is a digest that changed while it was composed composed again without a pause. */
const MAX_AT_ONCE = 2;
/** Slack takes one message a second in a channel. */
const MESSAGE_INTERVAL_MS = 1_100;
/** Half a day more, so that the digest of four weeks ago counts even when it was posted late. */
const FOUR_WEEKS_MS = (28 * 24 + 12) * HOUR_MS;

/**
 * Brings one claimed delivery as far as it gets. Every step is written before the next one begins, so another process can go on:
 * what was certainly not sent is sent, and what may have been sent is not repeated.
 */
export async function deliverDigest(deps: Deps, delivery: Delivery): Promise<void> {
  const subscription = await deps.digests.find(delivery.sourceId);
  if (subscription === null) return finish(deps, delivery, { state: 'skipped', notice: null });
  if (delivery.state === 'confirmed' && delivery.threadBegun > delivery.threadPosted) {
    // Its process died while it posted a thread message.
    const { threadBegun: threadPosted } = delivery;
    if (!(await deps.outbox.change(delivery, { threadPosted, notice: 'thread-unconfirmed' }))) return;
  }
  const isThreadLeft =
    delivery.state === 'confirmed' && delivery.threadPosted < threadLength(deps, subscription, delivery);
  // One notice says what became of the whole thread.
  const isEarly = isThreadLeft && delivery.notice === 'thread-unconfirmed';
  if (!isEarly && !(await tellOwner(deps, subscription, delivery))) return;
  if (delivery.state === 'claimed') return post(deps, subscription, delivery);
  if (!isThreadLeft) return finish(deps, delivery, {});
  const isShared = await isNewlyShared(deps, subscription);
  if (isShared === true) return endThread(deps, subscription, delivery, 'shared');
  if (typeof isShared === 'object') return continueLater(deps, subscription, delivery, isShared);
  await postThread(deps, subscription, delivery);
}

/** Ends the delivery. When the owner must be told, that is done next, at once. */
async function finish(deps: Deps, delivery: Delivery, change: MessageChange<Delivery>): Promise<void> {
  await deps.outbox.change(delivery, endOf(deps, delivery, change));
}

function endOf({ now }: Deps, delivery: Delivery, change: MessageChange<Delivery>): MessageChange<Delivery> {
  const { state, notice, digest } = { ...delivery, ...change };
  const isDone = state !== 'unconfirmed' && notice === null;
  return {
    ...change,
    freeAt: isDone ? null : now(),
    digest: isDone && digest ? stripEvidence(digest) : digest,
  };
}

/** "Send now" and "Send it again" work while the digest is paused. */
export const isByHand = ({ key }: Pick<Delivery, 'key'>): boolean => /^(?:now|again) /.test(key);

async function post(deps: Deps, subscription: DigestSubscription, delivery: Delivery): Promise<void> {
  const { now, linkTo, outbox } = deps;
  if (!isByHand(delivery) && subscription.pausedBecause !== null) return finish(deps, delivery, { state: 'skipped' });
  if (now() - delivery.dueAt >= MAX_DELAY_MS) {
    const notice: OwnerNotice = delivery.error === null ? 'late' : 'unanswered';
    return finish(deps, delivery, { state: 'skipped', notice });
  }
  const composed = await compose(deps, subscription, delivery);
  if (composed === null) return;
  if (await hasChanged(deps, subscription, composed.digest)) return offerAgain(deps, delivery);
  const { digest, chart } = composed;
  const { plan, channelId } = subscription;
  if (isQuietWeek(digest) && plan.quietWeeks === 'silent') return finish(deps, delivery, { state: 'quiet' });
  const isShared = await isNewlyShared(deps, subscription);
  if (isShared === true) return pause(deps, delivery, 'shared');
  // Nothing was posted, whatever became of the question.
  if (typeof isShared === 'object') return handleRefusal(deps, delivery, { ...isShared, isConfirmed: true });
  const card = { ...digestCard(digest, { plan, linkTo }), chart: async () => chart };
  const isAsRead = (now: DigestSubscription | null) => settingsOf(now) === settingsOf(subscription);
  const posting = { state: 'posting', digest, error: null } as const;
  const claim = () => deps.digests.claimToPost(delivery, posting, isAsRead);
  const result = await postCard(deps, { channelId }, card, claim);
  if (!result.ok && result.error === NOT_CLAIMED.error) return offerAgain(deps, delivery);
  if (!result.ok) return handleRefusal(deps, delivery, result);
  if (!(await outbox.change(delivery, { state: 'confirmed', ts: result.ts, postedAt: now() }))) return;
  const link = await deps.slack.permalink(result);
  if (link !== null) await outbox.change(delivery, { link });
  await postThread(deps, subscription, delivery);
}

/** At once: then it is skipped, or composed as it should be now. Whatever differs every time must not do so for hours. */
async function offerAgain({ outbox, now }: Deps, delivery: Delivery): Promise<void> {
  const freeAt = delivery.attempts < MAX_AT_ONCE ? now() : now() + RETRY_MS;
  await outbox.change(delivery, { state: 'waiting', error: null, freeAt, attempts: delivery.attempts + 1 });
}

const settingsOf = (each: DigestSubscription | null): string =>
  JSON.stringify([each?.plan, each?.channelId, each?.mayReachOthers, each?.pausedBecause]);

/** Composing can wait minutes for the service. Meanwhile people pause or change the digest, or hide a signal that is in it. */
async function hasChanged(deps: Deps, before: DigestSubscription, digest: Digest): Promise<boolean> {
  const [after, hidden] = await Promise.all([deps.digests.find(before.id), deps.hiddenSignals.ids()]);
  return (
    settingsOf(after) !== settingsOf(before) ||
    JSON.stringify(withoutSignals(digest, hidden)) !== JSON.stringify(digest)
  );
}

/** The composed digest; null when it must wait or can't be composed. */
async function compose(deps: Deps, subscription: DigestSubscription, delivery: Delivery): Promise<Composed | null> {
  try {
    return await composeForSubscription(deps, subscription, delivery.date);
  } catch (error) {
    if (!(error instanceof PainClientError)) throw error;
    deps.logger.warn({ err: error, delivery: delivery.id }, 'A digest could not be composed');
    if (await needsKey(deps, error)) {
      await pause(deps, delivery, 'key');
      return null;
    }
    const waitMs = Math.max(RETRY_MS, error instanceof RateLimitedError ? error.retryAfterMs : 0);
    await deps.outbox.change(delivery, { state: 'waiting', error: error.name, freeAt: deps.now() + waitMs });
    return null;
  }
}

/** Composes it, compared with the channel's earlier digests. */
export async function composeForSubscription(
  deps: Deps,
  { id, plan }: Pick<DigestSubscription, 'id' | 'plan'>,
  date: string,
): Promise<Composed> {
  const [posted, votes, hidden] = await Promise.all([
    deps.digests.posted(id, deps.now() - FOUR_WEEKS_MS),
    deps.digests.votes(id),
    deps.hiddenSignals.ids(),
  ]);
  const digests = posted.flatMap(({ digest }) => (digest === null ? [] : [withoutSignals(digest, hidden)]));
  return composeDigest(deps, { plan, date, posted: digests, votes });
}

async function handleRefusal(deps: Deps, delivery: Delivery, result: SendFailure): Promise<void> {
  const { error, isConfirmed } = result;
  deps.logger.warn({ slackError: error, isConfirmed, delivery: delivery.id }, 'digest not posted');
  if (!isConfirmed) return finish(deps, delivery, { state: 'unconfirmed', error });
  if (isClosed(result) || isRevoked(result)) return pause(deps, delivery, error);
  await tryLater(deps, delivery, result);
}

async function tryLater({ outbox, now }: Deps, delivery: Delivery, failure: SendFailure): Promise<void> {
  const { error, retryAfterMs = RETRY_MS } = failure;
  const state = delivery.state === 'confirmed' ? 'confirmed' : 'waiting';
  await outbox.change(delivery, { state, error, freeAt: now() + retryAfterMs });
}

/** Tells the owner once, not again for each digest that waited; also of one that somebody waits for. */
async function pause(deps: Deps, delivery: Delivery, error: string): Promise<void> {
  const because = error === 'key' || error === 'shared' ? error : 'channel';
  const state = because === 'shared' ? 'skipped' : 'refused';
  const isAwaited = because === 'shared' && isByHand(delivery);
  await deps.digests.pauseFor(delivery, because, (isFirst) =>
    endOf(deps, delivery, { state, error, notice: isFirst || isAwaited ? 'paused' : null }),
  );
}

/** A person paused it once it was posted. */
const isPausedSince = async ({ digests }: Deps, delivery: Delivery): Promise<boolean> =>
  !isByHand(delivery) && (await digests.find(delivery.sourceId))?.pausedBecause === 'person';

/** The history says it; who pauses a digest need not be told. */
const PAUSED_MEANWHILE = 'paused';

async function postThread(deps: Deps, { plan, channelId }: DigestSubscription, delivery: Delivery): Promise<void> {
  const { digest, ts: threadTs } = delivery;
  if (digest === null) return finish(deps, delivery, {});
  if (!threadTs) return endThread(deps, { plan }, delivery, 'no-message-id');
  const setting = { plan, linkTo: deps.linkTo, deliveryId: delivery.id };
  const { length } = digestThread(digest, setting);
  for (let at = delivery.threadPosted; at < length; at += 1) {
    await deps.wait(MESSAGE_INTERVAL_MS);
    // A message that the end of the process cuts off would be unconfirmed.
    if (deps.isStopping()) return void (await deps.outbox.change(delivery, { freeAt: deps.now() }));
    if (await isPausedSince(deps, delivery))
      return endThread(deps, { plan }, { ...delivery, threadPosted: at }, PAUSED_MEANWHILE);
    const card = await threadCardAt(deps, digest, at, setting);
    if (card === null) continue;
    const claim = () => deps.outbox.change(delivery, { threadBegun: at + 1 });
    const result = await postCard(deps, { channelId, threadTs }, card, claim);
    if (!result.ok && result.isConfirmed && isPassing(result)) {
      // A signal that was left out counts as posted; else the next process would take this message for begun and lost.
      if (!(await deps.outbox.change(delivery, { threadBegun: at, threadPosted: at }))) return;
      return continueLater(deps, { plan }, delivery, result);
    }
    if (!result.ok && result.isConfirmed)
      return endThread(deps, { plan }, { ...delivery, threadPosted: at }, result.error);
    const notice = result.ok ? {} : { notice: 'thread-unconfirmed' as const };
    if (!(await deps.outbox.change(delivery, { threadPosted: at + 1, ...notice }))) return;
  }
  await finish(deps, delivery, { threadPosted: length, threadBegun: length });
}

/** Gives a thread up once Slack has taken nothing for as long as it may be late. */
async function continueLater(
  deps: Deps,
  subscription: Pick<DigestSubscription, 'plan'>,
  delivery: Delivery,
  failure: SendFailure,
): Promise<void> {
  const isLate = deps.now() - (delivery.postedAt ?? delivery.dueAt) >= MAX_DELAY_MS;
  await (isLate ? endThread(deps, subscription, delivery, 'late') : tryLater(deps, delivery, failure));
}

/** Posts no more of the thread, and says so where something of it is left. */
async function endThread(
  deps: Deps,
  { plan }: Pick<DigestSubscription, 'plan'>,
  delivery: Delivery,
  error: string,
): Promise<void> {
  const length = threadLength(deps, { plan }, delivery);
  if (delivery.threadPosted >= length) return finish(deps, delivery, {});
  const notice = error === PAUSED_MEANWHILE ? {} : { notice: 'thread-ended' as const };
  await finish(deps, delivery, { threadPosted: length, threadBegun: length, error, ...notice });
}

const threadLength = (
  { linkTo }: Deps,
  { plan }: Pick<DigestSubscription, 'plan'>,
  { digest, id: deliveryId }: Delivery,
): number => (digest === null ? 0 : digestThread(digest, { plan, linkTo, deliveryId }).length);

/** The thread can follow long after the digest was composed. Null for a signal that was hidden since; hidden evidence is left out. */
async function threadCardAt(
  { hiddenEvidence, hiddenSignals }: Deps,
  digest: Digest,
  at: number,
  setting: Parameters<typeof digestThread>[1],
): Promise<Card | null> {
  const [hiddenQuotes, hidden] = await Promise.all([hiddenEvidence.ids(), hiddenSignals.ids()]);
  const item = itemsShownIn(digest).slice(0, digest.length ?? setting.plan.length)[at];
  if (item !== undefined && hidden.has(item.signal.id)) return null;
  const briefs = digest.briefs.filter(({ painSignalId }) => !hidden.has(painSignalId));
  return digestThread(redactDigest({ ...digest, briefs }, hiddenQuotes), setting)[at]?.() ?? null;
}

const NOTICE_CARDS: Record<OwnerNotice | 'unconfirmed', (notice: DigestNotice) => Card> = {
  unconfirmed: unconfirmedDigestCard,
  'thread-unconfirmed': unconfirmedThreadCard,
  'thread-ended': endedThreadCard,
  late: (notice) => digestSkippedCard(notice, 'late'),
  unanswered: (notice) => digestSkippedCard(notice, 'unanswered'),
  paused: digestPausedCard,
};

/** Tells the person who set the digest up, or who answers for the app, or the channel. False when it must be tried again or the claim was lost. */
async function tellOwner(
  deps: Deps,
  { id, ownerId, channelId, mayReachOthers, pausedBecause }: DigestSubscription,
  delivery: Delivery,
): Promise<boolean> {
  const { date, error } = delivery;
  const notice = delivery.state === 'unconfirmed' ? 'unconfirmed' : delivery.notice;
  if (notice === null) return true;
  const told = notice === 'unconfirmed' ? { state: 'told' as const } : { notice: null };
  const markTold = () =>
    deps.outbox.change(delivery, { ...told, attempts: 0, unconfirmedNotices: 0, tellingSince: undefined });
  // Somebody resumed it before its owner could be told.
  if (notice === 'paused' && pausedBecause === null) return markTold();
  const card = NOTICE_CARDS[notice]({ channelId, deliveryId: delivery.id, subscriptionId: id, date, errorCode: error });
  const tell = (userId: string) => sendDm(deps, userId, card);
  const isTold = await notifyOwner(deps, delivery, [
    unlessOutsider(deps, ownerId, () => tell(ownerId)),
    ...(await waysToDeputies(deps, tell)),
    () => postNotice(deps, { channelId, mayReachOthers }, card),
  ]);
  return isTold && markTold();
}
