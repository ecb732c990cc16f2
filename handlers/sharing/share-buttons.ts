import { MAX_SHARE_ATTEMPTS, type ShareRequest } from '@pain-signals/domain';
import {
  alreadyDeletedCard,
  alreadySentAsDmCard,
  alreadySharedCard,
  answerForgottenCard,
  deleteFailedCard,
  deleteNotAllowedCard,
  sentAsDmCard,
  shareFailedCard,
  shareOutcomeCard,
  unconfirmedDmCard,
  unconfirmedShareCard,
} from '#blocks/sharing/share-cards.ts';
import { decodeDeleteOrigin, deleteDialog } from '#blocks/sharing/share-dialog.ts';
import { answerQuery } from '../actions/answer-query.ts';
import { ActionRejectedError } from '../errors.ts';
import { refuseOutsiders, requireReach } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliver, deliverConfirmed, deliverError, openDm } from '../reply/deliver.ts';
import { runInDialog } from '../reply/dialogs.ts';
import type { ButtonArgs, RequestContext, SubmitArgs } from '../request-context.ts';
import type { SendResult } from '../slack-port.ts';
import { describeResult, markTold, postShare, questionBeforeSharing, type ShareResult } from './post-share.ts';

/** "Share in channel" shares a card once, however often it is pressed. */
export async function shareButton(deps: Deps, context: RequestContext): Promise<void> {
  await refuseOutsiders(deps, context);
  if (context.input.share === undefined) throw new ActionRejectedError('old-button');
  await shareHere(deps, context, context.input.share);
}

/** Shares in this channel, or in the one that the request names, and tells the sharer. */
export async function shareHere(deps: Deps, context: RequestContext, request: ShareRequest): Promise<void> {
  const { userId, message, view, triggerId } = context;
  // A command has no message that a second press could be on.
  const occasion = message?.ts ?? (view === null ? triggerId : null);
  const channelId = request.channel ?? context.channelId;
  if (channelId === null || userId === null) return deliver(deps, context, shareFailedCard('channel_not_found'));
  const { thread: threadTs = null, note = null, from = null } = request;
  // Where the app isn't a member, Slack still posts the answer to a command or button.
  const responseUrl = channelId === context.channelId && view === null ? context.responseUrl : null;
  const intent = { request, userId, channelId, threadTs, note, from, responseUrl, occasion };
  await requireReach(deps, context, channelId);
  const question = await questionBeforeSharing(deps, intent);
  if (question !== null) return deliver(deps, context, shareOutcomeCard(question));
  const draw = await answerQuery(deps, request.subject, context);
  const outcome = await postShare(deps, intent, draw({ kind: 'channel', sharedBy: userId, hasNote: Boolean(note) }));
  // The first press reports the outcome.
  if (outcome.is === 'running') return;
  if (channelId === context.channelId && context.view === null && message !== null)
    return replyInChannel(deps, context, outcome, draw);
  // It was typed, or the retry button was in a dialog or in a direct message.
  const text = describeResult(outcome, channelId, context.view === null && channelId === context.channelId);
  if (await deliverConfirmed(deps, context, shareOutcomeCard(text))) await markTold(deps, outcome);
}

type SettledResult = Exclude<ShareResult, { is: 'running' }>;

async function replyInChannel(
  deps: Deps,
  context: RequestContext,
  outcome: SettledResult,
  draw: CardRenderer,
): Promise<void> {
  switch (outcome.is) {
    case 'posted': {
      const replaceOriginal = context.message?.isEphemeral ?? false;
      return deliver(deps, context, draw({ kind: 'person', isShared: true }), { replaceOriginal });
    }
    case 'posted-before':
      return deliver(deps, context, alreadySharedCard());
    case 'unconfirmed': {
      const card = unconfirmedShareCard(context.channelId ?? '', outcome.again);
      if (await deliverConfirmed(deps, context, card)) await markTold(deps, outcome);
      return;
    }
    case 'refused':
      if (await deliverConfirmed(deps, context, shareFailedCard(outcome.error, context.channelId)))
        await markTold(deps, outcome);
  }
}

/** "Send it to me" sends a card as a direct message, where pictures can be shown. Once, however often it is pressed. */
export async function sendAsDm(deps: Deps, context: RequestContext): Promise<void> {
  const { userId, input } = context;
  await refuseOutsiders(deps, context);
  const request = input.share;
  if (request === undefined || userId === null) throw new ActionRejectedError('old-button');
  const opened = await openDm(deps.slack, userId);
  const draw = await answerQuery(deps, request.subject, context);
  const drawn = draw({ kind: 'channel', sharedBy: userId, isAlone: true });
  const occasion = JSON.stringify([context.channelId, context.message?.ts]);
  // Slack takes a person's id for their conversation; where it doesn't, the outbox says so.
  const channelId = opened.ok ? opened.channelId : userId;
  const to = { userId, channelId, threadTs: null, note: null, occasion, isAlone: true };
  const send = (attempt: number) => postShare(deps, { ...to, request: { ...request, attempt } }, drawn);
  let result = await send(1);
  // After an unconfirmed message, the same button works again: the person has looked.
  for (
    let attempt = 2;
    result.is === 'unconfirmed' && result.message === null && attempt <= MAX_SHARE_ATTEMPTS;
    attempt++
  )
    result = await send(attempt);
  await replyToSender(deps, context, result);
}

