import { NOTHING_IN_MIND, rememberQuery, type ShownPage, type ShownSignals } from '@pain-signals/domain';
import type { Encryption } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { itemsShownIn } from '#handlers/digest/choose-signals.ts';
import type { Delivery, Outbox, OutboxMessage, ShareIntent, ShareMessage } from '#handlers/outbox-port.ts';
import type {
  Conversations,
  Feedback,
  HiddenEvidence,
  HiddenSignals,
  LastLists,
  NativeBlocks,
  Shares,
  WorkspaceSettings,
} from '#handlers/ports.ts';
import type { Digests, Watches } from '#handlers/subscription-ports.ts';
import { apiKeyStore } from './api-keys.ts';
import type { Write } from './batched-writes.ts';
import { chartFileStore } from './chart-files.ts';
import { conversationStore, type FindShown, lastListStore } from './conversations.ts';
import { subscriptionStore } from './digest-subscriptions.ts';
import { hiddenEvidenceStore, hiddenSignalStore } from './hidden.ts';
import { newDelivery, outboxStore } from './outbox.ts';
import { refusedBlockStore } from './refused-blocks.ts';
import { settingsStore } from './settings.ts';
import type { Tables } from './tables.ts';
import { feedbackStore, voteStore } from './votes.ts';
import { watchStore } from './watches.ts';

interface TenantStoreOptions {
  kysely: Kysely<Tables>;
  encryption: Encryption;
  now: () => number;
  /** For what must not be lost. */
  durable: Write<Tables>;
  /** For what is worth an hour, and written with every request while a person waits. */
  recent: Write<Tables>;
}

/** One store for each aggregate. Methods that touch the rows of one workspace take its id first. */
export function createTenantStores({ kysely, encryption, now, durable, recent }: TenantStoreOptions) {
  const outbox = outboxStore(kysely, now, durable);
  const findShown: FindShown = async (workspaceId, message) => {
    const posted = await outbox.postedAt(workspaceId, message);
    return posted && shownIn(posted);
  };
  return {
    apiKeys: apiKeyStore(kysely, encryption, now),
    settings: settingsStore(kysely, now),
    outbox,
    chartFiles: chartFileStore(kysely, now, recent),
    subscriptions: subscriptionStore(kysely, now, durable),
    votes: voteStore(kysely, now),
    hiddenEvidence: hiddenEvidenceStore(kysely, now),
    hiddenSignals: hiddenSignalStore(kysely, now),
    conversations: conversationStore(kysely, now, recent, findShown),
    watches: watchStore(kysely, now),
    lastLists: lastListStore(kysely, now, recent, findShown),
    refusedBlocks: refusedBlockStore(kysely, now),
    feedback: feedbackStore(kysely, now),
  };
}

export type TenantStores = ReturnType<typeof createTenantStores>;

/** What one workspace keeps. */
export interface WorkspaceStore {
  readonly outbox: Outbox;
  readonly shares: Shares;
  readonly digests: Omit<Digests, 'fetchOnce' | 'wake'>;
  readonly watches: Watches;
  readonly settings: Omit<WorkspaceSettings, 'mayChange'>;
  readonly hiddenEvidence: HiddenEvidence;
  readonly lastLists: LastLists;
  readonly hiddenSignals: HiddenSignals;
  readonly conversations: Conversations;
  readonly nativeBlocks: NativeBlocks;
  readonly feedback: Feedback;
  readonly apiKeys: Scoped<TenantStores['apiKeys']>;
  readonly chartFiles: Scoped<TenantStores['chartFiles']>;
}

