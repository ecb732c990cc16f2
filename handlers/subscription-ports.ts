import type { Answer, PainClient } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type {
  DigestPauseReason,
  DigestPlan,
  DigestSubscription,
  HeldFinding,
  RefusedAlert,
  Vote,
  Watch,
  WatchMemory,
  WatchOptions,
  WatchPauseReason,
  WatchSubject,
} from '@pain-signals/domain';
import type { AlertMessage, Delivery, MessageChange, NewMessage } from './outbox-port.ts';

/** `mayReachOthers`: the person saw that another organization reads the channel. */
export interface SavedDigest {
  channelId: string;
  userId: string;
  plan: DigestPlan;
  mayReachOthers: boolean;
}

/** The digests of one workspace. What reaches their rows refuses people from outside. */
export interface Digests {
  ofChannel(channelId: string): Promise<DigestSubscription | null>;
  find(id: string): Promise<DigestSubscription | null>;
  list(): Promise<DigestSubscription[]>;
  /** When the channel's digest would come next with this plan: not again on a day on which one came. */
  nextDueAt(channelId: string, plan: DigestPlan): Promise<number>;
  /**
   * Makes or changes the channel's digest, and switches it on. Null, and nothing is changed, where `isAsRead` says that somebody else did
   * meanwhile; it is asked while nobody can.
   */
  saveOver(
    wanted: SavedDigest,
    isAsRead: (now: DigestSubscription | null) => boolean,
  ): Promise<DigestSubscription | null>;
  /** False when it was paused already. */
  pause(id: string, because: DigestPauseReason): Promise<boolean>;
  /** Pauses a digest and changes its delivery, together. False, and nothing is changed, where another process has claimed that. */
  pauseFor(
    delivery: Delivery,
    because: DigestPauseReason,
    changeOf: (isFirst: boolean) => MessageChange<Delivery>,
  ): Promise<boolean>;
  /** Changes a delivery directly before it is posted, while nobody can change its digest. False where that isn't as read, or by whom it is claimed. */
  claimToPost(
    delivery: Delivery,
    change: MessageChange<Delivery>,
    isAsRead: (now: DigestSubscription | null) => boolean,
  ): Promise<boolean>;
  /** Where it was paused because another organization reads the channel, it stays paused unless somebody has agreed to that, which is kept. */
  resume(id: string, isAgreed: boolean): Promise<void>;
  /** With its votes and history, and what its owner was still to be told. False while a digest is being posted; its thread is cut off. */
  remove(id: string): Promise<boolean>;
  /** Puts one more delivery in line; false when the key was used before. */
  send(subscription: DigestSubscription, key: string, date: string): Promise<boolean>;
  /** Newest first. */
  history(subscriptionId: string, limit: number): Promise<Delivery[]>;
  /** Alerts since then, newest first. */
  posted(subscriptionId: string, since: number): Promise<Delivery[]>;
  delivery(id: string): Promise<Delivery | null>;
  votes(subscriptionId: string): Promise<Vote[]>;
  vote(subscriptionId: string, vote: Omit<Vote, 'at'>): Promise<void>;
  forgetVotes(subscriptionId: string): Promise<void>;
  /** Each question of a digest is asked once per key, and its answer serves all channels until the figures can have changed. */
  fetchOnce<Data>(question: string, ask: (client: PainClient) => Promise<Answer<Data>>): Promise<Answer<Data>>;
  /** Starts deliveries now instead of at the next check. */
  wake(): void;
}

export type WatchChange = Partial<WatchOptions> & { mutedUntil?: number | null; paused?: Watch['paused'] };

/** A watch to create, with the state it starts from. */
export interface NewWatch extends WatchOptions {
  ownerId: string;
  subject: WatchSubject;
  timeZone: string | null;
  memory: WatchMemory;
  /** The snapshot that `memory` was made from. */
  snapshot: string | null;
}

/** `isKnown`: the same watch existed already. */
export type CreatedWatch = { watch: Watch; isKnown: boolean } | { full: 'person' | 'workspace'; most: number };

