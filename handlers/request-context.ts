import type {
  BlockAction,
  ButtonAction,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import { z } from 'zod';

/** Where a request came from, and so where its answer goes. */
export interface RequestContext {
  responseUrl: string | null;
  channelId: string | null;
  userId: string | null;
  /** The workspace the person belongs to, which in a shared channel may be another one. */
  userTeamId: string | null;
  /** The message whose button was pressed. */
  message: { ts: string; isEphemeral: boolean } | null;
  /** The message at the top of the thread it stands in. */
  threadTs: string | null;
  /** Opens a dialog, once and within three seconds. */
  triggerId: string | null;
  /** The dialog, or the app's Home, in which something was pressed. */
  view: { id: string; isHome: boolean } | null;
}

/** Whose answer it is, and where: numbers mean what all saw last in this thread, else what this person saw in this channel. */
export type Requester = Pick<RequestContext, 'channelId' | 'userId'> &
  Partial<Pick<RequestContext, 'threadTs' | 'userTeamId'>>;

const text = z.string().min(1).max(2_000);

/** What commands, shortcuts, pressed buttons and events have in common, under the names that each gives it. */
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

export function parseRequestContext(body: unknown): RequestContext {
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
  };
}

export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

export type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>>;