async function replyToSender(deps: Deps, context: RequestContext, result: ShareResult): Promise<void> {
  switch (result.is) {
    case 'posted':
      return deliver(deps, context, sentAsDmCard());
    case 'posted-before':
    case 'running':
      return deliver(deps, context, alreadySentAsDmCard());
    case 'refused':
      if (await deliverConfirmed(deps, context, shareFailedCard(result.error))) await markTold(deps, result);
      return;
    case 'unconfirmed':
      if (await deliverConfirmed(deps, context, unconfirmedDmCard())) await markTold(deps, result);
  }
}

/** The sharer, and the share's key unless it is an answer in a thread. */
const DELETE_VALUE = /^[UW][A-Z0-9]{1,30}(?: ([0-9a-f]{64}))?$/;

/** "Delete" on a shared card, for its sharer and for admins. */
export const deleteShared = (deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> =>
  deleteCard(deps, context, action.value);

/** "Delete…" in the menu of a shared card asks first. */
export async function openDeleteDialog(deps: Deps, context: RequestContext, { action }: ButtonArgs): Promise<void> {
  const { channelId, threadTs, message, responseUrl } = context;
  if (message === null) throw new ActionRejectedError('old-button');
  const origin = { value: action.block_id, channelId, threadTs, messageTs: message.ts, responseUrl };
  await runInDialog(deps, context, (dialog) => refuseOutsiders(deps, dialog), deleteDialog(origin));
}

export async function submitDeleteDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  await ack();
  const origin = decodeDeleteOrigin(view.private_metadata);
  if (origin === null) throw new ActionRejectedError('old-button');
  const { value, messageTs: ts, ...place } = origin;
  const pressed = { ...context, ...place, message: { ts, isEphemeral: false }, view: null };
  await deleteCard(deps, pressed, value).catch((error: unknown) => deliverError(deps, pressed, error));
}

async function deleteCard(deps: Deps, context: RequestContext, said: string | undefined): Promise<void> {
  await refuseOutsiders(deps, context);
  const [value, named = null] = DELETE_VALUE.exec(said ?? '') ?? [];
  if (value === undefined || context.userId === null) throw new ActionRejectedError('old-button');
  // The value of a button can be forged. Admins can delete what isn't known, such as answers of older versions.
  const { channelId, message, threadTs } = context;
  // What was shared through a response_url is in no thread.
  const key = threadTs === null || threadTs === message?.ts ? named : null;
  const postedBy = channelId && message ? await deps.shares.sharerOf({ channelId, ts: message.ts, key }) : undefined;
  const isAdmin = (await deps.people.find(context.userId))?.isAdmin === true;
  if (postedBy === undefined && !isAdmin && named === null) return deliver(deps, context, answerForgottenCard());
  if (postedBy === null || (postedBy === undefined && !isAdmin)) throw new ActionRejectedError('old-button');
  if (postedBy !== undefined && postedBy !== context.userId && !isAdmin)
    return deliver(deps, context, deleteNotAllowedCard(postedBy));
  const result = await deleteMessage(deps, context, postedBy !== undefined);
  if (result.ok) return forgetShare(deps, context, key);
  if (result.error === 'message_not_found') return deliver(deps, context, alreadyDeletedCard());
  deps.logger.warn({ slackError: result.error }, 'card not deleted');
  await deliver(deps, context, deleteFailedCard());
}

async function forgetShare(
  { shares }: Deps,
  { channelId, message }: RequestContext,
  key: string | null,
): Promise<void> {
  if (channelId !== null && message !== null) await shares.forget({ channelId, ts: message.ts, key });
}

/**
 * A message posted through a response_url can only be deleted through one. That would delete any message it came from, so the app must
 * know this one: in a shared channel it may be another workspace's.
 */
async function deleteMessage(
  { slack }: Deps,
  { channelId, message, responseUrl }: RequestContext,
  isKnown: boolean,
): Promise<SendResult> {
  const refused: SendResult = { ok: false, error: 'message_not_found', isConfirmed: true };
  const result =
    channelId !== null && message !== null ? await slack.deleteMessage({ channelId, ts: message.ts }) : refused;
  return result.ok || responseUrl === null || !isKnown ? result : slack.deleteAtUrl(responseUrl);
}
