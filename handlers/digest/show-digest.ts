import { type BeginChange, decodeJson } from '@pain-signals/contract';
import {
  type DigestQuery,
  type DigestSubscription,
  dateInZone,
  isQuietWeek,
  VOTE_FADE_MS,
  weighVotes,
} from '@pain-signals/domain';
import { z } from 'zod';
import { sharedNotSentCard, stillSharedCard } from '#blocks/digest/digest-notices.ts';
import {
  type DigestStatus,
  deliveryProblem,
  digestHistoryCard,
  digestListCard,
  digestNotAllowedCard,
  digestRemovedCard,
  digestSetupCard,
  noDigestToChangeCard,
  votedCard,
} from '#blocks/digest/digest-setup-card.ts';
import { ACTION, decodeResume } from '#blocks/kit/buttons.ts';
import type { Card } from '#blocks/kit/card.ts';
import { isPrivateMessage } from '../audience.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { mayManageDigest, maySetUpChannelPosts, refuseOutsiders, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import { optional } from '../reply/service-responses.ts';
import type { ButtonArgs, RequestContext, Requester } from '../request-context.ts';
import type { ChannelAnswer, ChannelInfo } from '../slack-port.ts';
import { itemsShownIn } from './choose-signals.ts';
import { composeForSubscription, isByHand } from './deliver-digest.ts';

/** `/pain digest`: the channel's digest and its settings. */
export async function showDigest(
  deps: Deps,
  query: DigestQuery,
  requester: Requester,
  begin: BeginChange,
): Promise<CardRenderer> {
  const card = await answerDigest(deps, query, requester, begin);
  return () => card;
}

async function answerDigest(deps: Deps, query: DigestQuery, requester: Requester, begin: BeginChange): Promise<Card> {
  const { userId, userTeamId = null } = requester;
  await refuseOutsiders(deps, { userId, userTeamId });
  const wanted = query.channelId ?? requester.channelId;
  const channelId = wanted !== null && /^[CG]/.test(wanted) ? wanted : null;
  const subscription = channelId === null ? null : await deps.digests.ofChannel(channelId);
  if (subscription !== null) {
    await requireReader(deps, subscription, requester);
    return query.change === undefined
      ? drawDigestSettings(deps, subscription, userId)
      : changeDigest(deps, subscription, userId, { change: query.change, begin });
  }
  const mayChange = await maySetUpChannelPosts(deps, { userId, userTeamId });
  if (channelId === null) {
    const own = await listChangeable(deps, userId, query.change);
    const title = query.change === undefined ? 'Your weekly digests' : 'Which digest?';
    if (own.length > 0) return digestListCard(own, { title, maySetUp: mayChange && query.change === undefined });
    if (query.change !== undefined) return noDigestToChangeCard(query.change);
  }
  return digestSetupCard({ channelId, subscription, weights: [], mayChange });
}

/** In a direct message: the digests that this person may change, or those of them to pause or resume. */
async function listChangeable(
  deps: Deps,
  userId: string | null,
  change: DigestQuery['change'],
): Promise<DigestSubscription[]> {
  const wanted = (await deps.digests.list()).filter(
    ({ pausedBecause }) =>
      change === undefined || (pausedBecause !== 'unreadable' && (pausedBecause !== null) === (change === 'resume')),
  );
  const allowed = await Promise.all(wanted.map((each) => mayManageDigest(deps, each, userId)));
  return wanted.filter((_, at) => allowed[at]);
}

/** Pauses or resumes the digest, for people who may manage it. */
async function changeDigest(
  deps: Deps,
  subscription: DigestSubscription,
  userId: string | null,
  { change, begin }: { change: 'pause' | 'resume'; begin: BeginChange },
): Promise<Card> {
  if (!(await mayManageDigest(deps, subscription, userId)))
    return drawDigestSettings(deps, subscription, userId, { done: 'Not changed.' });
  const { id, channelId, pausedBecause } = subscription;
  const isPause = change === 'pause';
  if (pausedBecause === 'unreadable') return drawDigestSettings(deps, subscription, userId, { done: 'Not changed.' });
  if (isPause === (pausedBecause !== null)) {
    return drawDigestSettings(deps, subscription, userId, {
      done: isPause ? 'Already paused.' : 'This digest isn’t paused.',
    });
  }
  if (!isPause && pausedBecause === 'shared') return stillSharedCard(subscription);
  begin();
  if (!isPause) return resume(deps, subscription, userId, false);
  await deps.digests.pause(id, 'person');
  const changed = (await deps.digests.ofChannel(channelId)) ?? subscription;
  return drawDigestSettings(deps, changed, userId, { done: 'Paused.' });
}

