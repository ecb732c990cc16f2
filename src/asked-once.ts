import type { PainClient } from '@pain-signals/client';

/** Without a new snapshot an answer serves the digests of one morning in all their time zones nearby. */
const KEPT_MS = 6 * 60 * 60 * 1_000;

interface Kept {
  answer: Promise<unknown>;
  until: number;
}

interface KeptOfClient {
  revision: string | null;
  answers: Map<string, Kept>;
}

/** Answers that digests share, kept for each client, which is each key, until the service has other figures. */
export interface AskedOnce {
  of(client: PainClient, question: string, ask: () => Promise<unknown>): Promise<unknown>;
}

export function createAskedOnce(now: () => number): AskedOnce {
  const clients = new WeakMap<PainClient, KeptOfClient>();
  const answersOf = (client: PainClient): Map<string, Kept> => {
    const revision = client.revision();
    const known = clients.get(client);
    if (known !== undefined && known.revision === revision) return known.answers;
    const answers = new Map<string, Kept>();
    clients.set(client, { revision, answers });
    return answers;
  };
  return {
    of(client, question, ask) {
      const kept = answersOf(client);
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
