import type { BlockAction, ButtonAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import { decodeQuery } from '#blocks/question.ts';
import { answerQuery } from './answer.ts';
import { audienceOf, deliver, isPrivateMessage } from './deliver.ts';
import type { Deps, RequestContext } from './deps.ts';
import { runInDialog } from './dialog.ts';
import { replyInContext } from './in-place.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';

export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>>;

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
  await deliver(deps, context, () => draw(audienceOf(context)), { replaceOriginal: isPrivateMessage(context) });
}
