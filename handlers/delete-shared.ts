import { deletedBeforeCard, notDeletedCard, notYoursToDeleteCard } from '#blocks/share-cards.ts';
import { deliver } from './deliver.ts';
import type { Deps, Place, Verdict } from './deps.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';

/** Who posted it, and its key among the shares; an answer in a thread is none. */
const VALUE = /^([UW][A-Z0-9]{1,30})(?: ([0-9a-f]{64}))?$/;

/** "Delete" on a card that all see: for who posted it through the app, and for admins. */
export const deleteShared =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    const [, postedBy, key = null] = VALUE.exec(action.value ?? '') ?? [];
    if (postedBy === undefined || place.userId === null) throw new RefusedPress('old-button');
    const isAllowed = place.userId === postedBy || (await deps.people.find(place.userId))?.isAdmin === true;
    if (!isAllowed) return deliver(deps, place, () => notYoursToDeleteCard(postedBy));
    const verdict = await remove(deps, place);
    if (verdict.ok) return forget(deps, place, key);
    if (verdict.error === 'message_not_found') return deliver(deps, place, () => deletedBeforeCard());
    deps.logger.warn({ slackError: verdict.error }, 'A card could not be deleted');
    await deliver(deps, place, () => notDeletedCard());
  };

async function forget({ shares }: Deps, { channelId, message }: Place, key: string | null): Promise<void> {
  if (channelId !== null && message !== null) await shares.forget({ channelId, ts: message.ts, key });
}

/** What was posted by an address can only be deleted by one. */
async function remove({ slack }: Deps, { channelId, message, responseUrl }: Place): Promise<Verdict> {
  const refused: Verdict = { ok: false, error: 'message_not_found', isCertain: true };
  const verdict =
    channelId !== null && message !== null ? await slack.deleteMessage({ channelId, ts: message.ts }) : refused;
  return verdict.ok || responseUrl === null ? verdict : slack.deleteByUrl(responseUrl);
}
