import { z } from 'zod';
import { boundedText } from '../limits/composition-objects.ts';
import { walkObjects } from '../limits/json.ts';
import { BOT } from '../workspace/directory.ts';
import { type Block, isStreaming, type Message, type Stream } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { MAX_TEXT_LENGTH, threadOf } from './chat.ts';
import { checkContent } from './content.ts';
import { visibleChannel, writableChannel } from './conversations.ts';
import { checkArguments, type Method } from './method.ts';

// https://docs.slack.dev/reference/methods/chat.startStream, chat.appendStream and chat.stopStream
const MAX_MARKDOWN = 12_000;

const line = boundedText(256);
const taskUpdate = z.object({
  type: z.literal('task_update'),
  id: boundedText(255),
  title: line,
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
  details: line.optional(),
  output: line.optional(),
  sources: z.array(z.object({ type: z.literal('url'), url: z.url(), text: z.string().min(1) })).optional(),
});
type TaskUpdate = z.infer<typeof taskUpdate>;

const chunks = z.array(
  z.discriminatedUnion('type', [
    taskUpdate,
    z.object({ type: z.literal('markdown_text'), text: z.string().min(1) }),
    z.object({ type: z.literal('plan_update'), title: line }),
    z.object({ type: z.literal('blocks'), blocks: z.array(z.unknown()).max(50) }),
  ]),
);
const written = { markdown_text: z.string().optional(), chunks: chunks.optional() };
const place = { channel: z.string().min(1), ts: z.string().min(1) };

const startCall = z.object({
  channel: z.string().min(1),
  thread_ts: z.string().optional(),
  recipient_user_id: z.string().optional(),
  recipient_team_id: z.string().optional(),
  task_display_mode: z.enum(['timeline', 'plan', 'dense']).default('timeline'),
  ...written,
});

export const chatStartStream: Method = (given, { state }) => {
  const call = checkArguments(startCall, given);
  const { id } = writableChannel(state, call.channel);
  if (call.thread_ts === undefined) throw new SlackApiError('invalid_thread_ts');
  if (!call.recipient_user_id) throw new SlackApiError('missing_recipient_user_id');
  if (!call.recipient_team_id) throw new SlackApiError('missing_recipient_team_id');
  const threadTs = threadOf(state, id, call.thread_ts);
  const blocks = withChunks([], call, state);
  state.traffic.countMessage(id);
  const stream = { startedAt: state.now(), isOpen: true } as const;
  const message = state.messages.add({ channelId: id, user: BOT.id, threadTs, stream, blocks, text: spokenOf(blocks) });
  return { channel: id, ts: message.ts };
};

export const chatAppendStream: Method = (given, { state }) => {
  const call = checkArguments(z.object({ ...place, ...written }), given);
  const message = findStream(state, call);
  changeStream(state, message, withChunks(message.blocks, call, state), message.stream);
  return { channel: message.channelId, ts: message.ts };
};

export const chatStopStream: Method = (given, { state }) => {
  const call = checkArguments(z.object({ ...place, ...written, blocks: z.unknown().optional() }), given);
  const message = findStream(state, call);
  const streamed = withChunks(message.blocks, call, state);
  const bottom =
    call.blocks === undefined ? [] : checkContent({ blocks: call.blocks, text: '…' }, inStream(state)).blocks;
  changeStream(state, message, [...streamed, ...bottom], { ...message.stream, isOpen: false });
  return { channel: message.channelId, ts: message.ts };
};

const inStream = (state: State) => ({ isEphemeral: false, state });

/** The message a call goes on with, while it is open. */
function findStream(state: State, { channel, ts }: { channel: string; ts: string }): Message & { stream: Stream } {
  const message = state.messages.find(visibleChannel(state, channel).id, ts);
  if (message === undefined) throw new SlackApiError('message_not_found');
  if (message.stream?.isStoppedByUser) throw new SlackApiError('stopped_by_user');
  if (!isStreaming(message, state.now())) throw new SlackApiError('message_not_in_streaming_state');
  return message;
}

function changeStream(state: State, message: Message, blocks: readonly Block[], stream: Stream): void {
  state.messages.stream(message, { blocks, stream, text: spokenOf(blocks) });
}

type Written = Pick<z.infer<typeof startCall>, 'markdown_text' | 'chunks'>;

/** A stream's blocks with what a call adds. A task's title and status replace the earlier ones, its details are appended. */
function withChunks(
  before: readonly Block[],
  { markdown_text: markdown, chunks = [] }: Written,
  state: State,
): Block[] {
  if (markdown !== undefined && chunks.length > 0) {
    throw new SlackApiError('cannot_provide_both_markdown_text_and_chunks');
  }
  const blocks = [...before];
  for (const chunk of markdown === undefined ? chunks : [{ type: 'markdown_text' as const, text: markdown }]) {
    if (chunk.type === 'task_update') putTask(blocks, chunk);
    else if (chunk.type === 'blocks') blocks.push(...checkContent({ blocks: chunk.blocks }, inStream(state)).blocks);
    else if (chunk.type === 'markdown_text') putText(blocks, chunk.text);
  }
  return blocks;
}

function putText(blocks: Block[], text: string): void {
  if (text.length > MAX_MARKDOWN) throw new SlackApiError('msg_too_long');
  const last = blocks.at(-1);
  if (last?.type === 'markdown') blocks.splice(-1, 1, { ...last, text: `${last.text}${text}` });
  else blocks.push({ type: 'markdown', text });
}

function putTask(blocks: Block[], { type: _, id, details, output, ...task }: TaskUpdate): void {
  const at = blocks.findIndex((block) => block.type === 'task_card' && block.task_id === id);
  const before = blocks[at];
  const told = `${before?.details ? textIn(before.details) : ''}${details ?? ''}`;
  const block: Block = {
    ...before,
    ...task,
    type: 'task_card',
    task_id: id,
    ...(told && { details: richText(told) }),
    ...(output && { output: richText(output) }),
  };
  if (at < 0) blocks.push(block);
  else blocks[at] = block;
}

const richText = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});

const textIn = (block: unknown): string =>
  walkObjects(block)
    .map(({ object }) => (object.type === 'text' ? object.text : ''))
    .join('');

/** A streamed message has no text of its own: what was written in it is read aloud. */
const spokenOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ type, text, output }) =>
      type === 'markdown' ? String(text) : type === 'task_card' && output ? textIn(output) : '',
    )
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
