import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { postedCard } from '#blocks/sharing/posted-card.ts';
import { answerText } from '../actions/answer-query.ts';
import { ActionRejectedError } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { type CardRenderer, localeOf } from '../reply/card-renderer.ts';
import { deliver, isDirectMessage } from '../reply/deliver.ts';
import { postCard } from '../reply/post-card.ts';
import { parseRequestContext, type RequestContext } from '../request-context.ts';
import type { SendFailure, SuggestedPrompt } from '../slack-port.ts';

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
  const card = postedCard(draw(ENGLISH, { kind: 'channel', sharedBy: userId, isAsked: true }), { by: userId });
  const result = await postCard(deps, { channelId, threadTs }, card);
  if (!result.ok) await answerPrivately(deps, context, result, draw);
}

async function answerDirectly(deps: Deps, words: string, context: RequestContext): Promise<void> {
  const { channelId, threadTs } = context;
  if (channelId === null) return;
  // An older client, or a refused scope, shows no status: the answer comes all the same.
  if (threadTs !== null) void deps.slack.setStatus({ channelId, threadTs }, 'is looking it up…');
  const draw = await answerText(deps, words, context);
  const card = draw(await localeOf(deps, context), { kind: 'person' });
  const result = await postCard(deps, { channelId, threadTs }, card);
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
  return deliver(deps, context, (locale) => (isCertain ? draw(locale, { kind: 'person' }) : unconfirmedAnswerCard()));
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

/** The same as in manifest.yml, for clients that ask anew; Slack takes four. */
export const SUGGESTED_PROMPTS: readonly SuggestedPrompt[] = [
  { title: 'What is rising this week?', message: 'What is rising this week?' },
  { title: 'The worst bugs in auth', message: 'What are the worst bugs in auth?' },
  { title: 'What could we build?', message: 'What could we build?' },
  { title: 'Why do builds get slower?', message: 'Why do builds get slower every month?' },
];

/** Somebody opened the conversation with the app: questions to begin with. */
export const suggestPrompts =
  (deps: Deps) =>
  async ({ event }: SlackEventMiddlewareArgs<'app_home_opened'>): Promise<void> => {
    if (event.tab !== 'messages') return;
    const result = await deps.slack.suggestPrompts(event.channel, SUGGESTED_PROMPTS);
    // Without the optional scope the conversation works all the same.
    if (!result.ok) deps.logger.info({ slackError: result.error }, 'No questions could be suggested');
  };
