import { decodeFeedback, feedbackThanksCard } from '#blocks/kit/feedback.ts';
import { postedCard } from '#blocks/sharing/share-cards.ts';
import { audienceOf, isPrivateMessage } from '../audience.ts';
import { ActionRejectedError } from '../errors.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver } from '../reply/deliver.ts';
import { replyInContext, runInDialog } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext } from '../request-context.ts';
import { answerQuery } from './answer-query.ts';

/**
 * Every button and menu that holds a query: details, paging, back, refresh, retry, did-you-mean, another chart or order. A private
 * message turns into the answer. A message in a channel stays, and the answer is shown to the person who pressed.
 */
export async function answerButton(deps: Deps, context: RequestContext): Promise<void> {
  if (!context.input.isLink) await replyInContext(deps, context, (target) => showAnswer(deps, target));
}

/** Keeps a message that has more to choose from. */
export async function answerBelow(deps: Deps, context: RequestContext): Promise<void> {
  await replyInContext(deps, context, (target) => showAnswer(deps, target, { keepsOriginal: true }));
}

/** Opens a dialog with the answer, unless the button is in one. */
export async function answerButtonInDialog(deps: Deps, context: RequestContext): Promise<void> {
  const isInDialog = context.view?.isHome === false;
  await (isInDialog ? showAnswer(deps, context) : runInDialog(deps, context, (dialog) => showAnswer(deps, dialog)));
}

async function showAnswer(deps: Deps, context: RequestContext, { keepsOriginal = false } = {}): Promise<void> {
  await refuseOutsiders(deps, context);
  const { query, isMenuChoice = false } = context.input;
  if (query === undefined) throw new ActionRejectedError('old-button');
  const draw = await answerQuery(deps, query, context);
  // "Watch it" in a signal's menu keeps the signal.
  const isWatchMenu = isMenuChoice && query.show === 'watch';
  const replaceOriginal = (await isPrivateMessage(deps, context)) && !isWatchMenu && !keepsOriginal;
  await deliver(deps, context, draw(await audienceOf(deps, context)), { replaceOriginal });
}

/** "Not what you meant?" replaces the answer with the other interpretation; pressed by somebody else, it is shown to them alone. */
export async function correctInterpretation(deps: Deps, context: RequestContext): Promise<void> {
  await refuseOutsiders(deps, context);
  const { correction } = context.input;
  if (correction === undefined) throw new ActionRejectedError('old-button');
  const { question: query } = correction;
  const draw = await answerQuery(deps, query, context);
  if (await isPrivateMessage(deps, context))
    return deliver(deps, context, draw({ kind: 'person' }), { replaceOriginal: true });
  const askedBy = await askerOf(deps, context);
  if (askedBy === null || context.userId !== askedBy) return deliver(deps, context, draw({ kind: 'person' }));
  const card = postedCard(draw({ kind: 'channel', sharedBy: askedBy, isAsked: true }), { by: askedBy });
  await deliver(deps, context, card, { replaceOriginal: true });
}

/** Who asked for an answer in a thread: the value of a button can be forged. Null when it isn't known. */
async function askerOf({ shares }: Deps, { channelId, message }: RequestContext): Promise<string | null> {
  if (channelId === null || message === null) return null;
  return (await shares.sharerOf({ channelId, ts: message.ts, key: null })) ?? null;
}

/** Thumbs up or down below an answer or a brief. The last vote of a person counts. */
export async function giveFeedback(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  await refuseOutsiders(deps, context);
  const given = decodeFeedback(action.value);
  if (given === null || context.userId === null) throw new ActionRejectedError('old-button');
  await deps.feedback.give({ userId: context.userId, ...given });
  await deliver(deps, context, feedbackThanksCard(given));
}
