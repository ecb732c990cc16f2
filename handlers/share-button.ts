import type { Card } from '#blocks/card.ts';
import { publicCard } from '#blocks/public-card.ts';
import { decodeShare, encodeShare, type ShareRequest, withoutBack } from '#blocks/question.ts';
import { alreadySharedCard, shareInDoubtCard, shareRefusedCard } from '#blocks/share-cards.ts';
import { answer } from './answer.ts';
import { deliver } from './deliver.ts';
import type { Deps, Place, PostVerdict, Verdict } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { placeOf } from './place.ts';
import { postCard } from './post-card.ts';
import { RefusedPress } from './refused-press.ts';
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
    await shareOnce(deps, place, request);
  };

async function shareOnce(deps: Deps, place: Place, request: ShareRequest): Promise<void> {
  const { channelId, userId } = place;
  const draw = await answer(deps, request.subject, place);
  const again = encodeShare({ ...request, attempt: request.attempt + 1 }) ?? '';
  if (channelId === null || userId === null) {
    const verdict: Verdict = { ok: false, error: 'channel_not_found', isCertain: true };
    return tellSharer(deps, place, { again, verdict, draw });
  }
  const card = publicCard(draw({ kind: 'channel', sharedBy: userId }), { by: userId });
  const key = keyOf(place, request);
  const claim = await deps.shares.claim({ key, userId, channelId, title: titleOf(card), again });
  if (claim === 'done') return deliver(deps, place, alreadySharedCard());
  if (claim === 'unknown') return deliver(deps, place, shareInDoubtCard(again));
  if (claim === 'running') return;
  const verdict = await postCard(deps, { channelId, threadTs: request.thread ?? null }, card);
  await settleShare(deps, key, verdict);
  await tellSharer(deps, place, { again, verdict, draw });
}

/** Only what Slack certainly refused may be tried again by the same button. */
export async function settleShare({ shares, slack }: Deps, key: string, verdict: PostVerdict): Promise<void> {
  if (!verdict.ok) return verdict.isCertain ? shares.release(key) : shares.doubt(key);
  // At once, since a process can die while it asks for the link.
  await shares.confirm(key, { ...verdict, link: null });
  await shares.confirm(key, { ...verdict, link: await slack.linkTo(verdict) });
}

const TITLE_LENGTH = 150;

export const titleOf = ({ text }: Card): string => text.slice(0, TITLE_LENGTH);

interface Outcome {
  again: string;
  verdict: Verdict;
  draw: Drawing;
}

async function tellSharer(deps: Deps, place: Place, { again, verdict, draw }: Outcome): Promise<void> {
  if (verdict.ok) {
    const replaceOriginal = place.message?.isEphemeral ?? false;
    return deliver(deps, place, draw({ kind: 'person', isShared: true }), { replaceOriginal });
  }
  deps.logger.warn({ slackError: verdict.error, isCertain: verdict.isCertain }, 'A card was not shared');
  await deliver(deps, place, verdict.isCertain ? shareRefusedCard(verdict.error) : shareInDoubtCard(again));
}

/** One card in one place; the way back to its list does not make it another card. */
function keyOf({ channelId, message, userId }: Place, { subject, attempt, thread }: ShareRequest): string {
  return JSON.stringify([channelId, message?.ts, userId, withoutBack(subject), attempt, thread]);
}
