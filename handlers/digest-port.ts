import type {
  Digest,
  DigestDeliveryState,
  DigestPauseReason,
  DigestPlan,
  DigestSubscription,
  Vote,
} from '@pain-signals/domain';

/** What the owner has to be told of a delivery. */
export type OwnerNotice = 'unknown' | 'thread-unknown' | 'late' | 'unanswered' | 'paused';

/** One digest on its way to its channel. */
export interface Delivery {
  id: string;
  workspaceId: string;
  subscriptionId: string;
  channelId: string;
  /** Of a scheduled one the local date it is due; "send now" has another. */
  key: string;
  date: string;
  dueAt: number;
  state: DigestDeliveryState;
  notice: OwnerNotice | null;
  /** What was posted, once it is known; its quotes are kept until nothing more is to be done. */
  digest: Digest | null;
  ts: string | null;
  link: string | null;
  /** Messages of its thread that were begun, and those that are certainly there. */
  threadBegun: number;
  threadPosted: number;
  postedAt: number | null;
  /** Why it waits or did not go out: an error code. */
  fault: string | null;
  /** Names the claim: who lost it cannot change the delivery any more. */
  claim: string;
}

export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'notice' | 'digest' | 'ts' | 'link' | 'threadBegun' | 'threadPosted' | 'postedAt' | 'fault'>
> & {
  /** The claim ends, and nobody takes it before then. */
  waitUntil?: number;
};

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
  /** False when another process has taken it over meanwhile; then nothing has changed. */
  change(delivery: Delivery, change: DeliveryChange): Promise<boolean>;
  votes(subscriptionId: string): Promise<Vote[]>;
  vote(subscriptionId: string, vote: Omit<Vote, 'at'>): Promise<void>;
  forgetVotes(subscriptionId: string): Promise<void>;
  /** Each question of a digest is asked once per key, and its answer serves all channels until the figures can have changed. */
  fetchOnce<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer>;
  /** Delivers what waits without waiting for the next look at the clock. */
  wake(): void;
}
