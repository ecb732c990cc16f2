import { CHANNEL_ID, type Query, ShareRequest } from '@pain-signals/domain';
import type {
  BlockAction,
  ButtonAction,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { z } from 'zod';
import { decodeChartChoice } from '#blocks/charts/chart-menus.ts';
import type { CommandProblem } from '#blocks/help/usage-card.ts';
import { decodeCorrection, decodeQuery, decodeShareRequest, type QueryCorrection } from '#blocks/kit/buttons.ts';
import { decodeSignalChoice, MORE } from '#blocks/kit/signal-menu.ts';
import { decodeListChoice } from '#blocks/signals/list-controls.ts';
import { parseCommandOrText } from './commands/natural-language/command-or-text.ts';
import {
  asksToShareHere,
  type ParsedText,
  parseNaturalLanguage,
} from './commands/natural-language/parse-natural-language.ts';

/** Who asked for what, from where, and so how to reply. Built once for each request. */
export interface RequestContext {
  responseUrl: string | null;
  channelId: string | null;
  userId: string | null;
  /** The person's own workspace. In a shared channel it can differ from the one the request came from. */
  userTeamId: string | null;
  /** The message whose button was pressed. */
  message: { ts: string; isEphemeral: boolean } | null;
  /** The message at the top of the thread. */
  threadTs: string | null;
  /** Opens a dialog, once and within three seconds. */
  triggerId: string | null;
  /** The dialog, or the app's Home, in which something was pressed. */
  view: { id: string; isHome: boolean } | null;
  input: RequestInput;
}

/**
 * Whose answer it is, and where. In a thread, list numbers refer to what everybody saw last there, elsewhere to what this person saw.
 * What goes to a `responseUrl` is seen by this person alone.
 */
export type Requester = Pick<RequestContext, 'channelId' | 'userId'> &
  Partial<Pick<RequestContext, 'threadTs' | 'userTeamId' | 'responseUrl'>>;

/** The conversation between the app and one person, or, for what is not a message to the app, between two people. */
export const isDirectMessage = ({ channelId }: Pick<RequestContext, 'channelId'>): boolean =>
  channelId?.startsWith('D') === true;

const text = z.string().min(1).max(2_000);

/** The fields that commands, shortcuts, buttons and events share, under each one's names. */
const RequestBody = z.object({
  response_url: z.url().max(2_000).optional().catch(undefined),
  channel_id: text.optional().catch(undefined),
  user_id: text.optional().catch(undefined),
  team_id: text.optional().catch(undefined),
  channel: z.object({ id: text }).optional().catch(undefined),
  user: z.object({ id: text, team_id: text.optional() }).optional().catch(undefined),
  container: z
    .object({
      type: z.string().optional(),
      channel_id: text.optional(),
      message_ts: text.optional(),
      thread_ts: text.optional(),
      is_ephemeral: z.boolean().default(false),
    })
    .optional()
    .catch(undefined),
  message: z.object({ ts: text.optional(), thread_ts: text.optional() }).optional().catch(undefined),
  trigger_id: text.optional().catch(undefined),
  view: z.object({ id: text, type: text }).optional().catch(undefined),
  event: z
    .object({
      user: text.optional().catch(undefined),
      channel: text.optional().catch(undefined),
      thread_ts: text.optional(),
      user_team: text.optional(),
      team: text.optional(),
    })
    .optional()
    .catch(undefined),
});

/** @param now epoch ms, for periods such as "since March" */
export function parseRequest(body: unknown, now: number): RequestContext {
  const origin = RequestBody.parse(body);
  const { container, user, message, event, view } = origin;
  return {
    responseUrl: origin.response_url ?? null,
    channelId: origin.channel?.id ?? container?.channel_id ?? origin.channel_id ?? event?.channel ?? null,
    userId: user?.id ?? origin.user_id ?? event?.user ?? null,
    userTeamId: user?.team_id ?? event?.user_team ?? event?.team ?? origin.team_id ?? null,
    // A preview or the details of a link belong to a message of somebody else.
    message:
      container?.message_ts && container.type === 'message'
        ? { ts: container.message_ts, isEphemeral: container.is_ephemeral }
        : null,
    threadTs: container?.thread_ts ?? message?.thread_ts ?? event?.thread_ts ?? null,
    triggerId: origin.trigger_id ?? null,
    view: view ? { id: view.id, isHome: view.type === 'home' } : null,
    input: parseRequestInput(body, now),
  };
}

const EventBody = z.object({ event: z.object({ type: z.string() }) });
const eventTypeOf = (body: unknown): string | undefined => EventBody.safeParse(body).data?.event.type;

export const REMOVAL_EVENTS = ['app_uninstalled', 'tokens_revoked'];
/** Whether the request says that the app was removed somewhere. */
export const isRemoval = (body: unknown): boolean => REMOVAL_EVENTS.includes(eventTypeOf(body) ?? '');

/** A run of a workflow step, which nobody asks for and Slack sends again until it is acknowledged. */
export const isStepEvent = (body: unknown): boolean => eventTypeOf(body) === 'function_executed';

export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** Listeners of buttons run after the acknowledgement. */
export type ButtonArgs = Pick<SlackActionMiddlewareArgs<BlockAction<ButtonAction>>, 'action' | 'body'>;

/** The parsed command, message, button or choice. Empty for requests with none of these. */
interface RequestInput {
  query?: Query;
  /** Set with `query` when it was chosen in a menu. */
  isMenuChoice?: true;
  /** A command with an error in it. */
  problem?: CommandProblem;
  /** Natural language; null when there is too little of it to search for. */
  text?: ParsedText | null;
  share?: ShareRequest;
  correction?: QueryCorrection;
  /** A link that the browser opens: nothing is to be answered. */
  isLink?: true;
}

const InputBody = z.object({
  /** Behind a slash command. */
  text: z.string().optional().catch(undefined),
  event: z.object({ text: z.string() }).optional().catch(undefined),
  actions: z.array(z.unknown()).optional().catch(undefined),
});
const ButtonPress = z.object({ value: z.string() });
const MenuChoice = z.object({ block_id: z.string(), selected_option: z.object({ value: z.string() }) });

/** Far more than a question needs; Slack allows 40,000 characters. */
const MAX_LENGTH = 2_000;

function parseRequestInput(body: unknown, now: number): RequestInput {
  const { text, actions, event } = InputBody.parse(body);
  if (actions !== undefined) return parseAction(actions[0]);
  if (event !== undefined) {
    const typed = event.text.slice(0, MAX_LENGTH);
    const parsed = parseNaturalLanguage(typed.replace(/<@[^>]*>/g, ' '), now);
    return { text: parsed && { ...parsed, query: withChannel(parsed.query, typed) } };
  }
  if (text === undefined) return {};
  const parsed = parseCommandOrText(text, now);
  if ('query' in parsed) return { query: withChannel(parsed.query, text) };
  if (!('text' in parsed)) return parsed;
  return { text: { ...parsed.text, query: withHere(withChannel(parsed.text.query, text), text) } };
}

/** Slack writes a channel as its id where it knows it; a command's text holds what was typed. */
function withChannel(query: Query, typed: string): Query {
  if (query.show !== 'find' || query.want !== 'share' || query.share?.here) return query;
  const [, id, name] = /<#(\w+)(?:\|[^>]*)?>|(?<!\S)#(?!\d+(?:\s|$))([\p{L}\p{N}._-]{1,80})/u.exec(typed) ?? [];
  const channel = id !== undefined && CHANNEL_ID.test(id) ? id : (query.share?.channel ?? name);
  return channel === undefined ? query : { ...query, share: { ...query.share, channel } };
}

/** A command's answer is private, unless it is shared where it was typed; everybody there sees the answer to a message. */
const withHere = (query: Query, typed: string): Query =>
  query.show === 'find' && query.want === 'share' && query.share?.channel === undefined && asksToShareHere(typed)
    ? { ...query, share: { ...query.share, here: true } }
    : query;

function parseAction(action: unknown): RequestInput {
  const menu = MenuChoice.safeParse(action).data;
  if (menu !== undefined) return parseMenuChoice(menu);
  const value = ButtonPress.safeParse(action).data?.value;
  const query = decodeQuery(value);
  if (query !== null) return { query };
  const share = decodeShareRequest(value);
  if (share !== null) return { share };
  const correction = decodeCorrection(value);
  return correction === null ? {} : { correction };
}

function parseMenuChoice({ block_id: blockId, selected_option: { value } }: z.output<typeof MenuChoice>): RequestInput {
  const choice =
    decodeSignalChoice(blockId, value) ?? decodeChartChoice(blockId, value) ?? decodeListChoice(blockId, value);
  if (choice === 'open') return { isLink: true };
  const share = value === MORE.share ? ShareRequest.safeParse({ subject: choice }).data : undefined;
  if (share !== undefined) return { share };
  return choice === null ? {} : { query: choice, isMenuChoice: true };
}

/** The query behind an input, to choose an error message and to retry it. Null when there is none. */
export const queryOf = ({ query, share, correction, text }: RequestInput): Query | null =>
  query ?? share?.subject ?? correction?.question ?? text?.query ?? null;
