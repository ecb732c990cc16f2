import type { SendFailure, SendResult, SlackPort } from '#handlers/slack-port.ts';

/** Somebody waits for it. What would take longer is told to them as refused, for Slack certainly did not take it. */
const MAX_WAIT_MS = 3_000;
const MIN_PAUSE_MS = 1_000;
const MAX_REMEMBERED = 20_000;

/** Keeps to Slack's limits over all requests of this process. */
export interface SlackPacer {
  /** Calls of one line begin apart, and none while Slack wants a pause. */
  schedule<Made extends SendResult>(line: RateLimitBucket, call: () => Promise<Made>): Promise<Made | SendFailure>;
}

export interface RateLimitBucket {
  /** What Slack counts together. */
  key: string;
  intervalMs: number;
  /** What stands still as a whole when Slack asks for a pause here; by default this line alone. */
  pausedWith?: string;
}

interface PacerOptions {
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

export function createSlackPacer({ now, wait }: PacerOptions): SlackPacer {
  const freeAt = new Map<string, number>();
  const pausedUntil = new Map<string, number>();

  return {
    async schedule({ key, intervalMs, pausedWith = key }, call) {
      const patientUntil = now() + MAX_WAIT_MS;
      for (;;) {
        const beginAt = Math.max(now(), freeAt.get(key) ?? 0, pausedUntil.get(pausedWith) ?? 0);
        if (beginAt > patientUntil) return rateLimited(beginAt - now());
        // Most lines have no pace of their own, and each answer's address is a line of its own.
        if (intervalMs > 0) remember(freeAt, key, beginAt + intervalMs);
        if (beginAt > now()) await wait(beginAt - now());
        // Somebody else may have been asked for a pause meanwhile.
        if ((pausedUntil.get(pausedWith) ?? 0) > beginAt) continue;
        const verdict = await call();
        if (verdict.ok || verdict.retryAfterMs === undefined) return verdict;
        const pauseEnds = now() + Math.max(verdict.retryAfterMs, MIN_PAUSE_MS);
        remember(pausedUntil, pausedWith, Math.max(pausedUntil.get(pausedWith) ?? 0, pauseEnds));
      }
    },
  };
}

/** What was asked for longest ago is forgotten first. */
function remember(moments: Map<string, number>, key: string, moment: number): void {
  moments.delete(key);
  moments.set(key, moment);
  const [oldest] = moments.keys();
  if (moments.size > MAX_REMEMBERED && oldest !== undefined) moments.delete(oldest);
}

const rateLimited = (retryAfterMs: number): SendFailure => ({
  ok: false,
  error: 'ratelimited',
  isConfirmed: true,
  retryAfterMs,
});

/** About one message a second in a channel: https://docs.slack.dev/apis/web-api/rate-limits */
const MESSAGE_INTERVAL_MS = 1_000;

/**
 * Waits for Slack where there is time to wait. What opens a dialog goes at once, since Slack takes it for three seconds only, and
 * what nobody would miss is left out instead.
 */
export function pacedSlackPort(port: SlackPort, pace: SlackPacer, workspace: string): SlackPort {
  const ofMethod = (method: string) => ({ key: `${workspace} ${method}`, intervalMs: 0 });
  const ofUrl = (key: string) => ({ key, intervalMs: 0 });
  /** Slack asks for a pause of a method in the whole workspace; one post a second in a channel is kept to before it asks. */
  const ofChannel = (channelId: string) => ({
    key: `${workspace} chat.postMessage ${channelId}`,
    intervalMs: MESSAGE_INTERVAL_MS,
    pausedWith: `${workspace} chat.postMessage`,
  });
  return {
    ...port,
    respond: (url, ...given) => pace.schedule(ofUrl(url), () => port.respond(url, ...given)),
    postToUrl: (url, message) => pace.schedule(ofUrl(url), () => port.postToUrl(url, message)),
    postMessage: (to, message) => pace.schedule(ofChannel(to.channelId), () => port.postMessage(to, message)),
    postEphemeral: (...given) => pace.schedule(ofMethod('chat.postEphemeral'), () => port.postEphemeral(...given)),
    deleteMessage: (message) => pace.schedule(ofMethod('chat.delete'), () => port.deleteMessage(message)),
    updateModal: (...given) => pace.schedule(ofMethod('views.update'), () => port.updateModal(...given)),
    publishHome: (...given) => pace.schedule(ofMethod('views.publish'), () => port.publishHome(...given)),
    completeStep: (...given) => pace.schedule(ofMethod('functions.complete'), () => port.completeStep(...given)),
    openDm: (userId) => pace.schedule(ofMethod('conversations.open'), () => port.openDm(userId)),
    unfurl: (...given) => pace.schedule(ofMethod('chat.unfurl'), () => port.unfurl(...given)),
  };
}
