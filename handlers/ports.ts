import type { PainClient, ServiceCalls } from '@pain-signals/client';
import type {
  ConnectionState,
  ConversationMemory,
  HiddenSignal,
  Settings,
  SettingsChange,
  SharedCard,
  ShownPage,
} from '@pain-signals/domain';
import type { Logger } from 'pino';
import type { Picture } from '#blocks/charts/picture.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { NativeKind } from '#blocks/kit/native-blocks.ts';
import type { Outbox } from './outbox-port.ts';
import type { RequestContext, Requester } from './request-context.ts';
import type { SlackPort } from './slack-port.ts';
import type { Digests, Watches } from './subscription-ports.ts';

/** A picture uploaded to the workspace. */
export interface UploadedChart {
  fileId: string;
  altText: string;
  contentHash: string;
  /** Slack may still be processing it, and no message shows it yet. */
  isNew: boolean;
}

/** Pictures for one workspace's messages. None of these throws. */
export interface Charts {
  /** Uploads each content once. Null on failure. The caller must keep or discard every upload. */
  upload(chart: ChartDescription): Promise<UploadedChart | null>;
  /** Call when a message shows it. */
  keep(chart: UploadedChart): Promise<void>;
  /** Call when no message shows it, or Slack has lost it. */
  discard(chart: UploadedChart): Promise<void>;
  /** A signed public address, valid for a day. Null when the app has no public address. */
  urlOf(chart: ChartDescription): Picture | null;
}

export interface Shares {
  /** Confirmed ones, newest first. */
  recent(limit: number): Promise<SharedCard[]>;
  /** After its message was deleted; the key finds a share for which Slack returned no ts. */
  forget(message: { channelId: string; ts: string; key: string | null }): Promise<void>;
  /** A message that is becoming an answer. Unless it is remembered or forgotten within minutes, the outbox ends it. */
  beginAnswer(answer: { channelId: string; ts: string; userId: string }): Promise<void>;
  /**
   * How far it is: `posting` from directly before it is sent, `told` once the person knows that it is unconfirmed, `skipped` where the
   * message is to be deleted. False, and nothing is written, for one that was not begun.
   */
  markAnswer(answer: { channelId: string; ts: string }, state: 'posting' | 'told' | 'skipped'): Promise<boolean>;
  /** An answer that was posted in a thread for everybody, for the person who asked. */
  rememberAnswer(answer: { channelId: string; ts: string; userId: string }): Promise<void>;
  /** Who shared it or asked for it. Null for other posts, such as a digest; undefined for an unknown message. */
  sharerOf(message: { channelId: string; ts: string; key: string | null }): Promise<string | null | undefined>;
}

/** Or what changes in the settings as they are by now. */
export type ChangeOfSettings = Partial<Settings> | ((now: Settings) => Partial<Settings>);

export interface WorkspaceSettings {
  get(): Promise<Settings>;
  /** Whether they may change settings, connect a key and see the log: admins, managers, and the installer. */
  mayChange(userId: string): Promise<boolean>;
  /** Check `mayChange` first. Logs what changed. */
  change(userId: string, change: ChangeOfSettings): Promise<Settings>;
  /** The last 50 changes, newest first. */
  changes(): Promise<SettingsChange[]>;
}

/** Evidence that the workspace has hidden, by fingerprint. */
export interface HiddenEvidence {
  ids(): Promise<ReadonlySet<string>>;
  /** Check `mayChange` first. False when the limit is reached. The first id is the most specific. */
  hide(userId: string, ids: readonly [string, ...string[]]): Promise<boolean>;
  unhide(userId: string, quoteId: string): Promise<void>;
}

/** Left out of the workspace's lists, searches, digests and alerts. */
export interface HiddenSignals {
  /** Some that may have been merged since they were last checked, with this snapshot or another, and that no other process checks now. */
  claimUnchecked(limit: number, snapshotAt: number | null): Promise<string[]>;
  /**
   * Hides what it was merged into, unless people have shown that; shows that again once the service has the signal itself. Null: the
   * service knows neither.
   */
  checked(id: string, answered: { id: string; topic: string } | null): Promise<void>;
  ids(): Promise<ReadonlySet<string>>;
  /** Newest first. */
  list(): Promise<HiddenSignal[]>;
  /** Check `maySetUpChannelPosts` first. False when the limit is reached. */
  hide(userId: string, signal: Pick<HiddenSignal, 'id' | 'topic' | 'reason'>): Promise<boolean>;
  unhide(userId: string, signalId: string): Promise<void>;
}

/**
 * What conversations are about, for a day: per person, in a thread for everybody. A thread begins with what the app's message above
 * it shows.
 */
export interface Conversations {
  recall(requester: Requester): Promise<ConversationMemory>;
  remember(requester: Requester, memory: ConversationMemory): Promise<void>;
}

export interface Person {
  id: string;
  name: string;
  /** Admin or owner of the workspace or its organization. */
  isAdmin: boolean;
  isGuest: boolean;
  /** Belongs to another organization (Slack Connect), or is a bot. */
  isExternal: boolean;
  /** In another workspace of the organization. Everybody is where the organization installed the app. */
  isElsewhere: boolean;
  /** IANA. */
  timeZone: string | null;
}

