import type { PainClient } from '@pain-signals/client';
import type { Logger } from 'pino';
import type { Picture } from '#blocks/charts/picture.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Digests } from './digest-port.ts';
import type { Outbox } from './outbox-port.ts';
import type { RequestContext, Requester } from './request-context.ts';
import type { SlackPort } from './slack-port.ts';
import type { Watches } from './watch-port.ts';

/** A picture that is a file of the workspace. */
export interface UploadedChart {
  fileId: string;
  altText: string;
  contentHash: string;
  /** Slack may still be working on it, and no message shows it yet. */
  isNew: boolean;
}

/** Pictures for messages of one workspace. None of these throws. */
export interface Charts {
  /** Uploaded once for each content; null when there can be no picture now. Every upload is kept or discarded in the end. */
  upload(chart: ChartDescription): Promise<UploadedChart | null>;
  /** A message shows it. */
  keep(chart: UploadedChart): Promise<void>;
  /** No message shows it, or Slack does not know it any more. */
  discard(chart: UploadedChart): Promise<void>;
  /** A signed address at which anybody finds it for a day; null when the app has no public address. */
  urlOf(chart: ChartDescription): Picture | null;
}

/** A card that is posted in a channel. */
export interface Share {
  userId: string;
  channelId: string;
  /** Null when it was posted through a response_url, for which Slack returns no ts. */
  ts: string | null;
  title: string;
  link: string | null;
  sharedAt: number;
}

export interface Shares {
  /** Confirmed ones, newest first. */
  recent(limit: number): Promise<Share[]>;
  /** After its message was deleted; the key finds a share for which Slack returned no ts. */
  forget(message: { channelId: string; ts: string; key: string | null }): Promise<void>;
}

/** Which press of "Send it to me" was already done. */
export interface IdempotencyKeys {
  /** Only the first caller gets true, until it releases the key or it is forgotten. */
  claim(key: string): boolean;
  release(key: string): void;
}

/** What a workspace has chosen. */
export interface Settings {
  /** Taken for questions that name no area. */
  defaultArea: string | null;
  /** Offered first where something is posted. */
  defaultChannelId: string | null;
  /** People who may change things besides the workspace's admins. */
  managerIds: readonly string[];
  /** Who may set up digests and watches that tell a channel: every full member, or those who may change things. */
  setUpBy: 'members' | 'managers';
}

/**
 * One line of the log: what one person did to one setting, or went on doing on one day. `setting` is a name of {@link Settings}, `key`, whose value is
 * never told, or `quote` and `hiddenQuote`, of which each change is about another one.
 */
export interface SettingsChange {
  at: number;
  userId: string;
  setting: string;
  /** Before the first change and after the last. */
  from: string | null;
  to: string | null;
  times: number;
}

export interface WorkspaceSettings {
  get(): Promise<Settings>;
  /** Whether they may change settings, connect a key, see the log: admins, named people, and who installed the app. */
  mayChange(userId: string): Promise<boolean>;
  /** Ask `mayChange` first. What did not change is not logged. */
  change(userId: string, change: Partial<Settings>): Promise<Settings>;
  /** The last 50 changes, newest first. */
  changes(): Promise<SettingsChange[]>;
}

/** Posts that the workspace does not want to be quoted, by the ids of their quotes. */
export interface HiddenEvidence {
  ids(): Promise<ReadonlySet<string>>;
  /** Ask `mayChange` first. False when no more can be hidden. The first of the ids is the surest. */
  hide(userId: string, ids: readonly [string, ...string[]]): Promise<boolean>;
  unhide(userId: string, quoteId: string): Promise<void>;
}

export interface Person {
  id: string;
  name: string;
  /** Admin or owner of the workspace or its organisation. */
  isAdmin: boolean;
  isGuest: boolean;
  /** Belongs to another organisation (Slack Connect). */
  isExternal: boolean;
  /** IANA. */
  timeZone: string | null;
  /** BCP 47. */
  locale: string | null;
}

