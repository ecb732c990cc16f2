import type { PainClient } from '@pain-signals/client';

/** Figures change every night, so an answer serves the digests of one morning in all their time zones nearby. */
const KEPT_MS = 6 * 60 * 60 * 1_000;

interface Kept {
  answer: Promise<unknown>;
  until: number;
}

/** Answers that digests share, kept for each client, which is each key. */
export interface AskedOnce {
  of(client: PainClient, question: string, ask: () => Promise<unknown>): Promise<unknown>;
}

export function createAskedOnce(now: () => number): AskedOnce {
  const clients = new WeakMap<PainClient, Map<string, Kept>>();
  return {
    of(client, question, ask) {
      const kept = clients.get(client) ?? new Map<string, Kept>();
      clients.set(client, kept);
      for (const [old, { until }] of kept) if (until <= now()) kept.delete(old);
      const known = kept.get(question);
      if (known !== undefined) return known.answer;
      const answer = ask();
      kept.set(question, { answer, until: now() + KEPT_MS });
      // Not this time, but perhaps the next.
      answer.catch(() => kept.delete(question));
      return answer;
    },
  };
}
