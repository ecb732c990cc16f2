import { postedCard } from '#blocks/public-card.ts';
import { decodeCorrection } from '#blocks/question.ts';
import { answerQuery } from './answer.ts';
import { deliver, isPrivateMessage } from './deliver.ts';
import type { Deps } from './deps.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';

/** "Not meant?": the other reading takes the answer's place; pressed by somebody else, it comes beside it. */
export const correctInterpretation =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    const correction = decodeCorrection(action.value);
    if (correction === null) throw new ActionRejectedError('old-button');
    const { question: query, askedBy } = correction;
    const draw = await answerQuery(deps, query, context);
    if (isPrivateMessage(context))
      return deliver(deps, context, () => draw({ kind: 'person' }), { replaceOriginal: true });
    if (context.userId !== askedBy) return deliver(deps, context, () => draw({ kind: 'person' }));
    const card = postedCard(draw({ kind: 'channel', sharedBy: askedBy, isAsked: true }), { by: askedBy });
    await deliver(deps, context, () => card, { replaceOriginal: true });
  };
