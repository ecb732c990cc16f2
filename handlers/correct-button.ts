import { publicCard } from '#blocks/public-card.ts';
import { decodeCorrection } from '#blocks/question.ts';
import { answer } from './answer.ts';
import { deliver, isOwnMessage } from './deliver.ts';
import type { Deps } from './deps.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';

/** "Not meant?": the other reading takes the answer's place; pressed by somebody else, it comes beside it. */
export const correctButton =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    const correction = decodeCorrection(action.value);
    if (correction === null) throw new RefusedPress('old-button');
    const { question, askedBy } = correction;
    const draw = await answer(deps, question, place);
    if (isOwnMessage(place)) return deliver(deps, place, () => draw({ kind: 'person' }), { replaceOriginal: true });
    if (place.userId !== askedBy) return deliver(deps, place, () => draw({ kind: 'person' }));
    const card = publicCard(draw({ kind: 'channel', sharedBy: askedBy, isAsked: true }), { by: askedBy });
    await deliver(deps, place, () => card, { replaceOriginal: true });
  };
