import type { DeliveryState, Digest, ShareRequest, ShownPage } from '@pain-signals/domain';

/** What the owner of a digest is still to be told, other than that it is unconfirmed. */
export type OwnerNotice = 'thread-unconfirmed' | 'thread-ended' | 'late' | 'unanswered' | 'paused';

/** A message to Slack that must arrive, and must not be posted twice. */
interface MessageBase {
  id: string;
  workspaceId: string;
  /**
   * The subscription or watch it comes from, or the step it runs; empty for a share, `dm` for one that its sharer alone can read,
   * `answer` for an answer in a thread; `missing`, `back` or `hidden` for a notice about watches that waits for others like it.
   */
  sourceId: string;
  /** Idempotency key: one message for each workspace, kind, source and key. */
  key: string;
  /** Null for a digest: its subscription names the owner. */
  ownerId: string | null;
  /** Null: a direct message to the owner. */
  channelId: string | null;
  state: DeliveryState;
  notice: OwnerNotice | null;
  ts: string | null;
  link: string | null;
  /** Why it waits or was not posted: an error code. */
  error: string | null;
  /** How often telling the owner has failed, or a digest had changed by the time it was composed. */
  attempts: number;
  /** How many notices to the owner may have arrived. */
  unconfirmedNotices?: number;
  /** When telling the owner first failed. */
  tellingSince?: number | undefined;
  dueAt: number;
  postedAt: number | null;
  /** Something is still to be done. */
  isOpen: boolean;
  /** Changes with every claim, so that a process which lost its claim can't write. */
  claim: string;
}

/** A message to post, and where. */
export interface ShareIntent {
  request: ShareRequest;
  userId: string;
  channelId: string;
  threadTs: string | null;
  note: string | null;
  /** The address of the message it is shared from. */
  from?: string | null;
  /** "Send it to me": the channel is the app's conversation with this person. */
  isAlone?: boolean;
  /** An address that posts there, for channels that the app is not a member of. Not stored. */
  responseUrl?: string | null;
  /** Tells two shares of the same card to the same channel apart. */
  occasion: string | null;
}

export interface ShareMessage extends MessageBase {
  kind: 'share';
  title: string;
  /** The value of the button that shares it again; empty when it doesn't fit into one. */
  again: string;
  intent: ShareIntent;
  /** The numbers of a list, for the thread below it; missing in those of earlier versions. */
  list?: ShownPage;
}

/** A channel's digest for one date. */
export interface Delivery extends MessageBase {
  kind: 'digest';
  /** Local date it is for: `2026-03-20`. */
  date: string;
  /** Null until it is composed. Excerpts are removed once nothing is left to do. */
  digest: Digest | null;
  /** Thread messages that were begun, and those that are confirmed. */
  threadBegun: number;
  threadPosted: number;
}

/** An alert; or, with `pausedWatches`, the notice that these are paused, or active again, to their owner or, with a channel, to the channel. */
export interface AlertMessage extends MessageBase {
  kind: 'alert';
  text: string;
  /** What it reports; missing in those of earlier versions. */
  signalIds?: readonly string[];
  pausedWatches?: readonly string[];
  /** They resumed by themselves. */
  isResumed?: boolean;
}

/** A run of a workflow step, whose workflow waits until Slack confirms that it is completed. Completing one twice does no harm. */
export interface StepMessage extends MessageBase {
  kind: 'step';
  /** The workflow's inputs; empty once the step is completed. */
  inputs: Readonly<Record<string, unknown>>;
}

export type OutboxMessage = ShareMessage | Delivery | AlertMessage | StepMessage;

type Assigned = 'workspaceId' | 'isOpen' | 'claim';
type Defaulted =
  | 'id'
  | 'sourceId'
  | 'ownerId'
  | 'state'
  | 'notice'
  | 'ts'
  | 'link'
  | 'error'
  | 'attempts'
  | 'dueAt'
  | 'postedAt';

export type NewMessage<Message extends OutboxMessage = OutboxMessage> = Message extends OutboxMessage
  ? Omit<Message, Assigned | Defaulted> & Partial<Pick<Message, Defaulted>>
  : never;

export type MessageChange<Message extends OutboxMessage = OutboxMessage> = Message extends OutboxMessage
  ? Partial<Omit<Message, Assigned | 'id' | 'kind' | 'sourceId' | 'key'>> & {
      /** When any process may take it next, and null when nothing is left to do. By default the claim is kept for a minute. */
      freeAt?: number | null;
    }
  : never;

/**
 * The messages of one workspace. A message is waiting, claimed by the process that prepares it, posting from directly before the
 * call to Slack, and then confirmed or unconfirmed. Unconfirmed messages are never repeated: the owner is told.
 */
export interface Outbox {
  /** Claims a new message, one that was refused, or one whose process died before posting it. Otherwise returns its state. */
  begin<Message extends OutboxMessage>(message: NewMessage<Message>): Promise<Message | DeliveryState>;
  /** Adds a message that any process takes next. Null when there is one with this key. */
  add<Message extends OutboxMessage>(message: NewMessage<Message>): Promise<Message | null>;
  /** Changes the row and `message`. False when another process has claimed it; then nothing has changed. */
  change<Message extends OutboxMessage>(message: Message, change: MessageChange<Message>): Promise<boolean>;
  /** Where a message was posted; null when that isn't confirmed. */
  findPosted(id: string): Promise<{ channelId: string; ts: string } | null>;
  /** Replies to this message go below another one from now on. */
  movePosted(id: string, to: { channelId: string; ts: string }): Promise<void>;
}
