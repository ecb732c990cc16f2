import type { Answer, PainClient } from '@pain-signals/client';
import type { DigestPauseReason, DigestPlan, DigestSubscription, Vote } from '@pain-signals/domain';
import type { Delivery } from './outbox-port.ts';

/** The digests of one workspace. What reaches their rows refuses people from outside. */
export interface Digests {
  ofChannel(channelId: string): Promise<DigestSubscription | null>;
  find(id: string): Promise<DigestSubscription | null>;
  list(): Promise<DigestSubscription[]>;
  /** Makes or changes the channel's digest, and switches it on. */
  save(channelId: string, ownerId: string, plan: DigestPlan): Promise<DigestSubscription>;
  /** False when it was paused already. */
  pause(id: string, because: DigestPauseReason): Promise<boolean>;
  resume(id: string): Promise<void>;
  /** Puts one more delivery in line; false when the key was used before. */
  send(subscription: DigestSubscription, key: string, date: string): Promise<boolean>;
  /** Newest first. */
  history(subscriptionId: string, limit: number): Promise<Delivery[]>;
  /** What the channel was told since, newest first. */
  posted(subscriptionId: string, since: number): Promise<Delivery[]>;
  delivery(id: string): Promise<Delivery | null>;
  votes(subscriptionId: string): Promise<Vote[]>;
  vote(subscriptionId: string, vote: Omit<Vote, 'at'>): Promise<void>;
  forgetVotes(subscriptionId: string): Promise<void>;
  /** Each question of a digest is asked once per key, and its answer serves all channels until the figures can have changed. */
  fetchOnce<Data>(question: string, ask: (client: PainClient) => Promise<Answer<Data>>): Promise<Answer<Data>>;
  /** Delivers what waits without waiting for the next look at the clock. */
  wake(): void;
}
