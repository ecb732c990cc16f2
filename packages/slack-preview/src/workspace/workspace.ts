import type { StoredFile } from './files.ts';
import type { Details, Message, View } from './message.ts';
import type { StepRun } from './workflow-steps.ts';

/** What somebody types into a search menu of a modal. */
export interface Search {
  readonly viewId: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly value: string;
}

/** An option of a search menu. */
export interface Suggestion {
  readonly value: string;
  readonly text: string;
}

/** The app's response to a delivery; status 0 for none. */
export interface Delivery {
  readonly status: number;
  readonly body: string;
  /** What Slack shows instead: `operation_timeout`, `dispatch_failed`, or why the answer could not be used. */
  readonly failure?: string;
  /** What is wrong with a modal's inputs, by block id: said by Slack itself or by the app. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** One call the app made: a Web API method, or `response_url`. */
export interface RecordedCall {
  readonly method: string;
  /** The workspace or organisation whose token it came with. */
  readonly teamId?: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Slack's error code, when the call was refused. */
  readonly error?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * How the next call of a method fails. `drop: true` cuts the connection before doing anything; `drop: 'answer'` does the
 * work and loses the response; `hangs` never responds; otherwise the given status, error code and Retry-After
 * (seconds) are answered.
 */
export interface PlannedFailure {
  readonly status?: number;
  readonly error?: string;
  /** Slack's messages beside the code, with JSON pointers. */
  readonly messages?: readonly string[];
  readonly retryAfter?: number;
  readonly drop?: true | 'answer';
  readonly hangs?: true;
}

/** What a person typed or chose, by block id and action id; a list where several can be chosen. */
export type InputValues = Readonly<Record<string, Readonly<Record<string, string | readonly string[] | null>>>>;

export interface Press {
  /** Where the element is: a message, or a view by its id. */
  readonly message?: Message;
  readonly viewId?: string;
  readonly actionId: string;
  readonly blockId?: string;
  /** The pasted link of the Work Object that the button belongs to. */
  readonly entity?: string;
  /** Whether it is in the details beside the conversation. */
  readonly isInDetails?: boolean;
  /** Tells buttons with the same action id apart; the text typed, for an input. */
  readonly value?: string;
  /** The value of the option chosen, or the id of the person or conversation. */
  readonly selectedOption?: string;
  readonly selectedOptions?: readonly string[];
  /** Who clicks; defaults to who sees the message or view, or the first person. */
  readonly userId?: string;
  /** The values of the inputs around it. */
  readonly values?: InputValues;
}

/** A suggested prompt. */
export interface Prompt {
  readonly title: string;
  readonly message: string;
}

export type TokenError =
  | 'invalid_auth'
  | 'token_revoked'
  | 'account_inactive'
  | 'ekm_access_denied'
  | 'team_access_not_granted';

/** A Slack workspace with one app in it: what people do there, and what the app has done. */
export interface Workspace {
  runCommand(run: { channelId?: string; userId?: string; command?: string; text: string }): Promise<Delivery>;
  press(press: Press): Promise<Delivery>;
  submitView(viewId: string, values: InputValues): Promise<Delivery>;
  /** What the app offers in a search menu of a modal for what was typed. */
  suggest(search: Search): Promise<readonly Suggestion[]>;
  /** A plain message of a person; one that mentions the app reaches it as an event. */
  say(message: { channelId: string; userId?: string; text: string; threadTs?: string }): Promise<Message>;
  /** Chooses a shortcut in the menu of a message. */
  runShortcut(run: { message: Message; callbackId: string; userId?: string }): Promise<Delivery>;
  /** Notifies the app of links in an unsent message. */
  composeLinks(draft: { channelId: string; userId?: string; text: string }): Promise<Delivery>;
  /** Opens the details of a Work Object, by its pasted link. */
  openDetails(link: { message: Message; url: string; userId?: string }): Promise<Delivery>;
  /** The next details that the app answers with. */
  nextDetails(): Promise<Details>;
  /** Runs one step of the app in a workflow and posts its outputs in the channel. */
  runStep(run: {
    callbackId: string;
    inputs?: Readonly<Record<string, string | number>>;
    channelId?: string;
  }): Promise<Delivery>;
  /** The steps that ran, with their outcomes. */
  readonly stepRuns: readonly StepRun[];
  openHome(userId?: string): Promise<Delivery>;
  /** Opens the conversation with the app. */
  openConversation(userId?: string): Promise<Delivery>;
  /** The suggested prompts. */
  prompts(channelId: string): readonly Prompt[];
  messages(channelId: string): readonly Message[];
  /** The next message of the app, posted or changed, that was not returned before; waits for one. A streamed one counts once it is complete. */
  nextMessage(matches?: (message: Message) => boolean): Promise<Message>;
  /** The modals a person has open, the last one on top. */
  views(userId?: string): readonly View[];
  nextView(matches?: (view: View) => boolean): Promise<View>;
  home(userId?: string): View | null;
  /** The next Home that the app shows somebody. */
  nextHome(matches?: (view: View) => boolean): Promise<View>;
  readonly calls: readonly RecordedCall[];
  failNext(method: string, failure: PlannedFailure): void;
  /** One message a second and channel, as Slack allows. Off by default. */
  limitRate(isLimited: boolean): void;
  /** The files the app has uploaded. */
  readonly files: readonly StoredFile[];
  /** How many messages refuse a new file before it counts as processed. None by default. */
  slowFiles(refusals: number): void;
  /** A person deletes a file, as people can. */
  deleteFile(id: string): void;
  /** An admin withholds this scope. */
  refuseScope(scope: 'files:write' | 'im:write' | 'users:read'): void;
  /** This workspace does not have these types of blocks yet: messages with one are refused. */
  refuseBlocks(types: readonly string[]): void;
  /** This workspace does not have these methods yet. */
  refuseMethods(methods: readonly string[]): void;
  /** A person presses Stop below a message that the app is streaming. */
  stopStream(message: Message): void;
  /** Somebody in the channel invites the app, or a person, also to a private one. */
  invite(channelId: string, userId?: string): void;
  /** Another organization joins the channel. */
  shareChannel(channelId: string): void;
  /** An admin removes the app: its tokens are revoked at once; {@link Workspace.sendRemovalEvent} notifies it later. */
  uninstall(teamId: string): void;
  /** `at`: when it was removed, in milliseconds since 1970. */
  sendRemovalEvent(teamId: string, event: 'app_uninstalled' | 'tokens_revoked', at?: number): Promise<Delivery>;
  /** Every later call is refused with this code; null restores the token. */
  breakToken(error: TokenError | null): void;
}
