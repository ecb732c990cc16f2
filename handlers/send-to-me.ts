import { decodeShareRequest } from '#blocks/question.ts';
import { alreadySentAsDmCard, sentAsDmCard, shareFailedCard, unconfirmedDmCard } from '#blocks/share-cards.ts';
import { answerQuery } from './answer.ts';
import { deliver } from './deliver.ts';
import type { Deps, RequestContext, SendResult } from './deps.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';
import { sendDm } from './send-direct.ts';
import type { ButtonArgs } from './show-button.ts';

/** "Send it to me": the card as a direct message, where pictures can be shown. Once for every card, however often it is pressed. */
export const sendAsDm =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const { userId } = context;
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    const request = decodeShareRequest(action.value);
    if (request === null || userId === null) throw new ActionRejectedError('old-button');
    const key = JSON.stringify([userId, context.channelId, context.message?.ts, request]);
    if (!deps.idempotencyKeys.claim(key)) return deliver(deps, context, () => alreadySentAsDmCard());
    let result: SendResult = { ok: false, error: 'internal', isConfirmed: true };
    try {
      const draw = await answerQuery(deps, request.subject, context);
      result = await sendDm(deps, userId, () => draw({ kind: 'channel', sharedBy: userId, isAlone: true }));
    } finally {
      // Whoever was told that it did not arrive, or perhaps not, may press the same button again.
      if (!result.ok) deps.idempotencyKeys.release(key);
    }
    await replyToSender(deps, context, result);
  };

async function replyToSender(deps: Deps, context: RequestContext, result: SendResult): Promise<void> {
  if (result.ok) return deliver(deps, context, () => sentAsDmCard());
  deps.logger.warn({ slackError: result.error }, 'A card was not sent to the person who asked for it');
  return deliver(deps, context, () => (result.isConfirmed ? shareFailedCard(result.error) : unconfirmedDmCard()));
}
