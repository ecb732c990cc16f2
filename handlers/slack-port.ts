import type { EntityMetadata, HomeView, ModalView } from '@slack/types';
import type { Card, SlackBlock } from '#blocks/kit/card.ts';

/** A message as Slack gets it. Without blocks it is text only. */
export interface Message {
  text: string;
  blocks?: readonly SlackBlock[];
}

/** The outcome of a call. `isConfirmed: false`: Slack's response was lost, so the call may have worked. */
export type SendResult = { ok: true } | SendFailure;

/** Where a posted message is. */
export type PostResult = { ok: true; channelId: string; ts: string } | SendFailure;

export type ViewResult = { ok: true; viewId: string } | SendFailure;

export interface SendFailure {
  ok: false;
  error: string;
  isConfirmed: boolean;
  /** Slack's Retry-After. */
  retryAfterMs?: number;
  /** The type of a block that Slack doesn't take there, as far as it says. */
  refusedBlock?: string;
}

/** Another process has claimed the message: nothing was posted, and Slack was not asked. */
export const NOT_CLAIMED = { ok: false, error: 'not_claimed', isConfirmed: true } as const;

/** Slack won't take messages there until somebody changes something: in the channel, for the person, or with the app's permissions. */
const CLOSED =
  /^(is_archived|not_in_channel|channel_not_found|restricted_action.*|cannot_post.*|no_permission|missing_scope|messages_tab_disabled|cannot_dm_bot|user_disabled|user_not_found|users_not_found|user_not_in_channel)$/;

/** Slack takes nothing from the app until it is installed again. */
const REVOKED =
  /^(account_inactive|token_revoked|invalid_auth|org_login_required|ekm_access_denied|team_access_not_granted)$/;

/** Sending it there again doesn't help. */
export const isClosed = (result: SendResult): boolean => !result.ok && result.isConfirmed && CLOSED.test(result.error);

/** Codes of {@link REVOKED} that Slack also says of one channel, as of another workspace of the organization. */
export const mayBeOneChannel = (result: SendResult): boolean =>
  !result.ok && /^(ekm_access_denied|team_access_not_granted)$/.test(result.error);

export const isRevoked = (result: SendResult): boolean =>
  !result.ok && result.isConfirmed && REVOKED.test(result.error);

/** Codes of failures that may be temporary. Slack itself answers 200 and 429 only; other statuses come from proxies in between. */
const PASSING =
  /^(unreadable_answer|ratelimited|rate_limited|internal_error|fatal_error|service_unavailable|request_timeout|message_limit_exceeded|team_added_to_org|external_channel_migrating|http_(?!400)\d+)$/;

/** Trying again later may help. Codes of Slack are lower case; those of a connection that never was are not. */
export const isPassing = (result: SendResult): boolean =>
  !result.ok &&
  (!result.isConfirmed ||
    result.retryAfterMs !== undefined ||
    PASSING.test(result.error) ||
    /^[A-Z]/.test(result.error));

export interface ChannelInfo {
  /** The app is in the channel. */
  isMember: boolean;
  isArchived: boolean;
  /** Everybody in the workspace can read it. */
  isPublic: boolean;
  /** Shared with another organization (Slack Connect). */
  isShared: boolean;
}

/** Null for channels the app can't see, or may not ask about; a failure while Slack says nothing about it. */
export type ChannelAnswer = ChannelInfo | null | SendFailure;

export type OpenResult = { ok: true; channelId: string } | SendFailure;

/** Where links are: in a posted message, or in one being written. */
export type UnfurlTarget = { channelId: string; ts: string } | { unfurlId: string; source: string };

/** The preview of a link: as blocks and, where Slack takes it, as a Work Object. */
export interface LinkPreview {
  /** As it was pasted. */
  url: string;
  blocks: Card['blocks'];
  entity?: EntityMetadata;
}

/** The details of a Work Object in the side pane, or the reason why there are none, for which Slack has its own texts. */
export type WorkObjectDetails =
  | { entity: EntityMetadata }
  | { error: 'not_found' | 'restricted' | 'timeout' | 'internal_error' };

/** One run of a workflow step, and Slack's token for it, which isn't kept: the app's own works too. */
export interface StepRun {
  executionId: string;
  token: string | null;
}

