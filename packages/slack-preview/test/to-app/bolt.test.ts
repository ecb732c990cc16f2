import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { expect, it, onTestFinished } from 'vitest';
import { BOT_TOKEN, SIGNING_SECRET, startPreview } from '../support/start-preview.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const BUTTON = { type: 'button' as const, action_id: 'open', text: plain('Open') };

/** A real Bolt app on its own port, which talks to Slack at `origin`. */
async function startBolt(origin: () => string): Promise<{ app: App; url: string }> {
  const receiver = new HTTPReceiver({ signingSecret: SIGNING_SECRET, logLevel: LogLevel.ERROR });
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: BOT_TOKEN, botId: 'B0PAINSIGNL', botUserId: 'U0PAINSIGNL' }),
    clientOptions: { slackApiUrl: `${origin()}/api/` },
    logLevel: LogLevel.ERROR,
  });
  const server = createServer((request, response) => receiver.requestListener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { app, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events` };
}

it('a real Bolt app answers a command, opens a modal on a press and takes its submission', async () => {
  let url = '';
  const { origin, workspace } = await startPreview({ appUrl: () => url });
  const bolt = await startBolt(() => origin);
  url = bolt.url;
  bolt.app.command('/pain', async ({ ack, respond }) => {
    await ack();
    await respond({ text: 'card', blocks: [{ type: 'actions', elements: [BUTTON] }] });
  });
  bolt.app.action('open', async ({ ack, client, body }) => {
    await ack();
    const trigger_id = 'trigger_id' in body ? String(body.trigger_id) : '';
    const element = { type: 'plain_text_input' as const, action_id: 'words' };
    const blocks = [{ type: 'input' as const, block_id: 'note', label: plain('Note'), element }];
    await client.views.open({
      trigger_id,
      view: { type: 'modal', callback_id: 'note', title: plain('Note'), submit: plain('Save'), blocks },
    });
  });
  bolt.app.view('note', async ({ ack, client, view, body }) => {
    await ack();
    await client.chat.postMessage({ channel: body.user.id, text: `noted: ${view.state.values.note?.words?.value}` });
  });

  expect(await workspace.runCommand({ text: 'trending' })).toMatchObject({ status: 200 });
  const message = await workspace.nextMessage();
  expect(message).toMatchObject({ text: 'card', ephemeralFor: 'U0ADALOVEL' });
  expect(await workspace.press({ message, actionId: 'open' })).toMatchObject({ status: 200 });
  const view = await workspace.nextView();
  await workspace.submitView(view.id, { note: { words: 'look here' } });
  expect(await workspace.nextMessage()).toMatchObject({ channelId: 'D0ADALOVEL', text: 'noted: look here' });
});
