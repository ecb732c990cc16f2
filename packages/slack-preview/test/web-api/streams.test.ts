import { describe, expect, it } from 'vitest';
import { errorOf, startPreview } from '../support/start-preview.ts';

const channel = 'C0DEVPAIN1';
const recipient = { recipient_user_id: 'U0ADALOVEL', recipient_team_id: 'T0PREVIEW01' };
const task = (status: 'in_progress' | 'complete', more: object = {}) => ({
  type: 'task_update' as const,
  id: 'look',
  title: 'Looking',
  status,
  ...more,
});
const BLOCKS = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'found' } }];

async function startStream(now = { ms: 0 }) {
  const startedAt = Date.now();
  const preview = await startPreview({ now: () => startedAt + now.ms });
  const { ts: thread_ts } = await preview.workspace.say({ channelId: channel, text: 'a question' });
  const start = { channel, thread_ts, ...recipient };
  const { ts = '' } = await preview.client.chat.startStream({ ...start, chunks: [task('in_progress')] });
  return { ...preview, start, at: { channel, ts }, shown: () => preview.workspace.messages(channel).at(-1) };
}

describe('a streamed message', () => {
  it('replaces the title and status of a task, appends its details, and ends with blocks', async () => {
    const { client, at, shown } = await startStream();
    await client.chat.appendStream({ ...at, chunks: [task('in_progress', { details: 'one, ' })] });
    await client.chat.appendStream({
      ...at,
      chunks: [task('complete', { title: 'Looked', details: 'two', output: 'three' })],
    });
    await client.chat.stopStream({ ...at, blocks: BLOCKS });
    expect(shown()).toMatchObject({ text: 'three', stream: { isOpen: false } });
    expect(shown()?.blocks).toMatchObject([{ type: 'task_card', title: 'Looked', status: 'complete' }, ...BLOCKS]);
    expect(JSON.stringify(shown()?.blocks[0]?.details)).toContain('one, two');
  });

  it('joins its pieces of text', async () => {
    const { client, at, shown } = await startStream();
    await client.chat.appendStream({ ...at, markdown_text: 'It is ' });
    await client.chat.stopStream({ ...at, chunks: [{ type: 'markdown_text', text: 'done.' }] });
    expect(shown()).toMatchObject({ text: 'It is done.' });
  });

  it.each([
    [{ thread_ts: undefined }, 'invalid_thread_ts'],
    [{ recipient_user_id: undefined }, 'missing_recipient_user_id'],
    [{ recipient_team_id: undefined }, 'missing_recipient_team_id'],
    [{ markdown_text: 'x', chunks: [task('complete')] }, 'cannot_provide_both_markdown_text_and_chunks'],
    [{ chunks: [task('complete', { title: 'x'.repeat(257) })] }, 'invalid_arguments'],
    [{ markdown_text: 'x'.repeat(12_001) }, 'msg_too_long'],
    [{ channel: 'C0RANDOM01' }, 'not_in_channel'],
  ])('is not started with %j: %s', async (wrong, error) => {
    const { client, start } = await startStream();
    expect(await errorOf(client.chat.startStream({ ...start, ...wrong } as never))).toMatchObject({ error });
  });

  it('can’t be changed or deleted while it is open', async () => {
    const { client, at } = await startStream();
    expect(await errorOf(client.chat.update({ ...at, text: 'x' }))).toEqual({ error: 'streaming_state_conflict' });
    expect(await errorOf(client.chat.delete(at))).toEqual({ error: 'cant_delete_message' });
    await client.chat.stopStream(at);
    await client.chat.update({ ...at, text: 'x' });
    await client.chat.delete(at);
  });

  it('stays open when its last blocks are refused', async () => {
    const { client, at } = await startStream();
    const blocks = [{ type: 'section' as const }];
    expect(await errorOf(client.chat.stopStream({ ...at, blocks }))).toMatchObject({ error: 'invalid_blocks' });
    await client.chat.stopStream({ ...at, blocks: BLOCKS });
  });

  it('ends after five minutes, whatever was appended, and can then be changed', async () => {
    const now = { ms: 0 };
    const { client, at } = await startStream(now);
    now.ms = 4 * 60_000;
    await client.chat.appendStream({ ...at, markdown_text: 'still here' });
    now.ms = 6 * 60_000;
    expect(await errorOf(client.chat.stopStream(at))).toEqual({ error: 'message_not_in_streaming_state' });
    await client.chat.update({ ...at, text: 'x' });
  });

  it('ends when the person presses Stop, and when it was stopped', async () => {
    const { client, at, start, workspace, shown } = await startStream();
    const message = shown();
    if (message) workspace.stopStream(message);
    expect(await errorOf(client.chat.appendStream({ ...at, markdown_text: 'x' }))).toEqual({
      error: 'stopped_by_user',
    });
    const { ts = '' } = await client.chat.startStream({ ...start, markdown_text: 'again' });
    await client.chat.stopStream({ channel, ts });
    expect(await errorOf(client.chat.stopStream({ channel, ts }))).toEqual({ error: 'message_not_in_streaming_state' });
  });
});
