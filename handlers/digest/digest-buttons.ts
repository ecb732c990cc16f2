import { decodeJson } from '@pain-signals/contract';
import type { DigestSubscription } from '@pain-signals/domain';
import { dateInZone, weighVotes } from '@pain-signals/domain';
import { z } from 'zod';
import { digestHistoryCard, digestNotAllowedCard, votedCard } from '#blocks/digest/digest-setup-card.ts';
import { ACTION } from '#blocks/kit/action-ids.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import { formatTopic } from '#blocks/kit/signal-text.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { mayManageDigest, refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver, isPrivateMessage } from '../reply/deliver.ts';
import { replyInContext } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext } from '../request-context.ts';
import { itemsShownIn } from './choose-signals.ts';
import { drawDigestSettings } from './show-digest.ts';

/** A button whose value is a digest's id. */
const digestButton =
  (work: (deps: Deps, subscription: DigestSubscription, context: RequestContext) => Promise<void>) =>
  async (deps: Deps, pressed: RequestContext, { action }: ButtonArgs): Promise<void> => {
    await replyInContext(deps, pressed, async (context) => {
      await refuseOutsiders(deps, context);
      const subscription = await deps.digests.find(action.value ?? '');
      if (subscription === null) throw new ActionRejectedError('old-button');
      await work(deps, subscription, context);
    });
  };

type DigestAction = (
  deps: Deps,
  subscription: DigestSubscription,
  context: RequestContext,
) => Promise<(locale: Locale) => Card>;

/** A button for people who may change the digest. */
const managerButton = (change: DigestAction) =>
  digestButton(async (deps, subscription, context) => {
    const isAllowed = await mayManageDigest(deps, subscription, context.userId);
    const draw = isAllowed ? await change(deps, subscription, context) : digestNotAllowedCard;
    await deliver(deps, context, draw, { replaceOriginal: isPrivateMessage(context) });
    // Home is below the dialog and shows the digests too.
    if (context.view !== null) await publishHome(deps, context);
  });

/** The digest's card after a change. */
async function refreshedCard(
  deps: Deps,
  { id }: DigestSubscription,
  { userId }: RequestContext,
  done: string,
): Promise<(locale: Locale) => Card> {
  const subscription = await deps.digests.find(id);
  if (subscription === null) throw new ActionRejectedError('old-button');
  return drawDigestSettings(deps, subscription, userId, { done });
}

export const pauseDigest = managerButton(async (deps, subscription, context) => {
  await deps.digests.pause(subscription.id, 'person');
  return refreshedCard(deps, subscription, context, 'Paused.');
});

export const resumeDigest = managerButton(async (deps, subscription, context) => {
  await deps.digests.resume(subscription.id);
  return refreshedCard(deps, subscription, context, 'Resumed.');
});

export const forgetDigestVotes = managerButton(async (deps, subscription, context) => {
  await deps.digests.forgetVotes(subscription.id);
  return refreshedCard(deps, subscription, context, 'Votes cleared.');
});

/** At most one a minute, so a double press sends one digest. */
export const sendDigestNow = managerButton(async (deps, subscription, context) => {
  const now = deps.now();
  const key = `now ${new Date(now).toISOString().slice(0, 16)}`;
  const isNew = await deps.digests.send(subscription, key, dateInZone(subscription.plan.zone, now));
  deps.digests.wake();
  return refreshedCard(deps, subscription, context, isNew ? 'On its way.' : 'Already on its way.');
});

export const showDigestHistory = digestButton(async (deps, subscription, context) => {
  const deliveries = await deps.digests.history(subscription.id, 10);
  const past = deliveries.map(({ key, ...delivery }) => ({ ...delivery, isByHand: key.startsWith('now ') }));
  await deliver(deps, context, () => digestHistoryCard(subscription.channelId, past));
});

/** "Send it again", below the notice of an unconfirmed digest. */
export async function sendDigestAgain(deps: Deps, pressed: RequestContext, { action }: ButtonArgs): Promise<void> {
  await replyInContext(deps, pressed, async (context) => {
    await refuseOutsiders(deps, context);
    const delivery = await deps.digests.delivery(action.value ?? '');
    const subscription = delivery && (await deps.digests.find(delivery.sourceId));
    if (delivery === null || subscription === null) throw new ActionRejectedError('old-button');
    if (!(await mayManageDigest(deps, subscription, context.userId)))
      return deliver(deps, context, () => digestNotAllowedCard());
    const isNew = await deps.digests.send(subscription, `again ${delivery.id}`, delivery.date);
    deps.digests.wake();
    await deliver(
      deps,
      context,
      await refreshedCard(deps, subscription, context, isNew ? 'On its way.' : 'Already sent again.'),
    );
  });
}

const VoteValue = z.object({ deliveryId: z.string().max(100), signalId: z.string().max(200) });

/** "Useful" and "Not for us" below a signal of a digest, for everybody in the workspace. */
export async function voteOnDigest(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const { userId } = context;
  await refuseOutsiders(deps, context);
  if (userId === null) throw new ActionRejectedError('old-button');
  const voted = decodeJson(VoteValue, action.value ?? '');
  const delivery = voted && (await deps.digests.delivery(voted.deliveryId));
  const item = itemsShownIn(delivery?.digest ?? null).find(({ signal }) => signal.id === voted?.signalId);
  if (!delivery || item === undefined) throw new ActionRejectedError('old-button');
  const { id: signalId, macroArea, painType } = item.signal;
  const isUseful = action.action_id === ACTION.digestUseful;
  await deps.digests.vote(delivery.sourceId, { userId, signalId, macroArea, painType, isUseful });
  const weights = weighVotes(await deps.digests.votes(delivery.sourceId), deps.now());
  await deliver(deps, context, () =>
    votedCard(formatTopic(item.signal), { isUseful, weight: weights.of(item.signal) }),
  );
}
