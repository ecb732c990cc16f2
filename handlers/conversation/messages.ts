import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { postedCard } from '#blocks/sharing/share-cards.ts';
import { preparingCard } from '#blocks/signals/reference-cards.ts';
import { answerText } from '../actions/answer-query.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer, IllustratedCard } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { postCard } from '../reply/post-card.ts';
import { needsData, untilPrepared } from '../reply/service-responses.ts';
import { isDirectMessage, type RequestContext } from '../request-context.ts';
import type { SendFailure, SuggestedPrompt } from '../slack-port.ts';

type MessageArgs = SlackEventMiddlewareArgs<'app_mention' | 'message'>;

/** A mention in a channel or thread, or a direct message. */
export async function answerMessage(deps: Deps, context: RequestContext, { event }: MessageArgs): Promise<void> {
  if (!isFromPerson(event)) return;
  await refuseOutsiders(deps, context);
  await (isDirectMessage(context) ? answerDirectly(deps, context) : answerInThread(deps, context, event.ts));
}

/** Everybody can read the question, so everybody gets the answer. */
async function answerInThread(deps: Deps, context: RequestContext, ts: string): Promise<void> {
  const { channelId, userId, input } = context;
  if (channelId === null || userId === null) return;
  const threadTs = context.threadTs ?? ts;
  await waitForData(deps, context, { channelId, threadTs });
  const draw = await answerText(deps, input.text ?? null, { ...context, threadTs });
  const card = postedCard(draw(ENGLISH, { kind: 'channel', sharedBy: userId, isAsked: true }), { by: userId });
  const result = await postWhenAllowed(deps, { channelId, threadTs }, card);
  if (!result.ok) await answerPrivately(deps, context, result, draw);
}

async function answerDirectly(deps: Deps, context: RequestContext): Promise<void> {
  const { channelId, threadTs, input } = context;
  if (channelId === null) return;
  // Older clients and workspaces without the scope show no status; the answer comes anyway.
  if (threadTs !== null) void deps.slack.setStatus({ channelId, threadTs }, 'is looking it up…');
  await waitForData(deps, context, { channelId, threadTs });
  const draw = await answerText(deps, input.text ?? null, context);
  const card = draw(await context.locale(), { kind: 'person' });
  const result = await postWhenAllowed(deps, { channelId, threadTs }, card);
  if (!result.ok) await answerPrivately(deps, context, result, draw);
}

const MAX_PAUSES = 3;
const MAX_PAUSE_MS = 60_000;

/** After Slack's rate limit the answer still goes where it was asked for. */
async function postWhenAllowed(deps: Deps, to: Parameters<typeof postCard>[1], card: IllustratedCard) {
  let result = await postCard(deps, to, card);
  for (let pause = 0; pause < MAX_PAUSES && !result.ok && result.retryAfterMs !== undefined; pause += 1) {
    await deps.wait(Math.min(result.retryAfterMs, MAX_PAUSE_MS));
    result = await postCard(deps, to, card);
  }
  return result;
}

async function waitForData(
  deps: Deps,
  { input }: RequestContext,
  to: { channelId: string; threadTs: string | null },
): Promise<void> {
  if (!needsData(input.text?.query)) return;
  await untilPrepared(deps, async (isSample) => void (await postWhenAllowed(deps, to, preparingCard(isSample))));
}

/** Where the app can't post, the person still gets the answer. An unconfirmed answer is not repeated. */
function answerPrivately(
  deps: Deps,
  context: RequestContext,
  { error: slackError, isConfirmed }: SendFailure,
  draw: CardRenderer,
): Promise<void> {
  deps.logger.warn({ slackError }, 'answer not posted in channel');
  return deliver(deps, context, (locale) => (isConfirmed ? draw(locale, { kind: 'person' }) : unconfirmedAnswerCard()));
}

/** False for bots, the app itself among them, for edits and joins, and for messages to others. */
function isFromPerson(event: MessageArgs['event']): boolean {
  if ('bot_id' in event && event.bot_id) return false;
  if ('subtype' in event && event.subtype !== undefined && event.subtype !== 'file_share') return false;
  if (event.type === 'message' && event.channel_type !== 'im') return false;
  return 'user' in event && Boolean(event.user) && 'text' in event;
}

/** The same four as in manifest.yml, for clients that ask the app. Slack takes no more. */
export const SUGGESTED_PROMPTS: readonly SuggestedPrompt[] = [
  { title: 'What is rising this week?', message: 'What is rising this week?' },
  { title: 'The worst bugs in auth', message: 'What are the worst bugs in auth?' },
  { title: 'What could we build?', message: 'What could we build?' },
  { title: 'Why do builds get slower?', message: 'Why do builds get slower every month?' },
];

/** Suggests questions when somebody opens the app's Messages tab. */
export async function suggestPrompts(
  deps: Deps,
  _context: RequestContext,
  { event }: SlackEventMiddlewareArgs<'app_home_opened'>,
): Promise<void> {
  if (event.tab !== 'messages') return;
  const result = await deps.slack.suggestPrompts(event.channel, SUGGESTED_PROMPTS);
  // The scope is optional.
  if (!result.ok) deps.logger.info({ slackError: result.error }, 'prompts not suggested');
}
