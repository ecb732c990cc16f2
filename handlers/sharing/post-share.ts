import { createHash } from 'node:crypto';
import { MAX_SHARE_ATTEMPTS, rememberQuery, type ShareRequest, type ShownPage } from '@pain-signals/domain';
import { encodeShareRequest, withoutBackQuery } from '#blocks/kit/buttons.ts';
import { type Card, cardTitle } from '#blocks/kit/card.ts';
import {
  alreadySharedOutcome,
  externalChannelOutcome,
  postedCard,
  type ShareOutcome,
  sharedOutcome,
  shareFailedCard,
  shareFailedOutcome,
  shareOutcomeCard,
  shareRunningOutcome,
  unconfirmedDmCard,
  unconfirmedShareCard,
  unconfirmedShareOutcome,
} from '#blocks/sharing/share-cards.ts';
import { answerQuery } from '../actions/answer-query.ts';
import type { ShareIntent, ShareMessage } from '../outbox-port.ts';
import { isExternallyShared } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { IllustratedCard } from '../reply/card-renderer.ts';
import { sendWithFallback } from '../reply/deliver.ts';
import { NOTIFY_DELAY_MS, notifyOwner, sendIfReachable } from '../reply/notify-owner.ts';
import { postCard, sendDm } from '../reply/post-card.ts';
import { recoverAnswer } from '../reply/recover-answer.ts';
import { optional } from '../reply/service-responses.ts';
import { parseRequest } from '../request-context.ts';
import { type Message, NOT_CLAIMED, type PostResult } from '../slack-port.ts';

/**
 * `again` is the value of the button that shares the card again; empty when it doesn't fit into one. With a `message` of this call's
 * own, pass the result to `markTold` once the sharer is told.
 */
export type ShareResult =
  | { is: 'posted'; link: string | null }
  | { is: 'running' }
  | { is: 'posted-before'; again: string }
  | { is: 'unconfirmed'; again: string; message: ShareMessage | null }
  | { is: 'refused'; error: string; message: ShareMessage };

/** Posts a card for everybody, with credit: once for every intent, however often and by however many processes it is asked for. */
export async function postShare(deps: Deps, intent: ShareIntent, drawn: IllustratedCard): Promise<ShareResult> {
  const { userId: ownerId, channelId } = intent;
  const key = idempotencyKeyOf(intent);
  const again = encodeRetry(intent);
  const card = cardOf(intent, drawn);
  const { responseUrl: _, ...stored } = intent;
  const sourceId = intent.isAlone ? 'dm' : '';
  const title = cardTitle(card);
  const share = { kind: 'share', key, sourceId, ownerId, channelId, title, again, intent: stored } as const;
  const claimed = await deps.outbox.begin<ShareMessage>(share);
  if (typeof claimed === 'object') {
    await deps.noteKept();
    return postClaimed(deps, claimed, intent, card);
  }
  if (claimed === 'confirmed') return { is: 'posted-before', again };
  return claimed === 'unconfirmed' || claimed === 'told'
    ? { is: 'unconfirmed', again, message: null }
    : { is: 'running' };
}

const cardOf = (intent: ShareIntent, drawn: IllustratedCard): IllustratedCard =>
  intent.isAlone
    ? drawn
    : postedCard(drawn, {
        by: intent.userId,
        note: intent.note,
        from: intent.from ?? null,
        shareKey: idempotencyKeyOf(intent),
      });

async function postClaimed(
  deps: Deps,
  message: ShareMessage,
  intent: ShareIntent,
  card: IllustratedCard,
): Promise<ShareResult> {
  const { outbox, logger, now, slack } = deps;
  const { list } = card;
  const posted = await post(deps, intent, card, () =>
    outbox.change(message, { state: 'posting', ...(list && { list }) }),
  );
  if (posted.ok) {
    const { channelId, ts } = posted;
    // Written before the link is asked for, since a process can die in between.
    await outbox.change(message, { state: 'confirmed', channelId, ts, freeAt: null });
    if (intent.threadTs !== null) await optional(deps, rememberInThread(deps, intent, list));
    const link = ts === null ? null : await slack.permalink({ channelId, ts });
    if (link !== null) await optional(deps, outbox.change(message, { link, freeAt: null }));
    return { is: 'posted', link };
  }
  const { error, isConfirmed } = posted;
  // The process that has it by now says what becomes of it.
  if (error === NOT_CLAIMED.error) return { is: 'running' };
  logger.warn({ slackError: error, isConfirmed }, 'share not posted');
  const freeAt = now() + NOTIFY_DELAY_MS;
  await outbox.change(message, { state: isConfirmed ? 'refused' : 'unconfirmed', error, freeAt });
  return isConfirmed ? { is: 'refused', error, message } : { is: 'unconfirmed', again: message.again, message };
}

