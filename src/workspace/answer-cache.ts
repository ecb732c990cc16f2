import type { PainClient } from '@pain-signals/client';
import { HOUR_MS } from '@pain-signals/domain';
import { createCache } from '../store/cache.ts';

/** Without a new snapshot, an answer serves the digests of one morning in all time zones nearby. */
const TTL_MS = 6 * HOUR_MS;
/** Characters of JSON of all keys together, which take about as many bytes in memory. */
const MAX_CACHED = 32_000_000;

export function createAnswerCache(now: () => number) {
  const answers = createCache<{ answer: Promise<unknown>; size: number }>({
    ...{ max: MAX_CACHED, ttlMs: TTL_MS, now },
    sizeOf: ({ size }) => size,
  });
  const numbers = new WeakMap<PainClient, number>();
  let clients = 0;
  const numberOf = (client: PainClient): number => {
    const number = numbers.get(client) ?? ++clients;
    numbers.set(client, number);
    return number;
  };
  return {
    get(client: PainClient, query: string, fetch: () => Promise<unknown>): Promise<unknown> {
      const key = JSON.stringify([numberOf(client), client.revision(), query]);
      const known = answers.get(key);
      if (known !== undefined) return known.answer;
      const answer = fetch();
      // The size is known once it is there.
      answers.set(key, { answer, size: 1 });
      answer.then(
        (given) => answers.set(key, { answer, size: JSON.stringify(given).length }),
        () => answers.delete(key),
      );
      return answer;
    },
  };
}

/** Answers that digests share, kept for each client, which is each key, until the service has another snapshot. */
export type AnswerCache = ReturnType<typeof createAnswerCache>;
