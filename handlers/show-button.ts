import type { BlockAction, ButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import { decodeQuestion } from '#blocks/question.ts';
import { answer } from './answer.ts';
import { audienceAt, deliver, isOwnMessage } from './deliver.ts';
import type { Deps, Place } from './deps.ts';
import { inDialog } from './dialog.ts';
import { inPlace } from './in-place.ts';
import { placeOf } from './place.ts';
import { RefusedPress } from './refused-press.ts';

export type PressArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>>;

/**
 * Every button that asks something: details, paging, back, refresh, retry, did-you-mean. A person's own message turns into the
 * answer; a message that all see stays as it is, and the answer comes beside it, for the one who pressed.
 */
export const showButton =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    await inPlace(deps, body, (place) => show(deps, action, place));
  };

/** The answer has a dialog of its own, unless it was asked for in one. */
export const dialogShowButton =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const isInDialog = place.view?.isHome === false;
    await (isInDialog ? show(deps, action, place) : inDialog(deps, body, (dialog) => show(deps, action, dialog)));
  };

async function show(deps: Deps, action: PressArgs['action'], place: Place): Promise<void> {
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  const question = decodeQuestion(action.value);
  if (question === null) throw new RefusedPress('old-button');
  const draw = await answer(deps, question, place);
  await deliver(deps, place, () => draw(audienceAt(place)), { replaceOriginal: isOwnMessage(place) });
}
