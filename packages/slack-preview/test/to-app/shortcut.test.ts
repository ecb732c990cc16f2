import { describe, expect, it } from 'vitest';
import { startBoth } from '../support/start-preview.ts';

const CHANNEL = 'C0PRODUCT1';

describe('a shortcut in the menu of a message', () => {
  it('tells the app which message, in which thread, and where to answer', async () => {
    const { app, workspace } = await startBoth();
    const top = await workspace.say({ channelId: CHANNEL, text: 'top' });
    const message = await workspace.say({ channelId: CHANNEL, text: 'why?', threadTs: top.ts });
    await workspace.runShortcut({ message, callbackId: 'find_related_pain', userId: 'U0GRACEHOP' });
    expect(app.received[0]?.payload).toMatchObject({
      type: 'message_action',
      callback_id: 'find_related_pain',
      user: { id: 'U0GRACEHOP' },
      channel: { id: CHANNEL },
      message_ts: message.ts,
      message: { text: 'why?', thread_ts: top.ts },
      response_url: expect.stringContaining('/response/'),
      trigger_id: expect.any(String),
    });
  });

  it('is not there for who does not see the message', async () => {
    const { workspace } = await startBoth();
    const message = await workspace.say({ channelId: 'C0SECRET01', text: 'secret' });
    const run = workspace.runShortcut({ message, callbackId: 'find_related_pain', userId: 'U0KENTHOMP' });
    await expect(run).rejects.toThrow('not there any more');
  });
});

describe('links', () => {
  it('reach the app when they were written and while they are, each once', async () => {
    const { app, workspace } = await startBoth();
    const url = 'https://pain.example/signals/1?a=1&b=2';
    const { ts } = await workspace.say({ channelId: CHANNEL, text: `see ${url}, ${url}.` });
    await workspace.composeLinks({ channelId: CHANNEL, text: url });
    expect(app.received.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'link_shared', channel: CHANNEL, message_ts: ts, links: [{ url, domain: 'pain.example' }] },
      { type: 'link_shared', channel: 'COMPOSER', source: 'composer', unfurl_id: expect.any(String) },
    ]);
  });
});
