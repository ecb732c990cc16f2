import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { INTERRUPTED } from '#blocks/conversation/progress-tasks.ts';
import { interruptedAnswerCard, unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import type { ShareMessage } from '../outbox-port.ts';
import type { Deps } from '../ports.ts';
import { isPassing, type SendResult } from '../slack-port.ts';
import { notifyOwner } from './notify-owner.ts';
import { sendDm } from './post-card.ts';
import { MAX_PAUSE_MS, NOT_STREAMING, stopStream } from './stream.ts';

/** As long as it is kept. */
const GIVE_UP_AFTER_MS = DAY_MS;
const MAX_BACKOFF_MS = HOUR_MS;
/** Slack ends a stream after this time. */
const LONGEST_STREAM_MS = 5 * 60_000;

/** Ends an answer whose process died or could not end it, and says so. An answer that may be there is never replaced. */
export async function recoverAnswer(deps: Deps, message: ShareMessage): Promise<void> {
  const { channelId, ts, attempts, dueAt, state } = message;
  if (channelId === null || ts === null) return;
  const at = { ok: true, channelId, ts } as const;
  const card = interruptedAnswerCard();
  const stopped = await stopStream(deps.slack, at, [INTERRUPTED], card);
  const isEnded = !stopped.ok && stopped.error === NOT_STREAMING;
  // Until its time is up, only an answer ends a stream.
  const isUnknown = isEnded && deps.now() - dueAt >= LONGEST_STREAM_MS;
  // Its process may be slow, and send the answer by now.
  const isUnanswered = isUnknown && state === 'claimed' && (await deps.outbox.change(message, {}));
  if (isUnknown && state === 'unconfirmed' && !(await tellUnconfirmed(deps, message))) return;
  const result: SendResult = isUnanswered ? await deps.slack.updateMessage(at, card) : isEnded ? at : stopped;
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

function tellUnconfirmed(deps: Deps, message: ShareMessage): Promise<boolean> {
  const channelId = message.channelId ?? '';
  const userId = message.ownerId ?? '';
  const card = unconfirmedAnswerCard();
  return notifyOwner(deps, message, [
    () => deps.slack.postEphemeral({ channelId, userId }, card),
    () => sendDm(deps, userId, card),
  ]);
}
