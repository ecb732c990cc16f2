import type {
  BlockAction,
  ButtonAction,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { z } from 'zod';
import { Locale } from '#blocks/kit/format.ts';
import { parseRequestInput, type RequestInput } from './request-input.ts';

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
  /** How the person writes numbers and days. Looked up once for each request. */
  locale: () => Promise<Locale>;
}

/** Whose answer it is, and where. In a thread, list numbers refer to what everybody saw last there, elsewhere to what this person saw. */
export type Requester = Pick<RequestContext, 'channelId' | 'userId'> &
  Partial<Pick<RequestContext, 'threadTs' | 'userTeamId'>>;

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

/** What the body of a request says; the locale has to be looked up. */
export type ParsedRequest = Omit<RequestContext, 'locale'>;

export function parseRequest(body: unknown): ParsedRequest {
  const origin = RequestBody.parse(body);
  const { container, user, message, event, view } = origin;
  return {
    responseUrl: origin.response_url ?? null,
    channelId: origin.channel?.id ?? container?.channel_id ?? origin.channel_id ?? event?.channel ?? null,
    userId: user?.id ?? origin.user_id ?? event?.user ?? null,
    userTeamId: user?.team_id ?? event?.user_team ?? event?.team ?? origin.team_id ?? null,
    message: container?.message_ts ? { ts: container.message_ts, isEphemeral: container.is_ephemeral } : null,
    threadTs: container?.thread_ts ?? message?.thread_ts ?? event?.thread_ts ?? null,
    triggerId: origin.trigger_id ?? null,
    view: view ? { id: view.id, isHome: view.type === 'home' } : null,
    input: parseRequestInput(body),
  };
}

interface LocaleSource {
  find(userId: string): Promise<{ locale: string | null } | null>;
}

export function createRequestContext(request: ParsedRequest, people: LocaleSource): RequestContext {
  let locale: Promise<Locale> | undefined;
  return { ...request, locale: () => (locale ??= findLocale(people, request.userId)) };
}

/** English where the person or their locale is unknown. */
export const findLocale = async (people: LocaleSource, userId: string | null): Promise<Locale> =>
  new Locale(userId === null ? null : ((await people.find(userId))?.locale ?? null));

export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>>;
