import type { Entity } from '../limits/work-object.ts';

/** A block as the app sent it, with the ids Slack adds. What else is in it depends on its type. */
export interface Block {
  readonly type: string;
  readonly block_id?: string;
  readonly [field: string]: unknown;
}

/** What one person sees beside a conversation. Neither entity nor error: the app has not answered yet. */
export interface Details {
  readonly userId: string;
  readonly channelId: string;
  readonly ts: string;
  readonly url: string;
  readonly entity?: Entity;
  /** Why there is none: `restricted`, `not_found` and so on. */
  readonly error?: string;
}

/** A message that the app writes piece by piece. Slack takes pieces until the app or a person stops it, or it expires. */
export interface Stream {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly isStoppedByUser?: boolean;
}

/** A message in a channel: posted, or ephemeral. */
export interface Message {
  /** Unique in its channel and rising: seconds, a dot, six digits. */
  readonly ts: string;
  readonly channelId: string;
  /** Who wrote it: a person, the app's bot, or Slackbot. */
  readonly user: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The ts of its thread's first message. */
  readonly threadTs?: string;
  /** The only person who sees it. */
  readonly ephemeralFor?: string;
  readonly isEdited?: boolean;
  /** Posted by a response_url: Slack then refuses chat.update. */
  readonly isResponse?: boolean;
  readonly stream?: Stream;
  /** What the app shows of the links in it, by their addresses. */
  readonly unfurls?: Readonly<Record<string, readonly Block[]>>;
  /** The Work Objects among them, by the links they are for. */
  readonly entities?: Readonly<Record<string, Entity>>;
}

/** A modal or an App Home, as the Web API and the payloads show it. */
export interface View {
  readonly id: string;
  readonly type: 'modal' | 'home';
  readonly userId: string;
  readonly hash: string;
  readonly title?: { readonly type: string; readonly text: string };
  readonly submit?: { readonly type: string; readonly text: string };
  readonly close?: { readonly type: string; readonly text: string };
  readonly blocks: readonly Block[];
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
}

/** Measured by others: a stream ends five minutes after its start, whatever is appended. */
const STREAM_LIFETIME_MS = 5 * 60_000;

/** While the app still writes it, Slack refuses to change or delete a message. */
export const isStreaming = (message: Message, now: number): message is Message & { readonly stream: Stream } =>
  message.stream?.isOpen === true && now - message.stream.startedAt <= STREAM_LIFETIME_MS;