export type StepOutcome = { outputs: Record<string, unknown> } | { error: string };

export interface SuggestedPrompt {
  title: string;
  message: string;
}

/** A step of the work on an answer, as a card in a streamed message. */
export interface StreamTask {
  id: string;
  title: string;
  status: 'in_progress' | 'complete' | 'error';
  /** The result, for a finished step. */
  output?: string;
}

interface MessageRef {
  channelId: string;
  ts: string;
}

/** Calls to Slack. None throws or takes longer than a few seconds. */
export interface SlackPort {
  /** Answers through a response_url; only the person sees it. */
  respond(
    url: string,
    message: Message,
    options: { replaceOriginal: boolean; threadTs?: string | null },
  ): Promise<SendResult>;
  /** Shows a message to one person in a channel. */
  postEphemeral(
    to: { channelId: string; userId: string; threadTs?: string | null },
    message: Message,
  ): Promise<SendResult>;
  /** Posts for everybody in a channel or thread. `claim` is called directly before the call; false: nothing is posted. */
  postMessage(
    to: { channelId: string; threadTs?: string | null },
    message: Message,
    claim?: () => Promise<boolean>,
  ): Promise<PostResult>;
  /** Posts for everybody through a response_url. */
  postToUrl(url: string, message: Message): Promise<SendResult>;
  /** Starts a streamed message for the person who asked. Slack ends it after about five minutes. */
  startStream(
    to: { channelId: string; threadTs: string; userId: string; teamId: string },
    tasks: readonly StreamTask[],
  ): Promise<PostResult>;
  /** Adds tasks, or changes those with the same id. */
  appendStream(message: MessageRef, tasks: readonly StreamTask[]): Promise<SendResult>;
  /** Ends the message, with the content at its bottom. */
  stopStream(message: MessageRef, tasks: readonly StreamTask[], content: Message | null): Promise<PostResult>;
  updateMessage(message: MessageRef, content: Message): Promise<SendResult>;
  deleteMessage(message: MessageRef): Promise<SendResult>;
  /** Deletes the message that the response_url came from. */
  deleteAtUrl(url: string): Promise<SendResult>;
  openModal(triggerId: string, view: ModalView): Promise<ViewResult>;
  /** Opens on top of the current dialog. */
  pushModal(triggerId: string, view: ModalView): Promise<ViewResult>;
  /** Fails when the dialog was closed. */
  updateModal(viewId: string, view: ModalView): Promise<SendResult>;
  publishHome(userId: string, view: HomeView): Promise<SendResult>;
  /** Shows previews of its links below a message. */
  unfurl(message: UnfurlTarget, previews: readonly LinkPreview[]): Promise<SendResult>;
  /** Answers a request for the details of a Work Object. */
  presentDetails(triggerId: string, details: WorkObjectDetails): Promise<SendResult>;
  /** Shows a status in a thread until the answer is posted. */
  setStatus(to: { channelId: string; threadTs: string }, status: string): Promise<SendResult>;
  suggestPrompts(channelId: string, prompts: readonly SuggestedPrompt[]): Promise<SendResult>;
  completeStep(run: StepRun, outcome: StepOutcome): Promise<SendResult>;
  /** Null when Slack doesn't return one. */
  permalink(message: MessageRef): Promise<string | null>;
  askChannel(channelId: string): Promise<ChannelAnswer>;
  /** The id of the public channel of this name. Null when there is none, or the app may not ask; a failure where asking later may help. */
  findChannel(name: string): Promise<string | null | SendFailure>;
  /** Whether another organization reads it, or will. Null where the app can't see it or may not ask; a failure while Slack says nothing about it. */
  isShared(channelId: string): Promise<boolean | null | SendFailure>;
  /**
   * A failure where asking later may help. `isOneOfMany`: by the person's own list alone, which lacks channels of other workspaces of
   * their organization; the members of a large channel are many calls.
   */
  isInChannel(person: {
    channelId: string;
    userId: string;
    isPublic: boolean;
    isOneOfMany?: boolean;
  }): Promise<boolean | SendFailure>;
  openDm(userId: string): Promise<OpenResult>;
}
