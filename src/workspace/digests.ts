import type { PainClient } from '@pain-signals/client';
import type { Digests } from '#handlers/digest-port.ts';
import type { Store } from '../store/open-store.ts';

interface DigestSources {
  store: Pick<Store, 'subscriptions' | 'deliveries' | 'votes'>;
  workspaceId: () => Promise<string>;
  client: () => Promise<PainClient>;
  answerCache: AnswerCache;
  now: () => number;
  hurry: () => void;
  /** Throws for people from outside. */
  refuseOutsiders: () => Promise<void>;
}

/** The digests of one workspace. */
export function workspaceDigests({
  store,
  client,
  answerCache: askedOnce,
  now,
  hurry,
  ...sources
}: DigestSources): Digests {
  const { subscriptions, deliveries, votes } = store;
  const workspaceId = async (): Promise<string> => {
    await sources.refuseOutsiders();
    return sources.workspaceId();
  };
  return {
    wake: hurry,
    ofChannel: async (channelId) => subscriptions.ofChannel(await workspaceId(), channelId),
    find: async (id) => subscriptions.find(await workspaceId(), id),
    list: async () => subscriptions.list(await workspaceId()),
    save: async (channelId, ownerId, plan) => subscriptions.save(await workspaceId(), channelId, ownerId, plan),
    pause: async (id, because) => subscriptions.pause(await workspaceId(), id, because),
    resume: async (id) => subscriptions.resume(await workspaceId(), id),
    send: async ({ id: subscriptionId, channelId }, key, date) =>
      deliveries.add({ workspaceId: await workspaceId(), subscriptionId, channelId, key, date, dueAt: now() }),
    history: async (id, limit) => deliveries.history(await workspaceId(), id, limit),
    posted: async (id, since) => deliveries.posted(await workspaceId(), id, since),
    delivery: async (id) => deliveries.find(await workspaceId(), id),
    change: (delivery, change) => deliveries.change(delivery, change),
    votes: async (id) => votes.list(await workspaceId(), id),
    vote: async (id, vote) => votes.set(await workspaceId(), id, vote),
    forgetVotes: async (id) => votes.remove(await workspaceId(), id),
    // The answer is of the type that the question has for all who ask it.
    fetchOnce: async <Answer>(question: string, ask: () => Promise<Answer>) =>
      (await askedOnce.get(await client(), question, ask)) as Answer,
  };
}

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
