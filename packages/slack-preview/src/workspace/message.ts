/** A block as the app sent it, with the ids Slack adds. What else is in it depends on its type. */
export interface Block {
  readonly type: string;
  readonly block_id?: string;
  readonly [field: string]: unknown;
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
  readonly metadata?: unknown;
  /** What the app shows of the links in it, by their addresses. */
  readonly unfurls?: Readonly<Record<string, readonly Block[]>>;
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
  readonly externalId: string;
  readonly clearOnClose: boolean;
  readonly notifyOnClose: boolean;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
}
