import { createHash } from 'node:crypto';
import { MAX_SHARE_ATTEMPTS, type ShareRequest } from '@pain-signals/domain';
import { encodeShareRequest, withoutBackQuery } from '#blocks/kit/button-values.ts';
import { cardTitle } from '#blocks/kit/card.ts';
import { postedCard } from '#blocks/sharing/posted-card.ts';
import {
  alreadySharedOutcome,
  type ShareOutcome,
  sharedOutcome,
  shareFailedOutcome,
  shareRunningOutcome,
  unconfirmedShareCard,
  unconfirmedShareOutcome,
  withExternalChannelWarning,
} from '#blocks/sharing/share-cards.ts';
import type { Deps } from '../ports.ts';
import type { IllustratedCard } from '../reply/card-renderer.ts';
import { deliver, sendWithFallback } from '../reply/deliver.ts';
import { postCard } from '../reply/post-card.ts';
import { createRequestContext, parseRequest } from '../request-context.ts';
import type { PostResult } from '../slack-port.ts';

/** What somebody wants to be posted, and where. */
export interface ShareIntent {
  request: ShareRequest;
  userId: string;
  channelId: string;
  threadTs: string | null;
  note: string | null;
  /** The address of the message it is shared from. */
  from?: string | null;
  /** An address that posts there, by which the app gets in where it is no member. */
  responseUrl?: string | null;
  /** What tells this wish from another one of the same card in the same place. */
  occasion: string | null;
}

/** What came of it; `again` is the value of the button that posts it once more, '' where it does not fit into one. */
export type ShareResult =
  | { is: 'posted'; link: string | null }
  | { is: 'running' }
  | { is: 'posted-before' | 'in-doubt'; again: string }
  | { is: 'refused'; error: string };

/** Posts a card for all, with credit: once for every wish, however often and by however many processes it is asked for. */
export async function postShare(deps: Deps, wish: ShareIntent, drawn: IllustratedCard): Promise<ShareResult> {
  const { userId, channelId, note, from = null } = wish;
  const key = idempotencyKeyOf(wish);
  const again = encodeRetry(wish);
  const card = postedCard(drawn, { by: userId, note, from, shareKey: key });
  const claim = await deps.shares.claim({ key, userId, channelId, title: cardTitle(card), again });
  if (claim === 'running') return { is: 'running' };
  if (claim !== 'mine') return { is: claim === 'done' ? 'posted-before' : 'in-doubt', again };
  const posted = await post(deps, wish, card);
  if (posted.ok) return { is: 'posted', link: await confirm(deps, key, posted) };
  deps.logger.warn({ slackError: posted.error, isCertain: posted.isConfirmed }, 'A card was not shared');
  // Only what Slack certainly refused may be tried again by the same button.
  await (posted.isConfirmed ? deps.shares.release(key) : deps.shares.markUnconfirmed(key));
  return posted.isConfirmed ? { is: 'refused', error: posted.error } : { is: 'in-doubt', again };
}

type Posted = { ok: true; channelId: string; ts: string | null } | Extract<PostResult, { ok: false }>;

/** Where the app is no member, Slack lets it post by an address that came with the choice of the channel, and tells no more of it. */
async function post(deps: Deps, wish: ShareIntent, card: IllustratedCard): Promise<Posted> {
  const { channelId, threadTs, responseUrl = null } = wish;
  const result = await postCard(deps, { channelId, threadTs }, card);
  const isOutside = !result.ok && /^(not_in_channel|channel_not_found)$/.test(result.error);
  if (!isOutside || responseUrl === null || threadTs !== null) return result;
  const other = await sendWithFallback((message) => deps.slack.postToUrl(responseUrl, message), card);
  // What stops the other way too says less than what stopped the first.
  return other.ok ? { ok: true, channelId, ts: null } : other.isConfirmed ? result : other;
}

/** The address of the card, where Slack tells it. */
async function confirm(
  { shares, slack }: Deps,
  key: string,
  { channelId, ts }: Extract<Posted, { ok: true }>,
): Promise<string | null> {
  // At once, since a process can die while it asks for the link.
  await shares.confirm(key, { channelId, ts, link: null });
  if (ts === null) return null;
  const link = await slack.permalink({ channelId, ts });
  await shares.confirm(key, { channelId, ts, link });
  return link;
}

/** One more attempt is another share; the buttons for it, wherever they stand, are the same one. */
function idempotencyKeyOf(wish: ShareIntent): string {
  const { subject, attempt } = wish.request;
  const { userId, channelId, threadTs, note, occasion } = wish;
  return hash([
    wish.request.of ?? hash([channelId, threadTs, userId, withoutBackQuery(subject), note, occasion]),
    attempt,
  ]);
}

function encodeRetry(wish: ShareIntent): string {
  const { request, channelId, threadTs, note } = wish;
  if (request.attempt >= MAX_SHARE_ATTEMPTS) return '';
  const of = request.of ?? idempotencyKeyOf({ ...wish, request: { ...request, attempt: 1 } });
  const again = { subject: request.subject, attempt: request.attempt + 1, channel: channelId, of };
  const inPlace = threadTs === null ? again : { ...again, thread: threadTs };
  // A long note is the first thing to be left out of what is too long for a button.
  return (note === null ? null : encodeShareRequest({ ...inPlace, note })) ?? encodeShareRequest(inPlace) ?? '';
}

const hash = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What came of a share, for whoever shared it from another place. */
export async function describeResult(
  { slack }: Pick<Deps, 'slack'>,
  outcome: ShareResult,
  channelId: string,
): Promise<ShareOutcome> {
  const words = resultMessage(outcome, channelId);
  return outcome.is === 'posted' && (await isExternallyShared(slack, channelId))
    ? withExternalChannelWarning(words, channelId)
    : words;
}

/** People of another organisation read it. Where Slack does not tell, nothing is said. */
export const isExternallyShared = async (slack: Deps['slack'], channelId: string): Promise<boolean> =>
  (await slack.channel(channelId))?.isShared ?? false;

function resultMessage(outcome: ShareResult, channelId: string): ShareOutcome {
  switch (outcome.is) {
    case 'posted':
      return sharedOutcome(channelId, outcome.link);
    case 'posted-before':
      return alreadySharedOutcome(channelId, outcome.again);
    case 'in-doubt':
      return unconfirmedShareOutcome(channelId, outcome.again);
    case 'refused':
      return shareFailedOutcome(outcome.error);
    case 'running':
      return shareRunningOutcome();
  }
}

export interface UnconfirmedShare {
  userId: string;
  channelId: string;
  /** The value of the button that shares it once more. */
  again: string;
}

/** Tells a person that their share was cut short: only they can look whether it arrived. */
export function notifyUnconfirmedShare(deps: Deps, { userId, channelId, again }: UnconfirmedShare): Promise<void> {
  const context = createRequestContext({ ...parseRequest({}), channelId, userId }, deps.people);
  return deliver(deps, context, () => unconfirmedShareCard(channelId, again));
}
