import type { SentOnce } from '#handlers/deps.ts';

const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
const MOST = 10_000;

/** In memory, the oldest forgotten first: the same to the same person twice does no harm. */
export function createSentOnce(now: () => number): SentOnce {
  const sent = new Map<string, number>();
  return {
    claim(key) {
      if (now() - (sent.get(key) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS) return false;
      sent.delete(key);
      sent.set(key, now());
      const [oldest] = sent.keys();
      if (sent.size > MOST && oldest !== undefined) sent.delete(oldest);
      return true;
    },
    release: (key) => void sent.delete(key),
  };
}