/** The methods of a store that take a workspace's id first, without it. */
export type Scoped<Store> = {
  [Name in keyof Store as Store[Name] extends Method ? Name : never]: Store[Name] extends (
    workspaceId: string,
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Result
    : never;
};

// biome-ignore lint/suspicious/noExplicitAny: any arguments and any result
type Method = (workspaceId: string, ...given: any[]) => any;

const scoped = <Store extends object>(store: Store, workspaceId: string): Scoped<Store> =>
  new Proxy(store, {
    get: (methods, name) => {
      const method = Reflect.get(methods, name) as Method | undefined;
      return method && ((...given: unknown[]) => method(workspaceId, ...given));
    },
  }) as unknown as Scoped<Store>;

/** Shares of 0.1 have no intent. */
function signalIdsOf(intent: ShareIntent | undefined): readonly string[] {
  const subject = intent?.request.subject;
  if (subject === undefined) return [];
  if ('id' in subject) return [subject.id];
  return 'ids' in subject ? subject.ids : [];
}

/** What a message shows to everybody who reads it. Null where those are no signals. */
function shownIn(message: OutboxMessage): ShownSignals | null {
  switch (message.kind) {
    case 'share': {
      const { intent, list }: Partial<ShareMessage> = message;
      const subject = intent?.request.subject;
      if (subject === undefined) return null;
      const memory = rememberQuery(NOTHING_IN_MIND, subject);
      return { memory, list: list ?? (memory.signalId === null ? numbered(signalIdsOf(intent)) : null) };
    }
    case 'digest':
      return ofSignals(
        itemsShownIn(message.digest)
          .slice(0, message.digest?.length)
          .map(({ signal }) => signal.id),
      );
    case 'alert':
      return ofSignals(message.signalIds ?? []);
    case 'step':
      return null;
  }
}

function ofSignals(ids: readonly string[]): ShownSignals | null {
  const [only, ...others] = ids;
  if (only === undefined) return null;
  const signalId = others.length === 0 ? only : null;
  return { memory: { ...NOTHING_IN_MIND, signalId }, list: numbered(ids) };
}

const numbered = (signalIds: readonly string[]): ShownPage | null =>
  signalIds.length === 0 ? null : { key: 'message', firstRank: 1, signalIds };

export function workspaceStore(stores: TenantStores, workspaceId: string): WorkspaceStore {
  const hiddenEvidence = scoped(stores.hiddenEvidence, workspaceId);
  return {
    // Its methods are generic, which the scoped type can't say.
    outbox: scoped(stores.outbox, workspaceId) as unknown as Outbox,
    get shares(): Shares {
      const { beginAnswer, list, markAnswer, rememberAnswer, removeShare, sharerOf } = stores.outbox;
      return {
        forget: (message) => removeShare(workspaceId, message),
        beginAnswer: (answer) => beginAnswer(workspaceId, answer),
        markAnswer: (answer, state) => markAnswer(workspaceId, answer, state),
        rememberAnswer: (answer) => rememberAnswer(workspaceId, answer),
        sharerOf: (message) => sharerOf(workspaceId, message),
        async recent(limit) {
          const shares = await list<ShareMessage>(workspaceId, 'share', { sourceId: '', state: 'confirmed', limit });
          return shares.map(({ ownerId, channelId, ts, title, link, intent, createdAt }) => ({
            ...{ userId: ownerId ?? '', channelId: channelId ?? '', ts, title, link, sharedAt: createdAt },
            signalIds: signalIdsOf(intent),
          }));
        },
      };
    },
    get digests(): WorkspaceStore['digests'] {
      const { add, find, list } = stores.outbox;
      const votes = scoped(stores.votes, workspaceId);
      return {
        ...scoped(stores.subscriptions, workspaceId),
        async send({ id: sourceId, channelId }, key, date) {
          const delivery = newDelivery({ sourceId, channelId, key, date });
          return (await add(workspaceId, delivery)) !== null;
        },
        history: (sourceId, limit) => list<Delivery>(workspaceId, 'digest', { sourceId, limit }),
        posted: (sourceId, postedSince) => list<Delivery>(workspaceId, 'digest', { sourceId, postedSince, limit: 60 }),
        delivery: (id) => find<Delivery>(workspaceId, 'digest', id),
        votes: votes.list,
        vote: votes.set,
        forgetVotes: votes.remove,
      };
    },
    watches: scoped(stores.watches, workspaceId),
    settings: scoped(stores.settings, workspaceId),
    hiddenEvidence: { ids: hiddenEvidence.list, hide: hiddenEvidence.hide, unhide: hiddenEvidence.unhide },
    lastLists: scoped(stores.lastLists, workspaceId),
    hiddenSignals: scoped(stores.hiddenSignals, workspaceId),
    conversations: scoped(stores.conversations, workspaceId),
    nativeBlocks: scoped(stores.refusedBlocks, workspaceId),
    feedback: scoped(stores.feedback, workspaceId),
    apiKeys: scoped(stores.apiKeys, workspaceId),
    chartFiles: scoped(stores.chartFiles, workspaceId),
  };
}