export interface People {
  /** Remembered for some minutes. Null when Slack does not tell, soon or at all: show times in UTC then, and trust nobody more. */
  find(userId: string): Promise<Person | null>;
}

/** `shared`: the key that the operator gave for all workspaces. `none`: nothing can be asked. */
export type ConnectionState =
  | { kind: 'own'; prefix: string; connectedBy: string; connectedAt: number }
  | { kind: 'shared' }
  | { kind: 'none' };

/** The workspace's key of the pain signal service. Nothing gives it out again. */
export interface Connection {
  state(): Promise<ConnectionState>;
  /** Asks the service whether the key works, then keeps it. Throws what the client throws, and then nothing has changed. */
  connect(userId: string, key: string): Promise<void>;
  disconnect(userId: string): Promise<void>;
}

/** Knows which of Slack's events came before: Slack sends one again when it did not hear us take it. */
export interface SeenEvents {
  isFirst(eventId: string): boolean;
}

/**
 * Remembers for an hour which signal was which number in the list that a person saw last, in a thread for all of it. A thread that has
 * no list goes by the one that this person saw in the channel.
 */
export interface LastLists {
  /** Pages of the list with the same key add up; a list with another key takes its place. `firstRank` is from 1. */
  remember(asker: Requester, list: { key: string; firstRank: number; signalIds: readonly string[] }): void;
  /** Signal ids by their number; null when there was no list. */
  recall(asker: Requester): ReadonlyMap<number, string> | null;
}

/** How long a person waits for an answer before being told that there is none, and for what a card can do without. */
export interface Timeouts {
  answerMs: number;
  optionalMs: number;
}

/**
 * Returns the card drawn before for the same answer and key, or draws it.
 * @param answer the object the client cached, which everybody with the same query shares
 * @param key everything else the card depends on, its locale too
 */
export type CardCache = (answer: object, key: object, draw: () => Card) => Card;

/** What handlers need from outside, for one request: nothing in it reaches another workspace. */
export interface Deps {
  /** Spends the workspace's key. Refuses people from outside, whoever forgets to ask `isOutsider`. */
  client: Pick<
    PainClient,
    | 'trending'
    | 'emerging'
    | 'top'
    | 'signals'
    | 'search'
    | 'signal'
    | 'stats'
    | 'timeline'
    | 'history'
    | 'evidenceExcerpts'
    | 'brief'
    | 'opportunities'
    | 'pipeline'
    | 'budget'
  >;
  slack: SlackPort;
  charts: Charts;
  outbox: Outbox;
  shares: Shares;
  digests: Digests;
  /** Whoever installed the app; null where nobody knows. */
  installedBy: string | null;
  watches: Watches;
  idempotencyKeys: IdempotencyKeys;
  settings: WorkspaceSettings;
  hiddenEvidence: HiddenEvidence;
  people: People;
  connection: Connection;
  lastLists: LastLists;
  cachedCard: CardCache;
  seenEvents: SeenEvents;
  logger: Logger;
  /** Of this app. */
  version: string;
  /** Epoch milliseconds. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** A short id that a person can read out and an operator can find in the log. */
  newReference: () => string;
  /** The address of a signal's page, null when there is none. */
  linkTo: (signalId: string) => string | null;
  /** The id of the signal whose page this address is; null for every other address. */
  signalAt: (url: string) => string | null;
  /** A guest, or of another organisation: sees cards, but must not spend this workspace's key or change anything. */
  isOutsider: (person: Pick<RequestContext, 'userId' | 'userTeamId'>) => Promise<boolean>;
  timeouts: Timeouts;
}

/** Builds what the handlers of one request need. Calls nobody, so that a listener can acknowledge first. The same for its errors. */
export type RequestComposer = (request: { context: object; body: unknown }) => { deps: Deps; context: RequestContext };
