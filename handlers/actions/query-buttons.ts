import { decodeCorrection, decodeQuery } from '#blocks/kit/button-values.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { postedCard } from '#blocks/sharing/posted-card.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { audienceOf, deliver, isPrivateMessage } from '../reply/deliver.ts';
import { replyInContext, runInDialog } from '../reply/dialogs.ts';
import { parseMenuChoice } from '../reply/requested-query.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext } from '../request-context.ts';
import { answerQuery } from './answer-query.ts';

/**
 * Every button that asks something: details, paging, back, refresh, retry, did-you-mean. A person's own message turns into the
 * answer; a message that all see stays as it is, and the answer comes beside it, for the one who pressed.
 */
export const answerButton =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    await replyInContext(deps, body, (context) => show(deps, action, context));
  };

/** The answer has a dialog of its own, unless it was asked for in one. */
export const answerButtonInDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const isInDialog = context.view?.isHome === false;
    await (isInDialog ? show(deps, action, context) : runInDialog(deps, body, (dialog) => show(deps, action, dialog)));
  };

async function show(deps: Deps, action: ButtonArgs['action'], context: RequestContext): Promise<void> {
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  const query = decodeQuery(action.value);
  if (query === null) throw new ActionRejectedError('old-button');
  const draw = await answerQuery(deps, query, context);
  await deliver(deps, context, (locale) => draw(locale, audienceOf(context)), {
    replaceOriginal: isPrivateMessage(context),
  });
}

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
      await deliver(deps, context, (locale) => draw(locale, audienceOf(context)), { replaceOriginal });
    });
  };

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
      return deliver(deps, context, (locale) => draw(locale, { kind: 'person' }), { replaceOriginal: true });
    if (context.userId !== askedBy) return deliver(deps, context, (locale) => draw(locale, { kind: 'person' }));
    const card = postedCard(draw(ENGLISH, { kind: 'channel', sharedBy: askedBy, isAsked: true }), { by: askedBy });
    await deliver(deps, context, () => card, { replaceOriginal: true });
  };
