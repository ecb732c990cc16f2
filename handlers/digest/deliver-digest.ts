import { PainClientError, ProRequiredError, RateLimitedError, UnauthorizedError } from '@pain-signals/client';
import type { DigestSubscription } from '@pain-signals/domain';
import { type Digest, HOUR_MS, isQuietWeek, redactDigest } from '@pain-signals/domain';
import { digestCard } from '#blocks/digest/digest-card.ts';
import {
  type DigestNotice,
  digestPausedCard,
  digestSkippedCard,
  unconfirmedDigestCard,
  unconfirmedThreadCard,
} from '#blocks/digest/digest-notices.ts';
import { digestThreadCards } from '#blocks/digest/digest-thread.ts';
import type { Card } from '#blocks/kit/card.ts';
import { ENGLISH, type Locale } from '#blocks/kit/format.ts';
import type { Delivery, DeliveryChange, OwnerNotice } from '../digest-port.ts';
import type { Deps } from '../ports.ts';
import { postCard, sendDm } from '../reply/post-card.ts';
import type { PostResult } from '../slack-port.ts';
import { type Composed, composeDigest } from './compose-digest.ts';

/** Later than this it is no news any more. */
export const MAX_DELAY_MS = 24 * HOUR_MS;
const RETRY_MS = 5 * 60_000;
/** Slack takes one message a second in a channel. */
const MESSAGE_INTERVAL_MS = 1_100;
/** The digest of four weeks ago is one of them, whichever came some minutes later than the other. */
const FOUR_WEEKS_MS = (28 * 24 + 12) * HOUR_MS;

/** Errors after which asking Slack again does not help: something must change there first. */
const PERMANENT_ERRORS =
  /^(is_archived|not_in_channel|channel_not_found|account_inactive|token_revoked|invalid_auth|missing_scope|restricted_action.*|no_permission|org_login_required|ekm_access_denied|team_access_not_granted|cannot_post.*)$/;

/**
 * Brings one claimed delivery as far as it gets. What was done stands in its row before the next thing is begun, so another process
 * can go on from there: what was certainly not sent is sent, what may have been sent is not sent again.
 */
export async function deliverDigest(deps: Deps, delivery: Delivery): Promise<void> {
  const subscription = await deps.digests.find(delivery.subscriptionId);
  if (subscription === null) return void (await finish(deps, delivery, { state: 'skipped', notice: null }));
  if (delivery.notice !== null) {
    const retryAfterMs = await notifyOwner(deps, subscription, delivery);
    if (retryAfterMs !== null) return void (await change(deps, delivery, { waitUntil: deps.now() + retryAfterMs }));
    if (!(await change(deps, delivery, { notice: null }))) return;
  }
  if (delivery.state === 'claimed') await post(deps, subscription, delivery);
  if (delivery.state === 'posted') await postThread(deps, subscription, delivery);
}

/** Delivery and row change together, or the claim was lost and there is nothing more to do. */
async function change({ digests }: Deps, delivery: Delivery, changed: DeliveryChange): Promise<boolean> {
  const isMine = await digests.change(delivery, changed);
  const { waitUntil: _, ...fields } = changed;
  if (isMine) Object.assign(delivery, fields);
  return isMine;
}

/** A notice is the next thing to be done, at once. */
const finish = (deps: Deps, delivery: Delivery, changed: DeliveryChange) =>
  change(deps, delivery, { ...changed, waitUntil: deps.now() });

async function post(deps: Deps, subscription: DigestSubscription, delivery: Delivery): Promise<void> {
  const { now, linkTo } = deps;
  const isScheduled = !delivery.key.startsWith('now ');
  if (isScheduled && subscription.pausedBecause !== null)
    return void (await finish(deps, delivery, { state: 'skipped' }));
  if (now() - delivery.dueAt >= MAX_DELAY_MS) {
    const notice: OwnerNotice = delivery.fault === null ? 'late' : 'unanswered';
    return void (await finish(deps, delivery, { state: 'skipped', notice }));
  }
  const composed = await compose(deps, subscription, delivery);
  if (composed === null) return;
  const { digest, chart } = composed;
  const { plan, channelId } = subscription;
  if (isQuietWeek(digest) && plan.quietWeeks === 'silent') {
    return void (await finish(deps, delivery, { state: 'quiet' }));
  }
  if (!(await change(deps, delivery, { state: 'posting', digest, fault: null }))) return;
  const card = { ...digestCard(digest, { plan, linkTo }), chart: async () => chart };
  const result = await postCard(deps, { channelId }, card);
  if (!result.ok) return handleRefusal(deps, subscription, delivery, result);
  await change(deps, delivery, { state: 'posted', ts: result.ts, postedAt: now() });
  const link = await deps.slack.permalink(result);
  if (link !== null) await change(deps, delivery, { link });
}

/** What there is to tell; null when it has to wait, or cannot go on. */
async function compose(deps: Deps, subscription: DigestSubscription, delivery: Delivery): Promise<Composed | null> {
  try {
    return await composeForSubscription(deps, subscription, delivery.date);
  } catch (error) {
    if (!(error instanceof PainClientError)) throw error;
    deps.logger.warn({ err: error, delivery: delivery.id }, 'A digest could not be composed');
    if (error instanceof UnauthorizedError || error instanceof ProRequiredError) {
      await pause(deps, subscription, delivery, 'key');
      return null;
    }
    const waitMs = Math.max(RETRY_MS, error instanceof RateLimitedError ? error.retryAfterMs : 0);
    await change(deps, delivery, { state: 'waiting', fault: error.name, waitUntil: deps.now() + waitMs });
    return null;
  }
}

