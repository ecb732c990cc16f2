import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { INTERRUPTED } from '#blocks/conversation/progress-tasks.ts';
import { interruptedAnswerCard, unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import type { ShareMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { isClosed, isPassing, type PostResult, type SendResult } from '../slack-port.ts';
import { notifyOwner, sendIfReachable } from './notify-owner.ts';
import { sendDm } from './post-card.ts';
import { MAX_PAUSE_MS, NOT_STREAMING, removeStreamed, stopStream } from './stream.ts';

/** As long as it is kept. */
const GIVE_UP_AFTER_MS = DAY_MS;
const MAX_BACKOFF_MS = HOUR_MS;
/** Slack ends a stream after this time. */
const LONGEST_STREAM_MS = 5 * 60_000;

/**
 * Ends an answer whose process died or could not end it, and says so; deletes one that failed, of which the person is told otherwise.
 * An answer that may be there is never replaced.
 */
export async function recoverAnswer(deps: Deps, message: ShareMessage): Promise<void> {
  const { channelId, ts, attempts, dueAt, state } = message;
  if (channelId === null || ts === null) return;
  const at = { ok: true, channelId, ts } as const;
  const result = await (state === 'skipped' ? removeStreamed(deps.slack, at, [INTERRUPTED]) : end(deps, message, at));
  if (result === null) return;
  const isOver = result.ok || !isPassing(result) || deps.now() - dueAt > GIVE_UP_AFTER_MS;
  if (!result.ok) deps.logger.warn({ slackError: result.error }, 'interrupted answer not ended');
  const change = { attempts: attempts + 1 };
  const askedMs = (!result.ok && result.retryAfterMs) || 0;
  const waitMs = Math.max(askedMs, Math.min(MAX_BACKOFF_MS, MAX_PAUSE_MS * 2 ** attempts));
  await deps.outbox.change(
    message,
    isOver ? { ...change, state: 'confirmed', freeAt: null } : { ...change, freeAt: deps.now() + waitMs },
  );
}

/** Null where the person could not be told. */
async function end(
  deps: Deps,
  message: ShareMessage,
  at: Extract<PostResult, { ok: true }>,
): Promise<SendResult | null> {
  const card = interruptedAnswerCard();
  const stopped = await stopStream(deps.slack, at, [INTERRUPTED], card);
  if (stopped.ok || stopped.error !== NOT_STREAMING) {
    // No words can be put into it where the app may not post any more.
    const isWordless = isClosed(stopped) && message.state !== 'told';
    return isWordless && !(await tellUnconfirmed(deps, message)) ? null : stopped;
  }
  // Nothing of the answer was sent, however its stream ended, unless its process is slow and sends it by now.
  if (message.state === 'claimed' && (await deps.outbox.change(message, {}))) return deps.slack.updateMessage(at, card);
  // Until its time is up, only an answer ends a stream into which one was sent.
  const isUnknown = message.state === 'unconfirmed' && deps.now() - message.dueAt >= LONGEST_STREAM_MS;
  return isUnknown && !(await tellUnconfirmed(deps, message)) ? null : at;
}

function tellUnconfirmed(deps: Deps, message: ShareMessage): Promise<boolean> {
  const channelId = message.channelId ?? '';
  const userId = message.ownerId ?? '';
  const card = unconfirmedAnswerCard();
  return notifyOwner(deps, message, [
    () => sendIfReachable(deps, userId, () => deps.slack.postEphemeral({ channelId, userId }, card)),
    () => sendDm(deps, userId, card),
  ]);
}