/** Asks first where another organization reads the channel, unless this person has `isAgreed` to that. */
async function resume(
  deps: Deps,
  { id, pausedBecause: was }: DigestSubscription,
  userId: string | null,
  isAgreed: boolean,
): Promise<Card> {
  await deps.digests.resume(id, isAgreed);
  const now = await deps.digests.find(id);
  if (now === null) throw new ActionRejectedError('old-button');
  return now.pausedBecause === 'shared'
    ? stillSharedCard(now)
    : drawDigestSettings(deps, now, userId, { done: was === null ? 'Saved.' : 'Resumed.' });
}

/** The card of one channel's digest. `done` names the change just made. */
export async function drawDigestSettings(
  deps: Deps,
  subscription: DigestSubscription,
  userId: string | null,
  change: Pick<DigestStatus, 'done'> = {},
): Promise<Card> {
  const { id, channelId } = subscription;
  const [votes, posted, mayChange, channel] = await Promise.all([
    deps.digests.votes(id),
    deps.digests.posted(id, deps.now() - VOTE_FADE_MS),
    mayManageDigest(deps, subscription, userId),
    deps.slack.askChannel(channelId),
  ]);
  const topics = new Map(
    posted.flatMap(({ digest }) => itemsShownIn(digest)).map(({ signal }) => [signal.id, signal.topic]),
  );
  const { entries: weights } = weighVotes(votes, deps.now());
  const problem = deliveryProblem(channel);
  return digestSetupCard({ channelId, subscription, weights, topics, mayChange, problem, ...change });
}

/** For who may change the digest, and for who can read its channel. */
export async function requireReader(deps: Deps, subscription: DigestSubscription, reader: Requester): Promise<void> {
  if (subscription.channelId === reader.channelId) return;
  if (await mayManageDigest(deps, subscription, reader.userId)) return;
  await requireReach(deps, reader, subscription.channelId, { reads: true });
}

/** A button whose value is a digest's id, of Resume with what pressing it agrees to. */
const digestButton =
  (work: (...args: Parameters<DigestAction>) => Promise<void>) =>
  async (deps: Deps, pressed: RequestContext, { action }: ButtonArgs): Promise<void> => {
    await replyInContext(deps, pressed, async (context) => {
      await refuseOutsiders(deps, context);
      const { id, agreedTo } = decodeResume(action.value);
      const subscription = await deps.digests.find(id ?? '');
      if (subscription === null) throw new ActionRejectedError('old-button');
      await work(deps, subscription, context, agreedTo === subscription.channelId);
    });
  };

type DigestAction = (
  deps: Deps,
  subscription: DigestSubscription,
  context: RequestContext,
  isAgreed: boolean,
) => Promise<Card>;

/** A button for people who may change the digest. */
const managerButton = (change: DigestAction, { mayBeUnreadable = false } = {}) =>
  digestButton(async (deps, subscription, context, isAgreed) => {
    const isAllowed = await mayManageDigest(deps, subscription, context.userId);
    const isReadable = mayBeUnreadable || subscription.pausedBecause !== 'unreadable';
    const card = !isAllowed
      ? digestNotAllowedCard()
      : isReadable
        ? await change(deps, subscription, context, isAgreed)
        : await refreshedCard(deps, subscription, context, 'Not changed.');
    await deliver(deps, context, card, { replaceOriginal: await isPrivateMessage(deps, context) });
    // Home is below the dialog and shows the digests too.
    if (context.view !== null) await publishHome(deps, context);
  });

async function refreshedCard(
  deps: Deps,
  { id }: DigestSubscription,
  { userId }: RequestContext,
  done: string,
): Promise<Card> {
  const subscription = await deps.digests.find(id);
  if (subscription === null) throw new ActionRejectedError('old-button');
  return drawDigestSettings(deps, subscription, userId, { done });
}

export const pauseDigest = managerButton(async (deps, subscription, context) => {
  await deps.digests.pause(subscription.id, 'person');
  return refreshedCard(deps, subscription, context, 'Paused.');
});

export const resumeDigest = managerButton((deps, subscription, { userId }, isAgreed) =>
  resume(deps, subscription, userId, isAgreed),
);

export const forgetDigestVotes = managerButton(async (deps, subscription, context) => {
  await deps.digests.forgetVotes(subscription.id);
  return refreshedCard(deps, subscription, context, 'Votes cleared.');
});

export const removeDigest = managerButton(
  async (deps, subscription, context) => {
    const isRemoved = await deps.digests.remove(subscription.id);
    return isRemoved
      ? digestRemovedCard(subscription.channelId)
      : refreshedCard(deps, subscription, context, 'Not removed: a digest is being posted. Try again in a minute.');
  },
  { mayBeUnreadable: true },
);

/** Never says that it arrived: Slack hasn’t confirmed anything yet, and a quiet week may be posted as nothing. */
const requested = ({ channelId, plan }: DigestSubscription, channel: ChannelAnswer) =>
  plan.quietWeeks === 'silent'
    ? `Sending now, unless this week is quiet. History has the result.`
    : isUnknown(channel)
      ? `Sending now, if the app can post in <#${channelId}>. History has the result.`
      : `Sending now. It’ll appear in <#${channelId}> shortly. History has the result.`;