/**
 * `over`: signals already above its new level; null where only the next check finds them. `dropped`: alerts that were held back, and are
 * none under its new rule.
 */
export interface AdjustedWatch {
  watch: Watch;
  over: number | null;
  dropped: readonly HeldFinding[];
}

export interface UndoableEdit {
  /** Makes the watch what it was before. False, and nothing is changed, where somebody changed or stopped it since. */
  undo(): Promise<boolean>;
}

/** The watches of one workspace. Every method refuses outsiders. */
export interface Watches {
  create(watch: NewWatch): Promise<CreatedWatch>;
  find(id: string): Promise<Watch | null>;
  /** A person's watches and a channel's, oldest first. */
  list(of: { ownerId: string | null; channelId: string | null }): Promise<Watch[]>;
  /**
   * Ends a pause that doesn't end by itself. `current`: its signals by another rule, where the service could be asked. `same`: the owner
   * has such a watch already. `changed`, and nothing is changed, where `isAsRead` says that somebody else did meanwhile; it is asked while
   * nobody can. Null when it is gone.
   */
  adjust(
    id: string,
    choice: WatchOptions,
    current: readonly PainSignalListItem[] | null,
    isAsRead: (now: Watch) => boolean,
  ): Promise<(AdjustedWatch & UndoableEdit) | { same: Watch } | 'changed' | null>;
  /** `isKnown`: it was muted that long already. Null when it is gone. */
  mute(id: string, until: number): Promise<{ watch: Watch; isKnown: boolean } | null>;
  /**
   * Ends a mute, and a pause that doesn't end by itself; where another organization reads the channel, only if somebody has agreed to that
   * of this channel. Null when it is gone.
   */
  resume(id: string, agreedTo: string | null): Promise<Watch | null>;
  /** Returns false when it was gone already. */
  remove(id: string): Promise<boolean>;
}

/** A watch that is due, leased to this process. */
export interface DueWatch extends Watch {
  workspaceId: string;
  timeZone: string | null;
  /** Null: the next check is its first. */
  memory: WatchMemory | null;
  /** The snapshot that was last looked at, when nothing waits. */
  snapshot: string | null;
  /** Every change makes another one. */
  version: number;
}

export interface CheckResult {
  memory: WatchMemory | null;
  /** With its current topic and id. */
  subject: WatchSubject;
  snapshot: string | null;
}

export type NextLook = 'soon' | 'next-hour';

/** The watches of all workspaces, for the job that checks them. */
export interface WatchChecks {
  /** Watches that are due, equal queries side by side; each is given to one process. Also those whose pause ends by itself. */
  claimDue(limit: number, exceptWorkspaces?: readonly string[]): Promise<DueWatch[]>;
  /** False when somebody changed the watch, or another process took it over. */
  settle(watch: DueWatch, result: CheckResult): Promise<boolean>;
  /** The same directly before its alert is posted. Null: the alert must not be posted. */
  settleWithAlert(watch: DueWatch, result: CheckResult, alert: NewMessage<AlertMessage>): Promise<AlertMessage | null>;
  /** The check had no result; there is another one at the next hour, or soon. `memory` replaces its own. */
  release(watch: DueWatch, when: NextLook, memory?: WatchMemory): Promise<void>;
  /** Slack refused the alert: it is judged again, by what the watch is now where somebody changed it meanwhile. */
  undo(watch: DueWatch, alert: AlertMessage, refused: RefusedAlert, when: NextLook): Promise<void>;
  /** Ends a pause, with its notice if there is one, which joins one like it that waits; the watch is checked again at once. Nothing where somebody changed the watch. */
  resume(watch: DueWatch, memory: WatchMemory | null, notice: NewMessage<AlertMessage> | null): Promise<void>;
  /** Stops these until somebody resumes them; for `shared`, those for which nobody knows that. The notices about those that were not stopped before are saved with it, and join those like them that wait. */
  pause(
    workspaceId: string,
    which: { id: string } | { channelId: string } | 'all',
    reason: WatchPauseReason,
    noticesOf: (paused: readonly Watch[]) => readonly NewMessage<AlertMessage>[],
  ): Promise<void>;
}
