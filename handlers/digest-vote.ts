import { z } from 'zod';
import { ACTION } from '#blocks/action-ids.ts';
import { votedCard } from '#blocks/digest-setup-card.ts';
import { formatTopic } from '#blocks/signal-row.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { itemsShownIn } from './digest/choose.ts';
import { weighVotes } from './digest/weights.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';

const VoteValue = z.object({ deliveryId: z.string().max(100), signalId: z.string().max(200) });

/** "Useful" and "Not for us" below a signal of a digest: anybody of the workspace who reads it may say so. */
export const voteOnDigest =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const { userId } = context;
    if (userId === null || (await deps.isOutsider(context))) throw new ActionRejectedError('outsider');
    const voted = parseVote(action.value);
    const delivery = voted && (await deps.digests.delivery(voted.deliveryId));
    const item = itemsShownIn(delivery?.digest ?? null).find(({ signal }) => signal.id === voted?.signalId);
    if (!delivery || item === undefined) throw new ActionRejectedError('old-button');
    const { id: signalId, macroArea, painType } = item.signal;
    const isUseful = action.action_id === ACTION.digestUseful;
    await deps.digests.vote(delivery.subscriptionId, { userId, signalId, macroArea, painType, isUseful });
    const weights = weighVotes(await deps.digests.votes(delivery.subscriptionId), deps.now());
    await deliver(deps, context, () =>
      votedCard(formatTopic(item.signal), { isUseful, weight: weights.of(item.signal) }),
    );
  };

function parseVote(value: unknown): z.output<typeof VoteValue> | null {
  try {
    return VoteValue.safeParse(JSON.parse(String(value))).data ?? null;
  } catch {
    return null;
  }
}