/** Of a channel that Slack doesn’t describe, which may be for a missing permission, nobody knows it before. */
const isUnknown = (channel: ChannelAnswer): channel is Exclude<ChannelAnswer, ChannelInfo> =>
  channel === null || 'error' in channel;
const isRefused = (channel: ChannelAnswer) => !isUnknown(channel) && deliveryProblem(channel) !== null;

/** Another organization reads the channel by now, and nobody has agreed to that. */
const isHeldBack = ({ pausedBecause, mayReachOthers }: DigestSubscription, channel: ChannelAnswer) =>
  pausedBecause === 'shared' || (!isUnknown(channel) && channel.isShared && !mayReachOthers);

/** Whether nothing would be posted; null when that isn't known in time. */
async function isSilentNow(deps: Deps, subscription: DigestSubscription, date: string): Promise<boolean | null> {
  if (subscription.plan.quietWeeks !== 'silent') return false;
  const composing = composeForSubscription(deps, subscription, date).then(({ digest }) => isQuietWeek(digest));
  return optional(deps, composing);
}

/** At most one a minute, so a double press sends one digest. */
export const sendDigestNow = managerButton(async (deps, subscription, context) => {
  const channel = await deps.slack.askChannel(subscription.channelId);
  if (isHeldBack(subscription, channel)) return sharedNotSentCard(subscription);
  if (isRefused(channel)) return refreshedCard(deps, subscription, context, 'Not sent.');
  const now = deps.now();
  const date = dateInZone(subscription.plan.zone, now);
  if (await isSilentNow(deps, subscription, date))
    return refreshedCard(
      deps,
      subscription,
      context,
      'Not sent: this is a quiet week, and this digest posts nothing then.',
    );
  const key = `now ${new Date(now).toISOString().slice(0, 16)}`;
  const isNew = await deps.digests.send(subscription, key, date);
  deps.digests.wake();
  const done = isNew ? requested(subscription, channel) : 'Already requested this minute. Try again in a minute.';
  return refreshedCard(deps, subscription, context, done);
});

export const showDigestHistory = digestButton(async (deps, subscription, context) => {
  await requireReader(deps, subscription, context);
  const deliveries = await deps.digests.history(subscription.id, 10);
  const past = deliveries.map((delivery) => ({ ...delivery, isByHand: isByHand(delivery) }));
  await deliver(deps, context, digestHistoryCard(subscription.channelId, past));
});

/** "Send it again", below the notice of an unconfirmed digest. */
export async function sendDigestAgain(deps: Deps, pressed: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, pressed, async (context) => {
    await refuseOutsiders(deps, context);
    const delivery = await deps.digests.delivery(action.value ?? '');
    const subscription = delivery && (await deps.digests.find(delivery.sourceId));
    if (delivery === null || subscription === null) throw new ActionRejectedError('old-button');
    if (!(await mayManageDigest(deps, subscription, context.userId)))
      return deliver(deps, context, digestNotAllowedCard());
    const channel = await deps.slack.askChannel(subscription.channelId);
    if (isHeldBack(subscription, channel)) return deliver(deps, context, sharedNotSentCard(subscription));
    const isHeld = isRefused(channel);
    const isNew = !isHeld && (await deps.digests.send(subscription, `again ${delivery.id}`, delivery.date));
    deps.digests.wake();
    const done = isNew ? requested(subscription, channel) : isHeld ? 'Not sent.' : 'Already sent again.';
    await deliver(deps, context, await refreshedCard(deps, subscription, context, done));
  });
}

const VoteValue = z.object({
  deliveryId: z.string().max(100),
  signalId: z.string().max(200),
  /** In digests before 0.2 the button alone says it. */
  isUseful: z.boolean().optional(),
});

/** "Useful" and "Not for us" below a signal of a digest, for everybody in the workspace. */
export async function voteOnDigest(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const { userId } = context;
  await refuseOutsiders(deps, context);
  if (userId === null) throw new ActionRejectedError('old-button');
  const voted = decodeJson(VoteValue, action.value ?? '');
  const delivery = voted && (await deps.digests.delivery(voted.deliveryId));
  const item = itemsShownIn(delivery?.digest ?? null).find(({ signal }) => signal.id === voted?.signalId);
  if (!voted || !delivery || item === undefined) throw new ActionRejectedError('old-button');
  const { id: signalId, macroArea, painType } = item.signal;
  const { isUseful = action.action_id === ACTION.digestUseful } = voted;
  await deps.digests.vote(delivery.sourceId, { userId, signalId, macroArea, painType, isUseful });
  const weights = weighVotes(await deps.digests.votes(delivery.sourceId), deps.now());
  await deliver(deps, context, votedCard(item.signal, { isUseful, weight: weights.of(item.signal) }));
}
