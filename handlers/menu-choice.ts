import { answer } from './answer.ts';
import { audienceAt, deliver, isOwnMessage } from './deliver.ts';
import type { Deps } from './deps.ts';
import { inPlace } from './in-place.ts';
import { readChoice } from './read-choice.ts';
import { RefusedPress } from './refused-press.ts';
import type { PressArgs } from './show-button.ts';

/** A choice in a menu of a signal, chart or list: another span, another chart, another order, refresh. An own message turns into the answer. */
export const menuChoice =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const question = readChoice(action);
    if (question === 'open') return;
    await inPlace(deps, body, async (place) => {
      if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
      if (question === null) throw new RefusedPress('old-button');
      const draw = await answer(deps, question, place);
      // A watch is told of beside the signal.
      const replaceOriginal = isOwnMessage(place) && question.show !== 'watch';
      await deliver(deps, place, () => draw(audienceAt(place)), { replaceOriginal });
    });
  };
