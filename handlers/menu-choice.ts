import { answerQuery } from './answer.ts';
import { audienceOf, deliver, isPrivateMessage } from './deliver.ts';
import type { Deps } from './deps.ts';
import { replyInContext } from './in-place.ts';
import { parseMenuChoice } from './read-choice.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';

/** A choice in a menu of a signal, chart or list: another span, another chart, another order, refresh. An own message turns into the answer. */
export const answerMenuChoice =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const query = parseMenuChoice(action);
    if (query === 'open') return;
    await replyInContext(deps, body, async (context) => {
      if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
      if (query === null) throw new ActionRejectedError('old-button');
      const draw = await answerQuery(deps, query, context);
      // A watch is told of beside the signal.
      const replaceOriginal = isPrivateMessage(context) && query.show !== 'watch';
      await deliver(deps, context, () => draw(audienceOf(context)), { replaceOriginal });
    });
  };
