import type { PainClient } from '@pain-signals/client';
import { HOUR_MS } from '@pain-signals/domain';
import { createCache, loadOnce } from '../slack/cache.ts';

/** Without a new snapshot, an answer serves the digests of one morning in all time zones nearby. */
const TTL_MS = 6 * HOUR_MS;
/** More than the signals in the digests of one key. */
const MAX_CACHED = 20_000;

/** Answers that digests share, kept for each client, which is each key, until the service has another snapshot. */
export interface AnswerCache {
  get(client: PainClient, query: string, fetch: () => Promise<unknown>): Promise<unknown>;
}

export function createAnswerCache(now: () => number): AnswerCache {
  const clients = new WeakMap<PainClient, { revision: string | null; answers: ReturnType<typeof createAnswers> }>();
  const createAnswers = () => createCache<Promise<unknown>>({ max: MAX_CACHED, ttlMs: TTL_MS, now });
  return {
    get(client, query, fetch) {
      const revision = client.revision();
      let known = clients.get(client);
      if (known?.revision !== revision) {
        known = { revision, answers: createAnswers() };
        clients.set(client, known);
      }
      return loadOnce(known.answers, query, fetch);
    },
  };
}
