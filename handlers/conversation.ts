import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { postedCard } from '#blocks/public-card.ts';
import { unconfirmedAnswerCard } from '#blocks/unconfirmed-card.ts';
import { answerText } from './answer-words.ts';
import { deliver, isDirectMessage } from './deliver.ts';
import type { Deps, RequestContext, SendFailure } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { parseRequestContext } from './place.ts';
import { postCard } from './post-card.ts';
import { ActionRejectedError } from './refused-press.ts';

type MessageArgs = SlackEventMiddlewareArgs<'app_mention' | 'message'>;

/** What somebody says to the app: by its name in a channel or thread, or in the conversation between the two. */
export const answerMessage =
  (deps: Deps) =>
  async ({ event, body }: MessageArgs): Promise<void> => {
    const words = messageText(event);
    if (words === null || !deps.seenEvents.isFirst(body.event_id)) return;
    const context = parseRequestContext(body);
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    await (isDirectMessage(context)
      ? answerDirectly(deps, words, context)
      : answerInThread(deps, words, context, event.ts));
  };

/** All can read the question, so all can read the answer. */
async function answerInThread(deps: Deps, words: string, context: RequestContext, ts: string): Promise<void> {
  const { channelId, userId } = context;
  if (channelId === null || userId === null) return;
  const threadTs = context.threadTs ?? ts;
  const draw = await answerText(deps, words, { channelId, userId, threadTs });
  const card = postedCard(draw({ kind: 'channel', sharedBy: userId, isAsked: true }), { by: userId });
  const result = await postCard(deps, { channelId, threadTs }, card);
  if (!result.ok) await answerPrivately(deps, context, result, draw);
}

async function answerDirectly(deps: Deps, words: string, context: RequestContext): Promise<void> {
  const { channelId, threadTs } = context;
  if (channelId === null) return;
  // An older client, or a refused scope, shows no status: the answer comes all the same.
  if (threadTs !== null) void deps.slack.setStatus({ channelId, threadTs }, 'is looking it up…');
  const draw = await answerText(deps, words, context);
  const result = await postCard(deps, { channelId, threadTs }, draw({ kind: 'person' }));
  if (!result.ok) await answerPrivately(deps, context, result, draw);
}

/** Where the app may not speak up, the person gets the answer all the same; what may have arrived is not said twice. */
function answerPrivately(
  deps: Deps,
  context: RequestContext,
  { error: slackError, isConfirmed: isCertain }: SendFailure,
  draw: CardRenderer,
): Promise<void> {
  deps.logger.warn({ slackError }, 'What was said could not be answered there');
  return deliver(deps, context, () => (isCertain ? draw({ kind: 'person' }) : unconfirmedAnswerCard()));
}

/** Far more than a question needs; Slack allows 40,000 characters. */
const MAX_LENGTH = 2_000;

/** null for what no person has just written to the app: bots, itself among them, edits, joins, and messages to others. */
function messageText(event: MessageArgs['event']): string | null {
  if ('bot_id' in event && event.bot_id) return null;
  if ('subtype' in event && event.subtype !== undefined && event.subtype !== 'file_share') return null;
  if (event.type === 'message' && event.channel_type !== 'im') return null;
  if (!('user' in event) || !event.user || !('text' in event)) return null;
  return (event.text ?? '').slice(0, MAX_LENGTH).replace(/<@[^>]*>/g, ' ');
}
