import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { followLive } from '../support/live-events.ts';
import { startBoth, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const MODAL: ModalView = { type: 'modal', title: plain('Share'), blocks: [] };

const liveOf = (origin: string, as = 'U0ADALOVEL', channel = CHANNEL) =>
  followLive(`${origin}/live?as=${as}&channel=${channel}`);

describe('an open page', () => {
  it('is told of messages as they come, change and go', async () => {
    const { origin, client } = await startPreview();
    const next = await liveOf(origin);
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'first' });
    expect(await next()).toEqual({
      event: 'message',
      data: { ts, thread: null, isFromApp: true, spoken: 'first', html: expect.stringContaining('first') },
    });
    await client.chat.update({ channel: CHANNEL, ts: String(ts), text: 'second' });
    expect(await next()).toMatchObject({ event: 'message', data: { ts, html: expect.stringContaining('second') } });
    await client.chat.delete({ channel: CHANNEL, ts: String(ts) });
    expect(await next()).toEqual({ event: 'removed', data: { ts } });
  });

  it('is told of an answer in a thread, and of the number of answers', async () => {
    const { origin, client } = await startPreview();
    const { ts } = await client.chat.postMessage({ channel: CHANNEL, text: 'top' });
    const next = await liveOf(origin);
    await client.chat.postMessage({ channel: CHANNEL, text: 'reply', thread_ts: String(ts) });
    expect(await next()).toMatchObject({
      event: 'message',
      data: { thread: ts, html: expect.stringContaining('reply') },
    });
    expect(await next()).toMatchObject({ event: 'message', data: { ts, html: expect.stringContaining('1 reply') } });
  });

  it('never hears what somebody else alone sees', async () => {
    const { origin, client } = await startPreview();
    const next = await liveOf(origin, 'U0KENTHOMP');
    await client.chat.postEphemeral({ channel: CHANNEL, user: 'U0ADALOVEL', text: 'for Ada' });
    await client.chat.postMessage({ channel: 'D0ADALOVEL', text: 'for Ada too' });
    await client.chat.postMessage({ channel: CHANNEL, text: 'for everybody' });
    expect(await next()).toMatchObject({ data: { html: expect.stringContaining('for everybody') } });
  });

  it('is told that something came in another channel', async () => {
    const { origin, client } = await startPreview();
    const next = await liveOf(origin);
    await client.chat.postMessage({ channel: 'C0GENERAL1', text: 'elsewhere' });
    expect(await next()).toEqual({ event: 'elsewhere', data: { channel: 'C0GENERAL1' } });
  });

  it('catches up with what came after it was drawn and before it listened', async () => {
    const { origin, client } = await startPreview();
    const [, since] = /data-since="(\d+)"/.exec(await (await fetch(`${origin}/`)).text()) ?? [];
    await client.chat.postMessage({ channel: CHANNEL, text: 'in between' });
    const next = await followLive(`${origin}/live?channel=${CHANNEL}&since=${since}`);
    expect(await next()).toMatchObject({ event: 'message', data: { spoken: 'in between' } });
  });

  it.each(['0', '1e15', 'soon'])(
    'is told to draw itself anew when nobody knows what it has missed since %s',
    async (since) => {
      const { origin } = await startPreview();
      const next = await followLive(`${origin}/live?channel=${CHANNEL}&since=${since}`);
      expect(await next()).toEqual({ event: 'stale', data: {} });
    },
  );

  it('gets its own modals and Home, drawn', async () => {
    const { origin, client, workspace, app } = await startBoth();
    const [ada, grace] = [await liveOf(origin), await liveOf(origin, 'U0GRACEHOP')];
    await workspace.runCommand({ text: '' });
    await client.views.open({ trigger_id: String(app.received[0]?.fields.trigger_id), view: MODAL });
    expect(await ada()).toMatchObject({ event: 'modal', data: { html: expect.stringContaining('Share') } });
    await workspace.submitView(String(workspace.views()[0]?.id), {});
    expect(await ada()).toEqual({ event: 'modal', data: { html: '' } });
    await client.views.publish({ user_id: 'U0GRACEHOP', view: { type: 'home', blocks: [{ type: 'divider' }] } });
    expect(await grace()).toMatchObject({ event: 'home', data: { html: expect.stringContaining('<hr>') } });
  });
});
