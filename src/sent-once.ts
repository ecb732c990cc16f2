import type { IdempotencyKeys } from '#handlers/deps.ts';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const MAX_KEYS = 10_000;

/** In memory, the oldest forgotten first: the same to the same person twice does no harm. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const sent = new Map<string, number>();
  return {
    claim(key) {
      if (now() - (sent.get(key) ?? Number.NEGATIVE_INFINITY) < KEY_LIFETIME_MS) return false;
      sent.delete(key);
      sent.set(key, now());
      const [oldest] = sent.keys();
      if (sent.size > MAX_KEYS && oldest !== undefined) sent.delete(oldest);
      return true;
    },
    release: (key) => void sent.delete(key),
  };
}
