import type { DeliveryState, DigestPauseReason } from '@pain-signals/domain';
import type { OutboxMessage, OwnerNotice } from '#handlers/outbox-port.ts';

/**
 * The tables of the Slack app, camelCase for snake_case. `workspaceId` is a workspace (T…), or an Enterprise Grid organization (E…)
 * that installed the app for all its workspaces. Times are epoch milliseconds. Columns that end in `Sealed` are encrypted and
 * bound to their row.
 */
export interface Tables {
  installations: {
    workspaceId: string;
    teamId: string | null;
    enterpriseId: string | null;
    name: string | null;
    appId: string | null;
    botId: string;
    botUserId: string;
    botScopes: string;
    botTokenSealed: string;
    /** Null: the token does not rotate. */
    refreshTokenSealed: string | null;
    tokenExpiresAt: number | null;
    /** Until then one process refreshes the token. */
    refreshingUntil: number;
    installedBy: string;
    installedAt: number;
  };
  /** Of the last minutes. */
  removals: {
    workspaceId: string;
    removedAt: number;
  };
  oauthStates: {
    stateHash: string;
    expiresAt: number;
  };
  apiKeys: {
    workspaceId: string;
    keySealed: string;
    /** The public part of the key. */
    prefix: string;
    connectedBy: string;
    connectedAt: number;
  };
  settings: {
    workspaceId: string;
    settingsJson: string;
  };
  settingsChanges: {
    id: string;
    workspaceId: string;
    at: number;
    userId: string;
    /** Contains no secrets. */
    changeJson: string;
  };
  outbox: {
    id: string;
    workspaceId: string;
    kind: OutboxMessage['kind'];
    /** The subscription or watch it comes from; empty for a share. */
    sourceId: string;
    sendKey: string;
    state: DeliveryState;
    notice: OwnerNotice | null;
    ownerId: string | null;
    channelId: string | null;
    messageTs: string | null;
    link: string | null;
    error: string | null;
    /** What only this kind of message has. */
    contentJson: string;
    attempts: number;
    dueAt: number;
    postedAt: number | null;
    /** When a process may take it; null when nothing is left to do. A claim is a time in the future. */
    freeAt: number | null;
    claim: string;
    createdAt: number;
  };
  chartFiles: {
    workspaceId: string;
    /** Hash of what the chart shows. */
    contentHash: string;
    /** Slack's file id. */
    fileId: string;
    uploadedAt: number;
  };
  digestSubscriptions: {
    id: string;
    workspaceId: string;
    channelId: string;
    ownerId: string;
    planJson: string;
    changedBy: string | null;
    mayReachOthers: 0 | 1;
    pausedBecause: DigestPauseReason | null;
    nextDueAt: number;
    nextDueDate: string;
  };
  digestVotes: {
    workspaceId: string;
    subscriptionId: string;
    userId: string;
    signalId: string;
    macroArea: string | null;
    painType: string | null;
    isUseful: 0 | 1;
    votedAt: number;
  };
  hiddenQuotes: {
    workspaceId: string;
    quoteId: string;
    /** The most reliable fingerprint of the hidden post, the same for all of its rows. */
    hiddenAs: string;
    hiddenAt: number;
  };
  hiddenSignals: {
    workspaceId: string;
    signalId: string;
    /** When it was hidden: the service may call it otherwise by now. */
    topic: string;
    reason: string;
    hiddenBy: string;
    hiddenAt: number;
    /** The hidden signal that was merged into this one; null where people hid it. */
    follows: string | null;
    /** Not hidden any more since then; what it was called is gone. */
    shownAt: number | null;
    /** When the service was last asked whether it is merged. */
    checkedAt: number;
  };
  conversations: {
    workspaceId: string;
    /** A thread, or a person in a channel. */
    place: string;
    memoryJson: string;
    changedAt: number;
  };
  watches: WatchTable;
  /** A row for each workspace with watches, locked while they are counted. */
  watchBooks: {
    workspaceId: string;
    /** How often it was locked. */
    held: number;
  };
  seenRequests: {
    requestKey: string;
    expiresAt: number;
  };
  unansweredRequests: {
    requestKey: string;
    workspaceId: string;
    /** Where to answer, to whom, and the query. */
    requestSealed: string;
    /** How often telling the person has failed. */
    attempts: number;
    askedAt: number;
    /** Until then some process works on it. */
    freeAt: number;
  };
  listedSignals: {
    /** The fingerprint of an API key. */
    keyHash: string;
    signalId: string;
    listedAt: number;
  };
  lastLists: {
    workspaceId: string;
    /** A person in a channel, or a thread. */
    place: string;
    listJson: string;
    expiresAt: number;
  };
  refusedBlocks: {
    workspaceId: string;
    surface: string;
    kind: string;
    expiresAt: number;
  };
  feedback: {
    workspaceId: string;
    userId: string;
    about: string;
    /** A hash. */
    subject: string;
    isUseful: number;
    givenAt: number;
  };
}

export interface WatchTable {
  workspaceId: string;
  id: string;
  ownerId: string;
  /** Null: direct messages to the owner. */
  channelId: string | null;
  mayReachOthers: 0 | 1;
  subjectJson: string;
  ruleJson: string;
  quietJson: string | null;
  mostADay: number;
  /** The owner's when they created the watch. */
  timeZone: string | null;
  /** Equal for watches with the same query. */
  questionKey: string;
  /** What it has seen and alerted. Null: it starts over. */
  memoryJson: string | null;
  /** The snapshot of the last check. Null when an alert waits. */
  snapshot: string | null;
  mutedUntil: number | null;
  paused: string | null;
  /** Increases with every change, for optimistic locking. */
  version: number;
  createdAt: number;
  nextLookAt: number;
  /** Until then one process checks it. */
  leaseUntil: number;
}