/** Compared with what the channel was told before. */
export async function composeForSubscription(
  deps: Deps,
  { id, plan }: Pick<DigestSubscription, 'id' | 'plan'>,
  date: string,
): Promise<Composed> {
  const [posted, votes] = await Promise.all([
    deps.digests.posted(id, deps.now() - FOUR_WEEKS_MS),
    deps.digests.votes(id),
  ]);
  const digests = posted.map(({ digest }) => digest).filter((digest) => digest !== null);
  return composeDigest(deps, { plan, date, posted: digests, votes });
}

type Refusal = Extract<PostResult, { ok: false }>;

async function handleRefusal(
  deps: Deps,
  subscription: DigestSubscription,
  delivery: Delivery,
  result: Refusal,
): Promise<void> {
  const { error, isConfirmed: isCertain, retryAfterMs = RETRY_MS } = result;
  deps.logger.warn({ slackError: error, isCertain, delivery: delivery.id }, 'A digest was not posted');
  if (!isCertain) return void (await finish(deps, delivery, { state: 'unknown', notice: 'unknown', fault: error }));
  if (PERMANENT_ERRORS.test(error)) return pause(deps, subscription, delivery, error);
  await change(deps, delivery, { state: 'waiting', fault: error, waitUntil: deps.now() + retryAfterMs });
}

/** The owner is told when it is this that pauses it, and not once more for each digest that waited meanwhile. */
async function pause(deps: Deps, subscription: DigestSubscription, delivery: Delivery, fault: string): Promise<void> {
  const isFirst = await deps.digests.pause(subscription.id, fault === 'key' ? 'key' : 'channel');
  await finish(deps, delivery, { state: 'refused', fault, notice: isFirst ? 'paused' : null });
}

async function postThread(deps: Deps, { plan, channelId }: DigestSubscription, delivery: Delivery): Promise<void> {
  const { digest, ts: threadTs } = delivery;
  if (digest === null || threadTs === null) return void (await finish(deps, delivery, { state: 'done' }));
  const draw = (shown: Digest) => digestThreadCards(shown, { plan, linkTo: deps.linkTo, deliveryId: delivery.id });
  const { length } = draw(digest);
  for (let at = delivery.threadPosted; at < length; at += 1) {
    await deps.wait(MESSAGE_INTERVAL_MS);
    if (!(await change(deps, delivery, { threadBegun: at + 1 }))) return;
    // The thread can follow long after the digest was composed, and somebody may have hidden a quote since.
    const card = draw(redactDigest(digest, await deps.hiddenEvidence.ids()))[at];
    if (card === undefined) return;
    const result = await postCard(deps, { channelId, threadTs }, card);
    if (!result.ok && result.isConfirmed && !PERMANENT_ERRORS.test(result.error)) {
      const waitUntil = deps.now() + (result.retryAfterMs ?? RETRY_MS);
      return void (await change(deps, delivery, { threadBegun: at, fault: result.error, waitUntil }));
    }
    if (!result.ok && result.isConfirmed) break;
    const notice = result.ok ? {} : { notice: 'thread-unknown' as const };
    if (!(await change(deps, delivery, { threadPosted: at + 1, ...notice }))) return;
  }
  await finish(deps, delivery, { state: 'done', threadPosted: length, threadBegun: length });
}

const NOTICE_CARDS: Record<OwnerNotice, (notice: DigestNotice, locale: Locale) => Card> = {
  unknown: unconfirmedDigestCard,
  'thread-unknown': unconfirmedThreadCard,
  late: (notice, locale) => digestSkippedCard(notice, 'late', locale),
  unanswered: (notice, locale) => digestSkippedCard(notice, 'unanswered', locale),
  paused: digestPausedCard,
};

/** Who last saved it, else who installed the app, else the channel. Null when that is done; else in how many ms to try again. */
async function notifyOwner(
  deps: Deps,
  { id, ownerId, channelId }: DigestSubscription,
  delivery: Delivery,
): Promise<number | null> {
  const { notice, date, fault } = delivery;
  if (notice === null) return null;
  const draw = (locale: Locale) =>
    NOTICE_CARDS[notice]({ channelId, deliveryId: delivery.id, subscriptionId: id, date, errorCode: fault }, locale);
  const people = [ownerId, deps.installedBy].filter((userId) => userId !== null);
  for (const tell of [
    ...people.map((userId) => () => sendDm(deps, userId, draw)),
    () => postCard(deps, { channelId }, draw(ENGLISH)),
  ]) {
    const result = await tell();
    // What may have arrived is not said a second time elsewhere.
    if (result.ok || !result.isConfirmed) return null;
    // Somebody who is told much at once is still the one to be told.
    if (result.retryAfterMs !== undefined) return result.retryAfterMs;
  }
  deps.logger.error({ delivery: delivery.id, notice }, 'Nobody could be told of a digest');
  return null;
}
