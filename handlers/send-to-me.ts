import { decodeShare } from '#blocks/question.ts';
import { alreadySentCard, sentPerhapsCard, sentToYouCard, shareRefusedCard } from '#blocks/share-cards.ts';
import { answer } from './answer.ts';
import { deliver } from './deliver.ts';
import type { Deps, Place, Verdict } from './deps.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import { sendDirect } from './send-direct.ts';
import type { PressArgs } from './show-button.ts';

/** "Send it to me": the card as a direct message, where pictures can be shown. Once for every card, however often it is pressed. */
export const sendToMe =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const { userId } = place;
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    const request = decodeShare(action.value);
    if (request === null || userId === null) throw new RefusedPress('old-button');
    const key = JSON.stringify([userId, place.channelId, place.message?.ts, request]);
    if (!deps.sent.claim(key)) return deliver(deps, place, () => alreadySentCard());
    let verdict: Verdict = { ok: false, error: 'internal', isCertain: true };
    try {
      const draw = await answer(deps, request.subject, place);
      verdict = await sendDirect(deps, userId, () => draw({ kind: 'channel', sharedBy: userId, isAlone: true }));
    } finally {
      // Whoever was told that it did not arrive, or perhaps not, may press the same button again.
      if (!verdict.ok) deps.sent.release(key);
    }
    await tellSender(deps, place, verdict);
  };

async function tellSender(deps: Deps, place: Place, verdict: Verdict): Promise<void> {
  if (verdict.ok) return deliver(deps, place, () => sentToYouCard());
  deps.logger.warn({ slackError: verdict.error }, 'A card was not sent to the person who asked for it');
  return deliver(deps, place, () => (verdict.isCertain ? shareRefusedCard(verdict.error) : sentPerhapsCard()));
}