/** What was shared in a thread is what the thread is about now. */
async function rememberInThread(
  { conversations, lastLists }: Deps,
  { channelId, userId, threadTs, request }: ShareIntent,
  list: ShownPage | undefined,
): Promise<void> {
  const thread = { channelId, userId, threadTs };
  await conversations.remember(thread, rememberQuery(await conversations.recall(thread), request.subject));
  if (list !== undefined) await lastLists.remember(thread, list);
}

/** Call it once the sharer was told that a share was refused or is unconfirmed; otherwise the outbox tells them. */
export async function markTold({ outbox }: Pick<Deps, 'outbox'>, result: ShareResult | null): Promise<void> {
  if (result?.is === 'refused') await outbox.change(result.message, { freeAt: null });
  if (result?.is === 'unconfirmed' && result.message !== null)
    await outbox.change(result.message, { state: 'told', freeAt: null });
}

type Posted = { ok: true; channelId: string; ts: string | null } | Extract<PostResult, { ok: false }>;

/** Where the app isn't a member, Slack lets it post through the response_url of the chosen channel, and returns no ts. */
async function post(
  deps: Deps,
  { channelId, threadTs, responseUrl = null }: ShareIntent,
  card: IllustratedCard,
  claim: () => Promise<boolean>,
): Promise<Posted> {
  const result = await postCard(deps, { channelId, threadTs }, card, claim);
  const isOutside = !result.ok && /^(not_in_channel|channel_not_found)$/.test(result.error);
  if (!isOutside || responseUrl === null || threadTs !== null) return result;
  const send = (message: Message) => deps.slack.postToUrl(responseUrl, message);
  const other = await sendWithFallback(deps, { surface: 'channel', send }, card);
  // The reason why the first way failed says more.
  return other.ok ? { ok: true, channelId, ts: null } : other.isConfirmed ? result : other;
}

/** A share that was asked for longer ago is not repeated: the sharer decides. */
const MAX_REPEAT_AGE_MS = 60 * 60_000;

/**
 * Goes on with a share whose process died, or whose sharer couldn't be told what became of it: repeats it when it was certainly not
 * posted, otherwise notifies the sharer.
 */
export async function recoverShare(deps: Deps, message: ShareMessage): Promise<void> {
  if (message.sourceId === 'answer') return recoverAnswer(deps, message);
  const isUnposted = message.state === 'claimed' || message.state === 'refused';
  const isRecent = deps.now() - message.dueAt <= MAX_REPEAT_AGE_MS;
  if (isUnposted && isRecent && message.error !== 'unreadable') return repeatShare(deps, message);
  if (isUnposted) return tellRefused(deps, message, message.error ?? 'timeout');
  const { channelId, isAlone } = sharerOf(message);
  const card = isAlone ? unconfirmedDmCard() : unconfirmedShareCard(channelId, message.again);
  if (await tellSharer(deps, message, card)) await deps.outbox.change(message, { state: 'told', freeAt: null });
}

const tellRefused = (deps: Deps, message: ShareMessage, error: string): Promise<void> =>
  endUnposted(deps, message, shareFailedCard(error));

/** Nothing was posted, which the sharer is told. The same button can still share it. */
async function endUnposted(deps: Deps, message: ShareMessage, card: Card): Promise<void> {
  const isTold = await tellSharer(deps, message, card);
  if (isTold) await deps.outbox.change(message, { state: 'refused', freeAt: null });
}

