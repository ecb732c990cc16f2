import { z } from 'zod';
import { ACTION } from '#blocks/action-ids.ts';
import { votedCard } from '#blocks/digest-setup-card.ts';
import { sayTopic } from '#blocks/signal-row.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { shownIn } from './digest/choose.ts';
import { weighVotes } from './digest/weights.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';

const Voted = z.object({ deliveryId: z.string().max(100), signalId: z.string().max(200) });

/** "Useful" and "Not for us" below a signal of a digest: anybody of the workspace who reads it may say so. */
export const voteOnDigest =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const { userId } = place;
    if (userId === null || (await deps.isOutsider(place))) throw new RefusedPress('outsider');
    const voted = readVote(action.value);
    const delivery = voted && (await deps.digests.delivery(voted.deliveryId));
    const item = shownIn(delivery?.digest ?? null).find(({ signal }) => signal.id === voted?.signalId);
    if (!delivery || item === undefined) throw new RefusedPress('old-button');
    const { id: signalId, macroArea, painType } = item.signal;
    const isUseful = action.action_id === ACTION.digestUseful;
    await deps.digests.vote(delivery.subscriptionId, { userId, signalId, macroArea, painType, isUseful });
    const weights = weighVotes(await deps.digests.votes(delivery.subscriptionId), deps.now());
    await deliver(deps, place, () => votedCard(sayTopic(item.signal), { isUseful, weight: weights.of(item.signal) }));
  };

function readVote(value: unknown): z.output<typeof Voted> | null {
  try {
    return Voted.safeParse(JSON.parse(String(value))).data ?? null;
  } catch {
    return null;
  }
}
