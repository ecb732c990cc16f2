import type { Card } from '#blocks/card.ts';
import { digestHistoryCard, notYoursCard } from '#blocks/digest-setup-card.ts';
import { publishHome } from './app-home/publish-home.ts';
import { deliver, isOwnMessage } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { dateIn } from './digest/due-time.ts';
import type { Subscription } from './digest/types.ts';
import { drawSetup, mayManage } from './digest.ts';
import { inPlace } from './in-place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';

type Work = (deps: Deps, subscription: Subscription, place: Place) => Promise<() => Card>;

/** A button whose value is a digest's id, for those who may change it. */
const managing =
  (work: Work) =>
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await inPlace(deps, body, async (place) => {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      const subscription = await deps.digests.find(action.value ?? '');
      if (subscription === null) throw new RefusedPress('old-button');
      const isAllowed = await mayManage(deps, subscription, place.userId);
      const draw = isAllowed ? await work(deps, subscription, place) : notYoursCard;
      await deliver(deps, place, draw, { replaceOriginal: isOwnMessage(place) });
      // Home, below the dialog, shows how it was.
      if (place.view !== null) await publishHome(deps, place);
    });
  };

/** The card as it is now. */
async function anew(deps: Deps, { id }: Subscription, { userId }: Place, done: string): Promise<() => Card> {
  const subscription = await deps.digests.find(id);
  if (subscription === null) throw new RefusedPress('old-button');
  return drawSetup(deps, subscription, userId, { done });
}

export const pauseDigest = managing(async (deps, subscription, place) => {
  await deps.digests.pause(subscription.id, 'person');
  return anew(deps, subscription, place, 'Paused.');
});

export const resumeDigest = managing(async (deps, subscription, place) => {
  await deps.digests.resume(subscription.id);
  return anew(deps, subscription, place, 'Resumed.');
});

export const forgetDigestVotes = managing(async (deps, subscription, place) => {
  await deps.digests.forgetVotes(subscription.id);
  return anew(deps, subscription, place, 'The votes are forgotten.');
});

/** One a minute, so that a second press does not send a second one. */
export const sendDigestNow = managing(async (deps, subscription, place) => {
  const now = deps.now();
  const key = `now ${new Date(now).toISOString().slice(0, 16)}`;
  const isNew = await deps.digests.send(subscription, key, dateIn(subscription.plan.zone, now));
  deps.digests.hurry();
  return anew(deps, subscription, place, isNew ? 'It is on its way.' : 'It is on its way already.');
});

export const showDigestHistory =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await inPlace(deps, body, async (place) => {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      const subscription = await deps.digests.find(action.value ?? '');
      if (subscription === null) throw new RefusedPress('old-button');
      const deliveries = await deps.digests.history(subscription.id, 10);
      const past = deliveries.map(({ key, ...delivery }) => ({ ...delivery, isByHand: key.startsWith('now ') }));
      await deliver(deps, place, () => digestHistoryCard(subscription.channelId, past));
    });
  };

/** A person has looked: the digest that nobody knew of is not there. */
export const sendDigestAgain =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await inPlace(deps, body, async (place) => {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      const delivery = await deps.digests.delivery(action.value ?? '');
      const subscription = delivery && (await deps.digests.find(delivery.subscriptionId));
      if (delivery === null || subscription === null) throw new RefusedPress('old-button');
      if (!(await mayManage(deps, subscription, place.userId))) return deliver(deps, place, () => notYoursCard());
      const isNew = await deps.digests.send(subscription, `again ${delivery.id}`, delivery.date);
      deps.digests.hurry();
      await deliver(
        deps,
        place,
        await anew(deps, subscription, place, isNew ? 'It is on its way.' : 'It was sent again already.'),
      );
    });
  };