function tellSharer(deps: Deps, message: ShareMessage, card: Card): Promise<boolean> {
  const { userId, channelId, threadTs } = sharerOf(message);
  return notifyOwner(deps, message, [
    () => sendIfReachable(deps, userId, () => deps.slack.postEphemeral({ channelId, userId, threadTs }, card)),
    () => sendDm(deps, userId, card),
  ]);
}

/** Shares of 0.1 have no intent. */
const sharerOf = ({
  intent,
  ownerId,
  channelId,
}: ShareMessage): Pick<ShareIntent, 'userId' | 'channelId' | 'threadTs' | 'isAlone'> =>
  (intent as ShareIntent | undefined) ?? { userId: ownerId ?? '', channelId: channelId ?? '', threadTs: null };

async function repeatShare(deps: Deps, message: ShareMessage): Promise<void> {
  const { intent } = message;
  const { userId, channelId, threadTs, isAlone = false } = intent;
  // It may have been shared since the button was pressed.
  const question = isAlone ? null : await questionBeforeSharing(deps, intent);
  if (question !== null) return endUnposted(deps, message, shareOutcomeCard(question));
  const sharer = { ...parseRequest({}, deps.now()), userId, channelId, threadTs };
  const draw = await answerQuery(deps, intent.request.subject, sharer);
  const drawn = draw({ kind: 'channel', sharedBy: userId, isAlone, hasNote: Boolean(intent.note) });
  const result = await postClaimed(deps, message, intent, cardOf(intent, drawn));
  if (result.is === 'refused') await tellRefused(deps, message, result.error);
}

/** Each attempt is a share of its own; all buttons for one attempt have the same key. */
function idempotencyKeyOf(intent: ShareIntent): string {
  const { subject, attempt } = intent.request;
  const { userId, threadTs, note, occasion, isAlone } = intent;
  // Slack may have been away when it was asked for the person's conversation.
  const channelId = isAlone ? userId : intent.channelId;
  return hash([
    intent.request.of ?? hash([channelId, threadTs, userId, withoutBackQuery(subject), note, occasion]),
    attempt,
  ]);
}

function encodeRetry(intent: ShareIntent): string {
  const { request } = intent;
  if (request.attempt >= MAX_SHARE_ATTEMPTS) return '';
  const of = request.of ?? idempotencyKeyOf({ ...intent, request: { ...request, attempt: 1 } });
  const { subject, external } = request;
  return encodeInPlace(intent, { subject, attempt: request.attempt + 1, of, ...(external && { external }) });
}

function encodeInPlace({ channelId: channel, threadTs, note, from }: ShareIntent, request: ShareRequest): string {
  const inPlace = {
    ...request,
    channel,
    ...(threadTs === null ? {} : { thread: threadTs }),
    ...(from ? { from } : {}),
  };
  // When the value is too long for a button, the note is left out first.
  return (note === null ? null : encodeShareRequest({ ...inPlace, note })) ?? encodeShareRequest(inPlace) ?? '';
}

/** Asks the sharer before another organization sees the card; null when they have agreed, or no other organization reads the channel. */
export async function questionBeforeSharing(
  { slack }: Pick<Deps, 'slack'>,
  intent: ShareIntent,
): Promise<ShareOutcome | null> {
  const { request, channelId } = intent;
  if (request.external === true || !(await isExternallyShared(slack, channelId))) return null;
  const { subject, attempt } = request;
  const value = encodeInPlace(intent, { subject, attempt, of: idempotencyKeyOf(intent), external: true });
  return externalChannelOutcome(channelId, value);
}

const hash = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The result of a share, for a sharer who typed it, or is in another channel or a dialog. */
export function describeResult(outcome: ShareResult, channelId: string, isHere = false): ShareOutcome {
  switch (outcome.is) {
    case 'posted':
      return sharedOutcome(channelId, outcome.link);
    case 'posted-before':
      return alreadySharedOutcome(channelId, outcome.again);
    case 'unconfirmed':
      return unconfirmedShareOutcome(channelId, outcome.again);
    case 'refused':
      return shareFailedOutcome(outcome.error, isHere ? channelId : null);
    case 'running':
      return shareRunningOutcome();
  }
}
