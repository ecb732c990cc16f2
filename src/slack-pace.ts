import type { SendFailure, SendResult } from '#handlers/deps.ts';

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
