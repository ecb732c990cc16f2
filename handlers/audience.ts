import type { CardContext } from '#blocks/kit/card-context.ts';
import type { Deps } from './ports.ts';
import { isDirectMessage, type RequestContext } from './request-context.ts';

type KnowsPeople = Pick<Deps, 'people'>;

/** A dialog and a direct message have no channel to share in with one press. */
export async function audienceOf(deps: KnowsPeople, context: RequestContext): Promise<CardContext['audience']> {
  const isDirect = await isInOwnConversation(deps, context);
  return { kind: 'person', isShared: context.view !== null || isDirect, isDirect };
}

/** Only this person sees the message, so the next answer can replace it. */
export const isPrivateMessage = async (deps: KnowsPeople, context: RequestContext): Promise<boolean> =>
  context.message?.isEphemeral === true || isInOwnConversation(deps, context);

/** The message is in the app's own conversation with who pressed. One of two people looks the same, and both see it. */
async function isInOwnConversation({ people }: KnowsPeople, context: RequestContext): Promise<boolean> {
  const { userId, channelId, message } = context;
  if (userId === null || message?.isEphemeral !== false || !isDirectMessage(context)) return false;
  return (await people.conversationOf(userId)) === channelId;
}
