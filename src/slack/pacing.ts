import { createTurnQueues, QueueRefusal, waitForSlot } from '@pain-signals/client/rate-limit';
import { steadyTime } from '@pain-signals/contract';
import type { SendFailure, SendResult, SlackPort } from '#handlers/slack-port.ts';
import { createCache } from '../store/cache.ts';

/** A person waits. A call that would have to wait longer is not made and fails as rate limited. */
const MAX_WAIT_MS = 3_000;
const MIN_PAUSE_MS = 1_000;
const MAX_REMEMBERED = 20_000;

export interface RateLimitBucket {
  /** The calls that Slack counts together. */
  key: string;
  intervalMs: number;
  /** The buckets that pause together when Slack answers 429 to one of them; by default this bucket alone. */
  pausedWith?: string;
}

interface PacerOptions {
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

export function createSlackPacer({ now: clockTime, wait }: PacerOptions) {
  const now = steadyTime(clockTime);
  const clock = { now, sleep: wait };
  const queueOf = createTurnQueues(clock);
  const freeAt = createCache<number>({ max: MAX_REMEMBERED });
  const pausedUntil = createCache<number>({ max: MAX_REMEMBERED });

  const waitForTurn = ({ key, intervalMs, pausedWith = key }: RateLimitBucket, until: number) => {
    const gate = (at: number) => {
      const startAt = Math.max(freeAt.get(key) ?? 0, pausedUntil.get(pausedWith) ?? 0);
      if (startAt > at) return { waitMs: startAt - at };
      if (intervalMs > 0) freeAt.set(key, at + intervalMs);
      return { slot: true };
    };
    // A bucket without an interval needs no queue: after a pause all its calls may start.
    return intervalMs > 0 ? queueOf(key).take(gate, { maxWaitMs: until - now() }) : waitForSlot(gate, until, clock);
  };

  return {
    /** Calls of one bucket start `intervalMs` apart, and none starts while Slack wants a pause. */
    async schedule<Made extends SendResult>(
      bucket: RateLimitBucket,
      call: () => Promise<Made>,
    ): Promise<Made | SendFailure> {
      const until = now() + MAX_WAIT_MS;
      const { pausedWith = bucket.key } = bucket;
      for (;;) {
        try {
          await waitForTurn(bucket, until);
        } catch (error) {
          if (error instanceof QueueRefusal) return rateLimited(error.retryAfterMs);
          throw error;
        }
        const result = await call();
        if (result.ok || result.retryAfterMs === undefined) return result;
        const pauseEnds = now() + Math.max(result.retryAfterMs, MIN_PAUSE_MS);
        pausedUntil.set(pausedWith, Math.max(pausedUntil.get(pausedWith) ?? 0, pauseEnds));
      }
    },
  };
}

/** Keeps to Slack's rate limits over all requests of this process. */
export type SlackPacer = ReturnType<typeof createSlackPacer>;

const rateLimited = (retryAfterMs: number): SendFailure => ({
  ok: false,
  error: 'ratelimited',
  isConfirmed: true,
  retryAfterMs,
});

/** About one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MESSAGE_INTERVAL_MS = 1_000;

/**
 * A Slack port that keeps to the rate limits. Opening a dialog is not delayed, because its trigger is valid for three seconds
 * only; nor are calls whose failure people wouldn't notice. Messages of background work also take turns.
 */
export function pacedSlackPort(
  port: SlackPort,
  pace: SlackPacer,
  workspace: string,
  turn: (() => Promise<void>) | null,
): SlackPort {
  const ofMethod = (method: string) => ({ key: `${workspace} ${method}`, intervalMs: 0 });
  const ofUrl = (key: string) => ({ key, intervalMs: 0 });
  /** Slack allows about one post a second in a channel, and asks for pauses of the method in the whole workspace. */
  const ofChannel = (channelId: string) => ({
    key: `${workspace} chat.postMessage ${channelId}`,
    intervalMs: MESSAGE_INTERVAL_MS,
    pausedWith: `${workspace} chat.postMessage`,
  });
  return {
    ...port,
    respond: (url, ...given) => pace.schedule(ofUrl(url), () => port.respond(url, ...given)),
    postToUrl: (url, message) => pace.schedule(ofUrl(url), () => port.postToUrl(url, message)),
    postMessage: (to, ...given) =>
      pace.schedule(ofChannel(to.channelId), async () => {
        await turn?.();
        return port.postMessage(to, ...given);
      }),
    postEphemeral: (...given) => pace.schedule(ofMethod('chat.postEphemeral'), () => port.postEphemeral(...given)),
    startStream: (...given) => pace.schedule(ofMethod('chat.startStream'), () => port.startStream(...given)),
    stopStream: (...given) => pace.schedule(ofMethod('chat.stopStream'), () => port.stopStream(...given)),
    updateMessage: (...given) => pace.schedule(ofMethod('chat.update'), () => port.updateMessage(...given)),
    deleteMessage: (message) => pace.schedule(ofMethod('chat.delete'), () => port.deleteMessage(message)),
    updateModal: (...given) => pace.schedule(ofMethod('views.update'), () => port.updateModal(...given)),
    publishHome: (...given) => pace.schedule(ofMethod('views.publish'), () => port.publishHome(...given)),
    completeStep: (...given) => pace.schedule(ofMethod('functions.complete'), () => port.completeStep(...given)),
    openDm: (userId) => pace.schedule(ofMethod('conversations.open'), () => port.openDm(userId)),
    unfurl: (...given) => pace.schedule(ofMethod('chat.unfurl'), () => port.unfurl(...given)),
  };
}
