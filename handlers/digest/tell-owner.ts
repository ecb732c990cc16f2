import type { Card } from '#blocks/card.ts';
import {
  type DigestNotice,
  digestPausedCard,
  digestSkippedCard,
  unconfirmedDigestCard,
  unconfirmedThreadCard,
} from '#blocks/digest-notices.ts';
import type { Deps } from '../deps.ts';
import { postCard } from '../post-card.ts';
import { sendDm } from '../send-direct.ts';
import type { Delivery, DigestSubscription, OwnerNotice } from './types.ts';

const NOTICE_CARDS: Record<OwnerNotice, (setting: DigestNotice) => Card> = {
  unknown: unconfirmedDigestCard,
  'thread-unknown': unconfirmedThreadCard,
  late: (setting) => digestSkippedCard(setting, 'late'),
  unanswered: (setting) => digestSkippedCard(setting, 'unanswered'),
  paused: digestPausedCard,
};

/** Who last saved it, else who installed the app, else the channel. Null when that is done; else in how many ms to try again. */
export async function notifyOwner(
  deps: Deps,
  { id, ownerId, channelId }: DigestSubscription,
  delivery: Delivery,
): Promise<number | null> {
  const { notice, date, fault } = delivery;
  if (notice === null) return null;
  const draw = () =>
    NOTICE_CARDS[notice]({ channelId, deliveryId: delivery.id, subscriptionId: id, date, errorCode: fault });
  const people = [ownerId, deps.installedBy].filter((userId) => userId !== null);
  for (const tell of [
    ...people.map((userId) => () => sendDm(deps, userId, draw)),
    () => postCard(deps, { channelId }, draw()),
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
