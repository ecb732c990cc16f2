import { needsData } from '@pain-signals/domain';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { lookUpTask, preparingTask } from '#blocks/conversation/progress-tasks.ts';
import { unconfirmedAnswerCard } from '#blocks/errors/error-card.ts';
import { postedCard } from '#blocks/sharing/share-cards.ts';
import { preparingCard } from '#blocks/signals/reference-cards.ts';
import { answerText } from '../actions/answer-query.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { deliverConfirmed } from '../reply/deliver.ts';
import { postCard } from '../reply/post-card.ts';
import { optional, untilPrepared } from '../reply/service-responses.ts';
import { type Progress, type ProgressTarget, startProgress, whenAllowed } from '../reply/stream.ts';
import { isDirectMessage, type RequestContext } from '../request-context.ts';
import type { SendFailure, SuggestedPrompt } from '../slack-port.ts';

type MessageArgs = SlackEventMiddlewareArgs<'app_mention' | 'message'>;
export type MessageEvent = MessageArgs['event'];

/** A mention in a channel or thread, or a direct message. */
export async function answerMessage(deps: Deps, context: RequestContext, { event }: MessageArgs): Promise<void> {
  if (!isFromPerson(event)) return;
  await refuseOutsiders(deps, context);
  const { channelId, userId, userTeamId: teamId, input } = context;
  if (channelId === null || userId === null) return;
  const isDirect = isDirectMessage(context);
  // Slack streams an answer in the thread of its question only.
  const questionTs = context.threadTs ?? event.ts;
  const threadTs = isDirect ? context.threadTs : questionTs;
  const to = { surface: isDirect ? 'direct' : 'channel', channelId, threadTs, questionTs, userId, teamId } as const;
  const progress = startProgress(deps, to, lookUpTask(input.text?.query));
  try {
    await showWaiting(deps, input, to, progress);
    const startsThread = !isDirect && context.threadTs === null;
    const draw = await answerText(deps, input.text ?? null, { ...context, threadTs: questionTs }, { startsThread });
    const card = isDirect
      ? draw({ kind: 'person', isShared: true, isDirect: true })
      : postedCard(draw({ kind: 'channel', sharedBy: userId, isAsked: true }), { by: userId });
    const result = await progress.finish(card);
    if (!result.ok) {
      const isTold = await answerPrivately(deps, context, result, draw);
      if (isTold && !result.isConfirmed) await progress.markTold();
      return;
    }
    // An answer that is there stays there.
    if (!isDirect) await optional(deps, deps.shares.rememberAnswer({ channelId, ts: result.ts, userId }));
  } catch (error) {
    await progress.discard();
    throw error;
  }
}

/** Says what the answer waits for: in the streamed message, or in a separate one where Slack takes no stream. */
async function showWaiting(
  deps: Deps,
  { text }: RequestContext['input'],
  { surface, channelId, threadTs }: ProgressTarget,
  progress: Progress,
): Promise<void> {
  if (surface === 'direct' && threadTs !== null) {
    // Older clients and workspaces without the scope show no status; the answer comes anyway.
    void progress
      .isStreamed()
      .then(async (isStreamed) => {
        if (!isStreamed) await deps.slack.setStatus({ channelId, threadTs }, 'is looking it up…');
      })
      .catch((err) => deps.logger.warn({ err }, 'status not shown'));
  }
  if (!needsData(text?.query)) return;
  await untilPrepared(deps, async (isSample) => {
    if (await progress.isStreamed()) progress.begin(preparingTask(isSample));
    else await whenAllowed(deps, () => postCard(deps, { channelId, threadTs }, preparingCard(isSample)));
  });
}

/** Where the app can't post, the person still gets the answer. An unconfirmed answer is not repeated. */
function answerPrivately(
  deps: Deps,
  context: RequestContext,
  { error: slackError, isConfirmed }: SendFailure,
  draw: CardRenderer,
): Promise<boolean> {
  deps.logger.warn({ slackError }, 'answer not posted in channel');
  return deliverConfirmed(deps, context, isConfirmed ? draw({ kind: 'person' }) : unconfirmedAnswerCard());
}

/** What people say in other ways: with a file, from a thread to the conversation too, or with /me. */
const SAID: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast', 'me_message']);

/** False for bots, the app itself among them, for edits and joins, and for messages to others. */
export function isFromPerson(event: MessageEvent): boolean {
  if ('bot_id' in event && event.bot_id) return false;
  if ('subtype' in event && event.subtype !== undefined && !SAID.has(event.subtype)) return false;
  if (event.type === 'message' && event.channel_type !== 'im') return false;
  return 'user' in event && Boolean(event.user) && 'text' in event;
}

/** The same four as in manifest.yml, for clients that ask the app. Slack takes no more. */
export const SUGGESTED_PROMPTS: readonly SuggestedPrompt[] = [
  { title: 'What’s rising this week?', message: 'What’s rising this week?' },
  { title: 'The worst bugs in auth', message: 'What are the worst bugs in auth?' },
  { title: 'What could we build?', message: 'What could we build?' },
  { title: 'Why aren’t Docker layers cached in CI?', message: 'Why aren’t Docker layers cached in CI?' },
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
