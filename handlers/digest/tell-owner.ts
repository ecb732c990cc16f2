import type { Card } from '#blocks/card.ts';
import {
  digestPausedCard,
  digestSkippedCard,
  digestUnknownCard,
  type NoticeSetting,
  threadUnknownCard,
} from '#blocks/digest-notices.ts';
import type { Deps } from '../deps.ts';
import { postCard } from '../post-card.ts';
import { sendDirect } from '../send-direct.ts';
import type { Delivery, Notice, Subscription } from './types.ts';

const CARDS: Record<Notice, (setting: NoticeSetting) => Card> = {
  unknown: digestUnknownCard,
  'thread-unknown': threadUnknownCard,
  late: (setting) => digestSkippedCard(setting, 'late'),
  unanswered: (setting) => digestSkippedCard(setting, 'unanswered'),
  paused: digestPausedCard,
};

/** Who last saved it, else who installed the app, else the channel. Null when that is done; else in how many ms to try again. */
export async function tellOwner(
  deps: Deps,
  { id, ownerId, channelId }: Subscription,
  delivery: Delivery,
): Promise<number | null> {
  const { notice, date, fault } = delivery;
  if (notice === null) return null;
  const draw = () => CARDS[notice]({ channelId, deliveryId: delivery.id, subscriptionId: id, date, fault });
  const people = [ownerId, deps.installedBy].filter((userId) => userId !== null);
  for (const tell of [
    ...people.map((userId) => () => sendDirect(deps, userId, draw)),
    () => postCard(deps, { channelId }, draw()),
  ]) {
    const verdict = await tell();
    // What may have arrived is not said a second time elsewhere.
    if (verdict.ok || !verdict.isCertain) return null;
    // Somebody who is told much at once is still the one to be told.
    if (verdict.retryAfterMs !== undefined) return verdict.retryAfterMs;
  }
  deps.logger.error({ delivery: delivery.id, notice }, 'Nobody could be told of a digest');
  return null;
}
