import type { PainClient } from '@pain-signals/client';

/** Without a new snapshot an answer serves the digests of one morning in all their time zones nearby. */
const ANSWER_LIFETIME_MS = 6 * 60 * 60 * 1_000;

interface CachedAnswer {
  answer: Promise<unknown>;
  until: number;
}

interface ClientAnswers {
  revision: string | null;
  answers: Map<string, CachedAnswer>;
}

/** Answers that digests share, kept for each client, which is each key, until the service has other figures. */
export interface AnswerCache {
  get(client: PainClient, question: string, ask: () => Promise<unknown>): Promise<unknown>;
}

export function createAnswerCache(now: () => number): AnswerCache {
  const clients = new WeakMap<PainClient, ClientAnswers>();
  const answersOf = (client: PainClient): Map<string, CachedAnswer> => {
    const revision = client.revision();
    const known = clients.get(client);
    if (known !== undefined && known.revision === revision) return known.answers;
    const answers = new Map<string, CachedAnswer>();
    clients.set(client, { revision, answers });
    return answers;
  };
  return {
    get(client, question, ask) {
      const kept = answersOf(client);
      for (const [old, { until }] of kept) if (until <= now()) kept.delete(old);
      const known = kept.get(question);
      if (known !== undefined) return known.answer;
      const answer = ask();
      kept.set(question, { answer, until: now() + ANSWER_LIFETIME_MS });
      // Not this time, but perhaps the next.
      answer.catch(() => kept.delete(question));
      return answer;
    },
  };
}
