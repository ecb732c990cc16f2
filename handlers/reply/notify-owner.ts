import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pain-signals/domain';
import type { Card } from '#blocks/kit/card.ts';
import type { OutboxMessage } from '../outbox-port.ts';
import { isNewlyShared } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { isClosed, isPassing, type SendFailure, type SendResult } from '../slack-port.ts';
import { postCard } from './post-card.ts';

const MAX_BACKOFF_MS = HOUR_MS;
const GIVE_UP_AFTER_MS = 7 * DAY_MS;
/** Each may arrive after all: one an hour, and few. */
const MAX_UNCONFIRMED = 3;

/** Before the owner is told, the reply to the request that sent the message has time to say it. */
export const NOTIFY_DELAY_MS = MINUTE_MS;

/**
 * Who hears about a channel's post when its owner can't be reached, as after they left: the installer, then the managers. A name
 * stays in the settings when its person becomes a guest, so each is looked at when it is their turn.
 */
export async function waysToDeputies(
  { installedBy, settings }: Pick<Deps, 'installedBy' | 'settings'>,
  tell: (userId: string) => Promise<SendResult>,
): Promise<(() => Promise<SendResult>)[]> {
  const { managerIds } = await settings.get();
  const deputies = new Set([...(installedBy === null ? [] : [installedBy]), ...managerIds]);
  return [...deputies].map((userId) => async () => ((await settings.mayChange(userId)) ? tell(userId) : NOT_THEIRS));
}

/**
 * Sends a notice once Slack answers to something that nobody sees: while it is silent, each might arrive, and the next one with it. A
 * direct message needs the conversation anyway.
 */
export async function sendIfReachable(
  { slack }: Pick<Deps, 'slack'>,
  userId: string,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  const opened = await slack.openDm(userId);
  return opened.ok || !isPassing(opened) ? send() : { ...opened, isConfirmed: true };
}

/**
 * Posts a notice for everybody in a channel, where no person could be told. One that another organization reads without anybody's
 * agreement gets none: it is tried again, as somebody may be there by then.
 */
export async function postNotice(
  deps: Deps,
  channel: { channelId: string; mayReachOthers: boolean },
  card: Card,
): Promise<SendResult> {
  const isShared = await isNewlyShared(deps, channel);
  if (isShared === true) return { ok: false, error: 'shared', isConfirmed: true };
  // Nothing was posted, whatever became of the question.
  return isShared === false ? postCard(deps, channel, card) : { ...isShared, isConfirmed: true };
}

/** A way to tell an owner, unless they are a guest by now. */
export const unlessOutsider =
  (
    { standingOf }: Pick<Deps, 'standingOf'>,
    userId: string,
    tell: () => Promise<SendResult>,
  ): (() => Promise<SendResult>) =>
  async () =>
    (await standingOf({ userId, userTeamId: null })) === 'outsider' ? NOT_THEIRS : tell();

/** Like a person whom Slack doesn't reach. */
const NOT_THEIRS: SendResult = { ok: false, error: 'user_not_found', isConfirmed: true };

/**
 * Tells an owner what became of a message, in the first way that can reach somebody. A refusal may be about one way alone, so the next
 * one is tried at once; when none works, the outbox offers the message again, with backoff. Returns true when the owner was told, by a
 * message that Slack confirmed or by several that it didn't, or when nobody can be.
 */
export async function notifyOwner(
  { outbox, logger, now }: Pick<Deps, 'outbox' | 'logger' | 'now'>,
  message: OutboxMessage,
  ways: readonly (() => Promise<SendResult>)[],
): Promise<boolean> {
  // Not since the message was due: the app may have been away as long.
  const tellingSince = message.tellingSince ?? now();
  const isTooOld = now() - tellingSince > GIVE_UP_AFTER_MS;
  let failure: SendFailure | null = null;
  let isUnconfirmed = false;
  for (const way of ways) {
    const result = await way();
    if (result.ok) return true;
    if (isTooOld || isClosed(result)) continue;
    failure ??= result;
    isUnconfirmed ||= !result.isConfirmed;
    if (isPassing(result)) break;
  }
  if (failure === null) {
    logger.error({ message: message.id }, 'owner not reachable');
    return true;
  }
  const unconfirmedNotices = (message.unconfirmedNotices ?? 0) + (isUnconfirmed ? 1 : 0);
  if (unconfirmedNotices >= MAX_UNCONFIRMED) {
    logger.warn({ message: message.id, slackError: failure.error }, 'owner told several times, unconfirmed by Slack');
    return true;
  }
  const backoffMs = isUnconfirmed ? MAX_BACKOFF_MS : Math.min(MAX_BACKOFF_MS, MINUTE_MS * 2 ** message.attempts);
  const freeAt = now() + (failure.retryAfterMs ?? backoffMs);
  await outbox.change(message, { attempts: message.attempts + 1, unconfirmedNotices, tellingSince, freeAt });
  logger.warn({ message: message.id, slackError: failure.error }, 'owner not notified, will retry');
  return false;
}
