import type { PainClient } from '@pain-signals/client';
import type { Digests } from '#handlers/digest/types.ts';
import type { AnswerCache } from './asked-once.ts';
import type { Store } from './stores/open-store.ts';

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
