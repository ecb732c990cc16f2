import { alreadyDeletedCard, deleteFailedCard, deleteNotAllowedCard } from '#blocks/share-cards.ts';
import { deliver } from './deliver.ts';
import type { Deps, RequestContext, SendResult } from './deps.ts';
import { parseRequestContext } from './place.ts';
import { ActionRejectedError } from './refused-press.ts';
import type { ButtonArgs } from './show-button.ts';

/** Who posted it, and its key among the shares; an answer in a thread is none. */
const DELETE_VALUE = /^([UW][A-Z0-9]{1,30})(?: ([0-9a-f]{64}))?$/;

/** "Delete" on a card that all see: for who posted it through the app, and for admins. */
export const deleteShared =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    const [, postedBy, key = null] = DELETE_VALUE.exec(action.value ?? '') ?? [];
    if (postedBy === undefined || context.userId === null) throw new ActionRejectedError('old-button');
    const isAllowed = context.userId === postedBy || (await deps.people.find(context.userId))?.isAdmin === true;
    if (!isAllowed) return deliver(deps, context, () => deleteNotAllowedCard(postedBy));
    const result = await deleteMessage(deps, context);
    if (result.ok) return forgetShare(deps, context, key);
    if (result.error === 'message_not_found') return deliver(deps, context, () => alreadyDeletedCard());
    deps.logger.warn({ slackError: result.error }, 'A card could not be deleted');
    await deliver(deps, context, () => deleteFailedCard());
  };

async function forgetShare(
  { shares }: Deps,
  { channelId, message }: RequestContext,
  key: string | null,
): Promise<void> {
  if (channelId !== null && message !== null) await shares.forget({ channelId, ts: message.ts, key });
}

/** What was posted by an address can only be deleted by one. */
async function deleteMessage(
  { slack }: Deps,
  { channelId, message, responseUrl }: RequestContext,
): Promise<SendResult> {
  const refused: SendResult = { ok: false, error: 'message_not_found', isConfirmed: true };
  const result =
    channelId !== null && message !== null ? await slack.deleteMessage({ channelId, ts: message.ts }) : refused;
  return result.ok || responseUrl === null ? result : slack.deleteAtUrl(responseUrl);
}
