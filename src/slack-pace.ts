import type { Refused, Verdict } from '#handlers/deps.ts';

/** Somebody waits for it. What would take longer is told to them as refused, for Slack certainly did not take it. */
const MOST_WAIT_MS = 3_000;
const SHORTEST_PAUSE_MS = 1_000;
const MOST = 20_000;

/** Keeps to Slack's limits over all requests of this process. */
export interface SlackPace {
  /** `key`: what Slack counts together. Calls of one key begin `intervalMs` apart, and none while Slack wants a pause. */
  take<Made extends Verdict>(key: string, intervalMs: number, call: () => Promise<Made>): Promise<Made | Refused>;
}

interface PaceOptions {
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

export function createSlackPace({ now, wait }: PaceOptions): SlackPace {
  const freeAt = new Map<string, number>();

  const hold = (key: string, until: number) => {
    freeAt.delete(key);
    freeAt.set(key, until);
    const [oldest] = freeAt.keys();
    if (freeAt.size > MOST && oldest !== undefined) freeAt.delete(oldest);
  };

  return {
    async take(key, intervalMs, call) {
      const patientUntil = now() + MOST_WAIT_MS;
      for (;;) {
        const beginAt = Math.max(now(), freeAt.get(key) ?? 0);
        if (beginAt > patientUntil) return tooMuch(beginAt - now());
        hold(key, beginAt + intervalMs);
        if (beginAt > now()) await wait(beginAt - now());
        const verdict = await call();
        if (verdict.ok || verdict.retryAfterMs === undefined) return verdict;
        hold(key, Math.max(freeAt.get(key) ?? 0, now() + Math.max(verdict.retryAfterMs, SHORTEST_PAUSE_MS)));
      }
    },
  };
}

const tooMuch = (retryAfterMs: number): Refused => ({ ok: false, error: 'ratelimited', isCertain: true, retryAfterMs });
