import { PainClientError, ProRequiredError, RateLimitedError, UnauthorizedError } from '@pain-signals/client';
import { type Digest, isQuiet } from '#blocks/digest.ts';
import { digestCard } from '#blocks/digest-card.ts';
import { threadCards } from '#blocks/digest-thread.ts';
import type { Deps, PostVerdict } from '../deps.ts';
import { postCard } from '../post-card.ts';
import { type Composed, composeDigest } from './compose.ts';
import { digestWithout } from './digest-without.ts';
import { tellOwner } from './tell-owner.ts';
import type { Delivery, DeliveryChange, Notice, Subscription } from './types.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Later than this it is no news any more. */
export const LATEST_MS = 24 * HOUR_MS;
const TRY_AGAIN_MS = 5 * 60_000;
/** Slack takes one message a second in a channel. */
const PACE_MS = 1_100;
/** The digest of four weeks ago is one of them, whichever came some minutes later than the other. */
const FOUR_WEEKS_MS = (28 * 24 + 12) * HOUR_MS;

/** Errors after which asking Slack again does not help: something must change there first. */
const LASTING =
  /^(is_archived|not_in_channel|channel_not_found|account_inactive|token_revoked|invalid_auth|missing_scope|restricted_action.*|no_permission|org_login_required|ekm_access_denied|team_access_not_granted|cannot_post.*)$/;

/**
 * Brings one claimed delivery as far as it gets. What was done stands in its row before the next thing is begun, so another process
 * can go on from there: what was certainly not sent is sent, what may have been sent is not sent again.
 */
export async function deliverDigest(deps: Deps, delivery: Delivery): Promise<void> {
  const subscription = await deps.digests.find(delivery.subscriptionId);
  if (subscription === null) return void (await end(deps, delivery, { state: 'skipped', notice: null }));
  if (delivery.notice !== null) {
    const retryAfterMs = await tellOwner(deps, subscription, delivery);
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
const end = (deps: Deps, delivery: Delivery, changed: DeliveryChange) =>
  change(deps, delivery, { ...changed, waitUntil: deps.now() });

async function post(deps: Deps, subscription: Subscription, delivery: Delivery): Promise<void> {
  const { now, linkTo } = deps;
  const isScheduled = !delivery.key.startsWith('now ');
  if (isScheduled && subscription.pausedBecause !== null) return void (await end(deps, delivery, { state: 'skipped' }));
  if (now() - delivery.dueAt >= LATEST_MS) {
    const notice: Notice = delivery.fault === null ? 'late' : 'unanswered';
    return void (await end(deps, delivery, { state: 'skipped', notice }));
  }
  const composed = await compose(deps, subscription, delivery);
  if (composed === null) return;
  const { digest, chart } = composed;
  const { plan, channelId } = subscription;
  if (isQuiet(digest) && plan.quietWeeks === 'silent') {
    return void (await end(deps, delivery, { state: 'quiet' }));
  }
  if (!(await change(deps, delivery, { state: 'posting', digest, fault: null }))) return;
  const card = { ...digestCard(digest, { plan, linkTo }), chart: async () => chart };
  const verdict = await postCard(deps, { channelId }, card);
  if (!verdict.ok) return refused(deps, subscription, delivery, verdict);
  await change(deps, delivery, { state: 'posted', ts: verdict.ts, postedAt: now() });
  const link = await deps.slack.linkTo(verdict);
  if (link !== null) await change(deps, delivery, { link });
}

/** What there is to tell; null when it has to wait, or cannot go on. */
async function compose(deps: Deps, subscription: Subscription, delivery: Delivery): Promise<Composed | null> {
  try {
    return await composeFor(deps, subscription, delivery.date);
  } catch (error) {
    if (!(error instanceof PainClientError)) throw error;
    deps.logger.warn({ err: error, delivery: delivery.id }, 'A digest could not be composed');
    if (error instanceof UnauthorizedError || error instanceof ProRequiredError) {
      await pause(deps, subscription, delivery, 'key');
      return null;
    }
    const waitMs = Math.max(TRY_AGAIN_MS, error instanceof RateLimitedError ? error.retryAfterMs : 0);
    await change(deps, delivery, { state: 'waiting', fault: error.name, waitUntil: deps.now() + waitMs });
    return null;
  }
}

/** Compared with what the channel was told before. */
export async function composeFor(
  deps: Deps,
  { id, plan }: Pick<Subscription, 'id' | 'plan'>,
  date: string,
): Promise<Composed> {
  const [posted, votes] = await Promise.all([
    deps.digests.posted(id, deps.now() - FOUR_WEEKS_MS),
    deps.digests.votes(id),
  ]);
  const digests = posted.map(({ digest }) => digest).filter((digest) => digest !== null);
  return composeDigest(deps, { plan, date, posted: digests, votes });
}

type Refusal = Extract<PostVerdict, { ok: false }>;

async function refused(deps: Deps, subscription: Subscription, delivery: Delivery, verdict: Refusal): Promise<void> {
  const { error, isCertain, retryAfterMs = TRY_AGAIN_MS } = verdict;
  deps.logger.warn({ slackError: error, isCertain, delivery: delivery.id }, 'A digest was not posted');
  if (!isCertain) return void (await end(deps, delivery, { state: 'unknown', notice: 'unknown', fault: error }));
  if (LASTING.test(error)) return pause(deps, subscription, delivery, error);
  await change(deps, delivery, { state: 'waiting', fault: error, waitUntil: deps.now() + retryAfterMs });
}

/** The owner is told when it is this that pauses it, and not once more for each digest that waited meanwhile. */
async function pause(deps: Deps, subscription: Subscription, delivery: Delivery, fault: string): Promise<void> {
  const isFirst = await deps.digests.pause(subscription.id, fault === 'key' ? 'key' : 'channel');
  await end(deps, delivery, { state: 'refused', fault, notice: isFirst ? 'paused' : null });
}

async function postThread(deps: Deps, { plan, channelId }: Subscription, delivery: Delivery): Promise<void> {
  const { digest, ts: threadTs } = delivery;
  if (digest === null || threadTs === null) return void (await end(deps, delivery, { state: 'done' }));
  const draw = (shown: Digest) => threadCards(shown, { plan, linkTo: deps.linkTo, deliveryId: delivery.id });
  const { length } = draw(digest);
  for (let at = delivery.threadPosted; at < length; at += 1) {
    await deps.wait(PACE_MS);
    if (!(await change(deps, delivery, { threadBegun: at + 1 }))) return;
    // The thread can follow long after the digest was composed, and somebody may have hidden a quote since.
    const card = draw(digestWithout(digest, await deps.quotes.hidden()))[at];
    if (card === undefined) return;
    const verdict = await postCard(deps, { channelId, threadTs }, card);
    if (!verdict.ok && verdict.isCertain && !LASTING.test(verdict.error)) {
      const waitUntil = deps.now() + (verdict.retryAfterMs ?? TRY_AGAIN_MS);
      return void (await change(deps, delivery, { threadBegun: at, fault: verdict.error, waitUntil }));
    }
    if (!verdict.ok && verdict.isCertain) break;
    const notice = verdict.ok ? {} : { notice: 'thread-unknown' as const };
    if (!(await change(deps, delivery, { threadPosted: at + 1, ...notice }))) return;
  }
  await end(deps, delivery, { state: 'done', threadPosted: length, threadBegun: length });
}
