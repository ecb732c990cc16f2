import type { Card } from '#blocks/card.ts';
import { digestHistoryCard, digestNotAllowedCard } from '#blocks/digest-setup-card.ts';
import { publishHome } from './app-home/publish-home.ts';
import { deliver, isPrivateMessage } from './deliver.ts';
import type { Deps, RequestContext } from './deps.ts';
import { dateInZone } from './digest/due-time.ts';
import type { DigestSubscription } from './digest/types.ts';
import { drawDigestSettings, mayManageDigest } from './digest.ts';
import { replyInContext } from './in-place.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';

type DigestAction = (deps: Deps, subscription: DigestSubscription, place: RequestContext) => Promise<() => Card>;

/** A button whose value is a digest's id, for those who may change it. */
const managerButton =
  (work: DigestAction) =>
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await replyInContext(deps, body, async (context) => {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      const subscription = await deps.digests.find(action.value ?? '');
      if (subscription === null) throw new ActionRejectedError('old-button');
      const isAllowed = await mayManageDigest(deps, subscription, context.userId);
      const draw = isAllowed ? await work(deps, subscription, context) : digestNotAllowedCard;
      await deliver(deps, context, draw, { replaceOriginal: isPrivateMessage(context) });
      // Home, below the dialog, shows how it was.
      if (context.view !== null) await publishHome(deps, context);
    });
  };

/** The card as it is now. */
async function refreshedCard(
  deps: Deps,
  { id }: DigestSubscription,
  { userId }: RequestContext,
  done: string,
): Promise<() => Card> {
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
  return refreshedCard(deps, subscription, context, 'The votes are forgotten.');
});

/** One a minute, so that a second press does not send a second one. */
export const sendDigestNow = managerButton(async (deps, subscription, context) => {
  const now = deps.now();
  const key = `now ${new Date(now).toISOString().slice(0, 16)}`;
  const isNew = await deps.digests.send(subscription, key, dateInZone(subscription.plan.zone, now));
  deps.digests.wake();
  return refreshedCard(deps, subscription, context, isNew ? 'It is on its way.' : 'It is on its way already.');
});

export const showDigestHistory =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await replyInContext(deps, body, async (context) => {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      const subscription = await deps.digests.find(action.value ?? '');
      if (subscription === null) throw new ActionRejectedError('old-button');
      const deliveries = await deps.digests.history(subscription.id, 10);
      const past = deliveries.map(({ key, ...delivery }) => ({ ...delivery, isByHand: key.startsWith('now ') }));
      await deliver(deps, context, () => digestHistoryCard(subscription.channelId, past));
    });
  };

/** A person has looked: the digest that nobody knew of is not there. */
export const sendDigestAgain =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await replyInContext(deps, body, async (context) => {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      const delivery = await deps.digests.delivery(action.value ?? '');
      const subscription = delivery && (await deps.digests.find(delivery.subscriptionId));
      if (delivery === null || subscription === null) throw new ActionRejectedError('old-button');
      if (!(await mayManageDigest(deps, subscription, context.userId)))
        return deliver(deps, context, () => digestNotAllowedCard());
      const isNew = await deps.digests.send(subscription, `again ${delivery.id}`, delivery.date);
      deps.digests.wake();
      await deliver(
        deps,
        context,
        await refreshedCard(deps, subscription, context, isNew ? 'It is on its way.' : 'It was sent again already.'),
      );
    });
  };
