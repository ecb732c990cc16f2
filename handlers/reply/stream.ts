import {
  ASKING_TITLE,
  chartTask,
  describeFound,
  NO_CHART,
  type ProgressTask,
} from '#blocks/conversation/progress-tasks.ts';
import type { Deps } from '../ports.ts';
import {
  isPassing,
  type Message,
  type PostResult,
  type SendResult,
  type SlackPort,
  type StreamTask,
} from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { isLayoutError } from './deliver.ts';
import { postCard, postThrough } from './post-card.ts';
import { optional } from './service-responses.ts';

export interface ProgressTarget {
  surface: 'channel' | 'direct';
  channelId: string;
  /** Where the answer is posted when it isn't streamed. */
  threadTs: string | null;
  /** The question, for which Slack streams the answer. */
  questionTs: string;
  userId: string;
  teamId: string | null;
}

/** A message that says what the app is doing, and becomes the answer. Where Slack takes no stream, the answer is posted alone. */
export interface Progress {
  /** False where Slack takes no stream. */
  isStreamed(): Promise<boolean>;
  /** Adds a step to the list of what the app is doing. */
  begin(task: ProgressTask): void;
  finish(card: IllustratedCard): Promise<PostResult>;
  /** The person was told that Slack didn't confirm the answer; otherwise the outbox tells them. */
  markTold(): Promise<void>;
  /** Removes the message when there is no answer. One that may be the answer stays. */
  discard(): Promise<void>;
}

type Streamed = Extract<PostResult, { ok: true }>;

const begun = ({ id, title }: ProgressTask): StreamTask => ({ id, title, status: 'in_progress' });

/** Starts at once, so that the answer can be fetched at the same time. */
export function startProgress(deps: Deps, to: ProgressTarget, first: ProgressTask | null): Progress {
  const { slack } = deps;
  const tasks = first === null ? [] : [first];
  const opening = first === null ? Promise.resolve(null) : openKept(deps, to, begun(first));
  // It may fail before anybody waits for it, which would end the process.
  opening.catch(() => undefined);
  const streamed = async () => {
    const opened = await opening;
    return opened?.ok ? opened : null;
  };
  let shown: Promise<unknown> = opening;
  let mayBeAnswered = false;
  /** The first task shows the result; the others only prepared it. */
  const endTasks = (status: StreamTask['status'], output = ''): StreamTask[] =>
    tasks.splice(0).map(({ id, title, done }, at) => ({
      ...{ id, status, title: status === 'complete' ? done : title },
      ...(at === 0 && output !== '' && { output }),
    }));
  const begin = (task: ProgressTask, done: readonly StreamTask[] = []) => {
    tasks.push(task);
    shown = shown.then(async () => {
      const at = await streamed();
      if (at !== null) await slack.appendStream(at, [...done, begun(task)]);
    });
  };
  const forget = (at: Streamed) => optional(deps, deps.shares.forget({ ...at, key: null }));
  const mark = (at: Streamed, state: 'posting' | 'told' | 'skipped') =>
    optional(deps, deps.shares.markAnswer(at, state));
  const discard = async () => {
    const at = await streamed();
    if (at === null || mayBeAnswered) return;
    await shown;
    // Nothing says that somebody waits once the message is gone.
    const isKept = await optional(
      deps,
      deps.keepAgain().then(() => true),
    );
    if (isKept) await mark(at, 'skipped');
    const removed = await removeStreamed(slack, at, endTasks('error'));
    // One that may still be there is kept, so that the outbox deletes it.
    if (!isPassing(removed)) await forget(at);
  };
  return {
    isStreamed: async () => (await streamed()) !== null,
    begin,
    async finish(card) {
      const at = await streamed();
      if (at === null) return postAlone(deps, to, card, await opening);
      const output = describeFound(card);
      // A list may have nothing to draw.
      const chart = card.chart ? await optional(deps, card.chart()) : null;
      if (chart !== null) begin(chartTask, endTasks('complete', output));
      const [isMarked] = await Promise.all([mark(at, 'posting'), shown]);
      if (!isMarked) {
        // The outbox might replace an answer that it knows nothing of.
        await discard();
        return postAlone(deps, to, card, null);
      }
      const ended = endTasks('complete', chart === null ? output : '');
      const done = card.asksBack
        ? ended.map((task) => (task.id === first?.id ? { ...task, title: ASKING_TITLE } : task))
        : ended;
      const illustrated = { ...card, chart: async () => chart };
      let isLost = false;
      const send = async (message: Message): Promise<PostResult> => {
        mayBeAnswered = true;
        const result = await answerInStream(slack, at, hasPicture(message) ? done : done.map(withoutChart), message);
        if (result.ok || isLayoutError(result)) return result;
        // What a lost response was about may still be there when Slack wants a pause the next time.
        isLost ||= !result.isConfirmed;
        return { ...result, isConfirmed: !isLost };
      };
      const result = await whenAllowed(deps, () => postThrough(deps, { surface: 'stream', send }, illustrated));
      // The person wants no answer any more.
      const isStopped = !result.ok && result.error === 'stopped_by_user';
      const isUnconfirmed = !result.ok && !result.isConfirmed;
      // In a channel, the handler remembers who asked.
      if (to.surface === 'direct' && (result.ok || isStopped)) await forget(at);
      if (isStopped) return at;
      if (result.ok || isUnconfirmed) return result;
      deps.logger.warn({ slackError: result.error }, 'stream not finished');
      mayBeAnswered = false;
      await discard();
      return postAlone(deps, to, card, null);
    },
    async markTold() {
      const at = await streamed();
      if (at !== null) await mark(at, 'told');
    },
    discard,
  };
}

