import { describe, expect, it } from 'vitest';
import { errorOf, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const ADA = 'U0ADALOVEL';
const FILE = [{ type: 'image' as const, alt_text: 'x', slack_file: { id: 'F1' } }];

describe('chat', () => {
  it.each([
    ['nowhere', 'channel_not_found'],
    ['C0SECRET01', 'channel_not_found'],
    ['C0RANDOM01', 'not_in_channel'],
    ['C0OLDTIMES', 'is_archived'],
  ])('refuses a message to %s: %s', async (channel, error) => {
    const { client } = await startPreview();
    expect(await errorOf(client.chat.postMessage({ channel, text: 'hello' }))).toEqual({ error });
  });

  it('reaches a person by their id, in their conversation with the app', async () => {
    const { client, workspace } = await startPreview();
    const { channel } = await client.chat.postMessage({ channel: ADA, text: 'hello' });
    expect(channel).toBe('D0ADALOVEL');
    expect(workspace.messages('D0ADALOVEL')).toHaveLength(1);
  });

  it('gives ids to blocks and elements that have none, and keeps those that have', async () => {
    const { client, workspace } = await startPreview();
    const button = { type: 'button' as const, text: { type: 'plain_text' as const, text: 'Press' } };
    const blocks = [
      { type: 'actions' as const, block_id: 'mine', elements: [button, { ...button, action_id: 'own' }] },
    ];
    await client.chat.postMessage({ channel: CHANNEL, text: 'x', blocks });
    const [message] = workspace.messages(CHANNEL);
    expect(message?.blocks).toMatchObject([
      { block_id: 'mine', elements: [{ action_id: expect.stringMatching(/^\w{5}$/) }, { action_id: 'own' }] },
    ]);
  });

  it('cuts a text that is too long, as Slack does', async () => {
    const { client, workspace } = await startPreview();
    await client.chat.postMessage({ channel: CHANNEL, text: 'x'.repeat(40_001) });
    expect(workspace.messages(CHANNEL)[0]?.text).toHaveLength(40_000);
  });

  it('puts an answer to an answer under the same message', async () => {
    const { client } = await startPreview();
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'top' });
    const reply = await client.chat.postMessage({ channel: CHANNEL, text: 'reply', thread_ts: String(ts) });
    const second = await client.chat.postMessage({ channel: CHANNEL, text: 'second', thread_ts: String(reply.ts) });
    expect(second.message).toMatchObject({ thread_ts: ts });
    const lost = client.chat.postMessage({ channel: CHANNEL, text: 'x', thread_ts: '1.000000' });
    expect(await errorOf(lost)).toEqual({ error: 'thread_not_found' });
  });

  it('refuses a picture of a file that it does not have', async () => {
    const { client } = await startPreview();
    expect(await errorOf(client.chat.postMessage({ channel: CHANNEL, text: 'x', blocks: FILE }))).toEqual({
      error: 'invalid_blocks',
      messages: ['[ERROR] invalid slack file [json-pointer:/blocks/0/slack_file]'],
    });
  });

  it('changes its own messages: blocks that are not given stay, an empty list takes them away', async () => {
    const { client, workspace } = await startPreview();
    const blocks = [{ type: 'divider' as const, block_id: 'line' }];
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'before', blocks });
    await client.chat.update({ channel: CHANNEL, ts: String(ts), text: 'after' });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ text: 'after', blocks, isEdited: true }]);
    await client.chat.update({ channel: CHANNEL, ts: String(ts), text: 'after', blocks: [] });
    expect(workspace.messages(CHANNEL)[0]?.blocks).toEqual([]);
  });

  it('leaves the messages of people alone', async () => {
    const { client, workspace } = await startPreview();
    const { ts } = await workspace.say({ channelId: CHANNEL, text: 'mine' });
    expect(await errorOf(client.chat.update({ channel: CHANNEL, ts, text: 'x' }))).toEqual({
      error: 'cant_update_message',
    });
    expect(await errorOf(client.chat.delete({ channel: CHANNEL, ts }))).toEqual({ error: 'cant_delete_message' });
  });

  it('deletes its own messages, once', async () => {
    const { client, workspace } = await startPreview();
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'x' });
    await client.chat.delete({ channel: CHANNEL, ts: String(ts) });
    expect(workspace.messages(CHANNEL)).toEqual([]);
    expect(await errorOf(client.chat.delete({ channel: CHANNEL, ts: String(ts) }))).toEqual({
      error: 'message_not_found',
    });
  });

  it('shows an ephemeral message to one member, and cannot find it again', async () => {
    const { client, workspace } = await startPreview();
    const { message_ts } = await client.chat.postEphemeral({ channel: CHANNEL, user: ADA, text: 'psst' });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ ephemeralFor: ADA }]);
    const update = client.chat.update({ channel: CHANNEL, ts: String(message_ts), text: 'x' });
    expect(await errorOf(update)).toEqual({ error: 'message_not_found' });
    const reply = client.chat.postMessage({ channel: CHANNEL, text: 'x', thread_ts: String(message_ts) });
    expect(await errorOf(reply)).toEqual({ error: 'cannot_reply_to_message' });
    const stranger = client.chat.postEphemeral({ channel: 'D0ADALOVEL', user: 'U0GRACEHOP', text: 'x' });
    expect(await errorOf(stranger)).toEqual({ error: 'user_not_in_channel' });
  });

  it('gives a permalink that leads to the page', async () => {
    const { client, origin } = await startPreview();
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'here' });
    const { permalink } = await client.chat.getPermalink({ channel: CHANNEL, message_ts: String(ts) });
    expect(permalink).toBe(`${origin}/archives/${CHANNEL}/p${String(ts).replace('.', '')}`);
    const page = await fetch(String(permalink));
    expect(new URL(page.url).searchParams.get('thread')).toBe(ts);
  });
});
