import type { HomeView, ModalView } from '@slack/types';
import type { Card } from '#blocks/kit/card.ts';

/** A card as Slack gets it; without blocks it is the poorer version. */
export interface Message {
  text: string;
  blocks?: Card['blocks'];
}

/** What Slack made of a message. `isCertain: false`: the answer was lost, so it may have been taken all the same. */
export type SendResult = { ok: true } | SendFailure;

/** A message that stands in a channel, by which it can be found again. */
export type PostResult = { ok: true; channelId: string; ts: string } | SendFailure;

export type ViewResult = { ok: true; viewId: string } | SendFailure;

export interface SendFailure {
  ok: false;
  error: string;
  isConfirmed: boolean;
  /** How long Slack wants to be left alone. */
  retryAfterMs?: number;
}

/** Where a message would go. */
export interface ChannelInfo {
  /** The app can post there. */
  isMember: boolean;
  isArchived: boolean;
  /** Everybody in the workspace can read it. */
  isPublic: boolean;
  /** People of another organisation read it too (Slack Connect). */
  isShared: boolean;
}

/** A conversation that was opened, or why not. */
export type OpenResult = { ok: true; channelId: string } | SendFailure;

/** Where links were written: a posted message, or one that is still being written. */
export type UnfurlTarget = { channelId: string; ts: string } | { unfurlId: string; source: string };

/** A workflow's step that runs now, and the token that Slack gave for it. */
export interface StepRun {
  executionId: string;
  token: string;
}

/** What a step hands on to the steps after it, or why it failed. */
export type StepOutcome = { outputs: Record<string, unknown> } | { error: string };

export interface SuggestedPrompt {
  title: string;
  message: string;
}

/** The ways to Slack. None of them throws or takes longer than a few seconds. */
export interface SlackPort {
  /** Answers the person through a response_url, seen by them alone. */
  respond(
    url: string,
    message: Message,
    options: { replaceOriginal: boolean; threadTs?: string | null },
  ): Promise<SendResult>;
  /** Shows a message to one person, when the response_url can no longer. */
  postEphemeral(
    to: { channelId: string; userId: string; threadTs?: string | null },
    message: Message,
  ): Promise<SendResult>;
  /** Posts for everybody in a channel or thread. */
  postMessage(to: { channelId: string; threadTs?: string | null }, message: Message): Promise<PostResult>;
  /** Posts for everybody in a channel by an address that Slack gave for it. */
  postToUrl(url: string, message: Message): Promise<SendResult>;
  deleteMessage(message: { channelId: string; ts: string }): Promise<SendResult>;
  /** Deletes the message that the address came from. */
  deleteAtUrl(url: string): Promise<SendResult>;
  openModal(triggerId: string, view: ModalView): Promise<ViewResult>;
  /** On top of the dialog that was pressed in. */
  pushModal(triggerId: string, view: ModalView): Promise<ViewResult>;
  /** A dialog that was closed meanwhile is refused. */
  updateModal(viewId: string, view: ModalView): Promise<SendResult>;
  /** Puts a page of one person's own on the app's Home. */
  publishHome(userId: string, view: HomeView): Promise<SendResult>;
  /** Shows cards below a message, or below one being written, by the links in it. */
  unfurl(message: UnfurlTarget, cards: Readonly<Record<string, Card['blocks']>>): Promise<SendResult>;
  /** Says beside a conversation that an answer is being made; the answer ends it. */
  setStatus(to: { channelId: string; threadTs: string }, status: string): Promise<SendResult>;
  /** Offers questions to begin a conversation with. */
  suggestPrompts(channelId: string, prompts: readonly SuggestedPrompt[]): Promise<SendResult>;
  /** Ends a workflow's step. */
  completeStep(run: StepRun, outcome: StepOutcome): Promise<SendResult>;
  /** The address of a message, null when Slack does not tell. */
  permalink(message: { channelId: string; ts: string }): Promise<string | null>;
  /** What Slack says of a channel; null where it says nothing, to an app that must not know it for one. */
  channel(channelId: string): Promise<ChannelInfo | null>;
  /** The conversation between the app and one person. */
  openDm(userId: string): Promise<OpenResult>;
}