/** Slack’s own chart may be in the picture’s place. */
const hasPicture = ({ blocks }: Message): boolean =>
  blocks?.some(({ type }) => type === 'image' || type === 'data_visualization') ?? false;

/** The file may be refused after the drawing began. */
const withoutChart = (task: StreamTask): StreamTask => (task.id === chartTask.id ? { ...task, ...NO_CHART } : task);

/** Kept, so that the outbox ends it if this process dies, or can't. */
async function openKept(deps: Deps, to: ProgressTarget, first: StreamTask): Promise<PostResult | null> {
  const opened = await openStream(deps, to, first);
  if (!opened?.ok) return opened;
  const isKept = await optional(
    deps,
    deps.shares.beginAnswer({ ...opened, userId: to.userId }).then(() => true),
  );
  if (isKept) await deps.noteKept();
  return opened;
}

/** Null where Slack took no stream within a day. */
async function openStream(deps: Deps, to: ProgressTarget, first: StreamTask): Promise<PostResult | null> {
  const { channelId, questionTs, userId, teamId } = to;
  if (teamId === null) return null;
  const refused = await optional(deps, deps.nativeBlocks.refused(to.surface));
  if (refused?.has('stream')) return null;
  return deps.slack.startStream({ channelId, threadTs: to.threadTs ?? questionTs, userId, teamId }, [first]);
}

/** When Slack takes the message but not the stream, the next answers are not streamed for a day. */
async function postAlone(deps: Deps, to: ProgressTarget, card: IllustratedCard, stream: PostResult | null) {
  const result = await whenAllowed(deps, () => postCard(deps, to, card));
  const isRefused = stream?.ok === false && stream.isConfirmed && stream.retryAfterMs === undefined;
  if (result.ok && isRefused) {
    deps.logger.info({ slackError: stream.error, surface: to.surface }, 'stream refused by Slack');
    await optional(deps, deps.nativeBlocks.refuse(to.surface, ['stream']));
  }
  return result;
}

/** Stopping again can't repeat an answer: it is always the same message. So a lost response leaves nothing unconfirmed. */
async function stopTwice(slack: SlackPort, at: Streamed, done: readonly StreamTask[], message: Message) {
  const stop = () => slack.stopStream(at, done, message);
  const result = await stop();
  const isLost = !result.ok && !result.isConfirmed && result.error !== 'internal_error';
  return { result: isLost ? await stop() : result, isLost };
}

export const stopStream = async (...given: Parameters<typeof stopTwice>): Promise<PostResult> =>
  (await stopTwice(...given)).result;

/** Slack deletes none that is open. */
export async function removeStreamed(
  slack: SlackPort,
  at: Streamed,
  tasks: readonly StreamTask[],
): Promise<SendResult> {
  const stopped = await slack.stopStream(at, tasks, null);
  const deleted = await slack.deleteMessage(at);
  return !deleted.ok && isPassing(stopped) ? stopped : deleted;
}

export const NOT_STREAMING = 'message_not_in_streaming_state';

/** The answer also replaces what Slack ended by itself, or what the lost response was about. */
async function answerInStream(
  slack: SlackPort,
  at: Streamed,
  done: readonly StreamTask[],
  message: Message,
): Promise<PostResult> {
  const { result, isLost } = await stopTwice(slack, at, done, message);
  if (result.ok) return result;
  const isEnded = result.error === NOT_STREAMING;
  const changed = isEnded ? await slack.updateMessage(at, message) : result;
  if (changed.ok) return at;
  // What Slack answers to some blocks in a stream that it takes elsewhere.
  const isRefused = isLayoutError(changed) || (!isEnded && changed.error === 'internal_error');
  return { ...changed, isConfirmed: isRefused || (changed.isConfirmed && !isLost) };
}

const MAX_PAUSES = 3;
export const MAX_PAUSE_MS = 60_000;

/** After Slack's rate limit the answer still goes where it was asked for. */
export async function whenAllowed(deps: Pick<Deps, 'wait'>, post: () => Promise<PostResult>): Promise<PostResult> {
  let result = await post();
  for (let pause = 0; pause < MAX_PAUSES && !result.ok && result.retryAfterMs !== undefined; pause += 1) {
    await deps.wait(Math.min(result.retryAfterMs, MAX_PAUSE_MS));
    result = await post();
  }
  return result;
}
