import { decodeShare, type ShareRequest } from '#blocks/question.ts';
import {
  alreadySharedCard,
  sharedOutsideCard,
  shareInDoubtCard,
  shareOutcomeCard,
  shareRefusedCard,
} from '#blocks/share-cards.ts';
import { answer } from './answer.ts';
import { deliver } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import { type Outcome, shareOnce } from './share-once.ts';
import { isSharedOutside, tellOutcome } from './share-words.ts';
import type { PressArgs } from './show-button.ts';

/** "Share in channel": once for every card, however often and however fast it is pressed. */
export const shareButton =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    const request = decodeShare(action.value);
    if (request === null) throw new RefusedPress('old-button');
    await shareHere(deps, place, request);
  };

async function shareHere(deps: Deps, place: Place, request: ShareRequest): Promise<void> {
  const { userId, message } = place;
  const channelId = request.channel ?? place.channelId;
  if (channelId === null || userId === null) return deliver(deps, place, () => shareRefusedCard('channel_not_found'));
  const draw = await answer(deps, request.subject, place);
  const wish = { request, userId, channelId, threadTs: request.thread ?? null, note: request.note ?? null };
  const outcome = await shareOnce(
    deps,
    { ...wish, occasion: message?.ts ?? null },
    draw({ kind: 'channel', sharedBy: userId }),
  );
  // The other press says what comes of it.
  if (outcome.is === 'running') return;
  if (channelId === place.channelId && place.view === null) return tellHere(deps, place, outcome, draw);
  // The button for one more try stands in a dialog, or in a message to its sharer alone.
  const words = await tellOutcome(deps, outcome, channelId);
  await deliver(deps, place, () => shareOutcomeCard(words));
}

type Settled = Exclude<Outcome, { is: 'running' }>;

async function tellHere(deps: Deps, place: Place, outcome: Settled, draw: Drawing): Promise<void> {
  switch (outcome.is) {
    case 'posted': {
      const replaceOriginal = place.message?.isEphemeral ?? false;
      await deliver(deps, place, () => draw({ kind: 'person', isShared: true }), { replaceOriginal });
      const channelId = place.channelId ?? '';
      if (await isSharedOutside(deps.slack, channelId)) await deliver(deps, place, () => sharedOutsideCard(channelId));
      return;
    }
    case 'posted-before':
      return deliver(deps, place, () => alreadySharedCard());
    case 'in-doubt':
      return deliver(deps, place, () => shareInDoubtCard(place.channelId ?? '', outcome.again));
    case 'refused':
      return deliver(deps, place, () => shareRefusedCard(outcome.error));
  }
}