/**
 * `outsider`: guests, bots and other organizations. They see cards, but must not use the workspace's key or change anything. Nor may
 * somebody whom Slack doesn't describe right now (`unknown`).
 */
export type Standing = 'member' | 'outsider' | 'unknown';

export interface People {
  /** Cached for some minutes. Null when Slack fails or is slow and has not described them within the hour: use UTC then, and grant nothing. */
  find(userId: string): Promise<Person | null>;
  /** The channel of the app's own conversation with them, cached. Null while Slack doesn't say. */
  conversationOf(userId: string): Promise<string | null>;
}

/** The workspace's key for the service. It can't be read back. */
export interface Connection {
  state(): Promise<ConnectionState>;
  /** Checks the key with the service for `checkMs` at most, then saves it. Throws what the client throws, without saving. */
  connect(userId: string, key: string, checkMs: number): Promise<void>;
  disconnect(userId: string): Promise<void>;
}

/**
 * Remembers for an hour which signal had which number in the last list: per person, in a thread for everybody. A thread without a
 * list uses that of the app's message above it, else the person's list in the channel.
 */
export interface LastLists {
  /** Pages with the same key are added to the list; another key replaces it. */
  remember(requester: Requester, list: ShownPage): Promise<void>;
  /** Signal ids by their number; null when there was no list. `thread`: of one that everybody in the thread has seen. */
  recall(requester: Requester, of?: 'thread'): Promise<ReadonlyMap<number, string> | null>;
  /** How many signals the list has on all pages; null where that isn't known. */
  total(requester: Requester): Promise<number | null>;
}

/** Where a card is shown. Slack documents for few of its newer blocks which surfaces take them. */
export type Surface = 'channel' | 'private' | 'dialog' | 'stream';

/** Features that Slack may refuse, like newer blocks: streamed answers, and links as Work Objects. */
export type Refusable = NativeKind | 'stream' | 'workObject';
type RefusingSurface = Surface | 'direct' | 'unfurl';

/** What a surface refused within the last day, in any process. */
export interface NativeBlocks {
  refused(surface: RefusingSurface): Promise<ReadonlySet<Refusable>>;
  refuse(surface: RefusingSurface, kinds: readonly Refusable[]): Promise<void>;
}

export interface GivenFeedback {
  userId: string;
  about: 'answer' | 'brief';
  /** The question, or the brief's signal. */
  subject: string;
  isUseful: boolean;
}

export interface Feedback {
  /** Replaces an earlier vote of the same person. */
  give(vote: GivenFeedback): Promise<void>;
  counts(): Promise<{ useful: number; notUseful: number }>;
}

/** How long a person waits for an answer, and how long for the optional parts of a card. */
export interface Timeouts {
  answerMs: number;
  optionalMs: number;
}

/**
 * Returns the card drawn before for the same answer and key, or draws it.
 * @param answer the object the client cached, which everybody with the same query shares
 * @param key everything else the card depends on
 */
export type CardCache = (answer: object, key: object, draw: () => Card) => Card;

/** What handlers need from outside, for one request: nothing in it reaches another workspace. */
export interface Deps {
  /** Uses the workspace's key, so it refuses outsiders. */
  client: ServiceCalls & Pick<PainClient, 'budget' | 'together'>;
  slack: SlackPort;
  charts: Charts;
  outbox: Outbox;
  shares: Shares;
  digests: Digests;
  /** Who installed the app; null when unknown. */
  installedBy: string | null;
  watches: Watches;
  settings: WorkspaceSettings;
  hiddenEvidence: HiddenEvidence;
  hiddenSignals: HiddenSignals;
  conversations: Conversations;
  people: People;
  connection: Connection;
  lastLists: LastLists;
  nativeBlocks: NativeBlocks;
  feedback: Feedback;
  cachedCard: CardCache;
  logger: Logger;
  version: string;
  /** Epoch milliseconds. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** A short id, shown to the person and logged. */
  newReference: () => string;
  /** Notes the code of the error that this request was answered with, for log and metrics. */
  noteFailure: (code: string) => void;
  /** Notes whether the person behind this request got an answer, or was told. The last one counts; who got none is told later. */
  noteDelivery: (isDelivered: boolean) => void;
  /** What another process can go on with is left to it. */
  isStopping: () => boolean;
  /** The outbox sees to this request from now on, also when this process dies. */
  noteKept: () => Promise<void>;
  /** Takes that back, before the outbox forgets it: until it is answered, who asked is told when this process dies. */
  keepAgain: () => Promise<void>;
  /** The address of a signal's page; null when none is configured. */
  linkTo: (signalId: string) => string | null;
  /** The signal whose page this is; null for other addresses. */
  signalAt: (url: string) => string | null;
  standingOf: (person: Pick<RequestContext, 'userId' | 'userTeamId'>) => Promise<Standing>;
  timeouts: Timeouts;
}

/** Builds what the handlers of one request need, and its error handler. Makes no call, so that a listener can acknowledge first. */
export type RequestComposer = (request: { context: object; body: unknown }) => { deps: Deps; context: RequestContext };
