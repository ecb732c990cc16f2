import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { type KilledApp, startKilledApp } from '../../support/worlds/killed-app.ts';
import { isPrivate } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0DEVPAIN1';
/** Longer than the claim of a process that died. */
const LATER_MS = 120_000;
const LOST = 'may not have been answered';

// Needs no database server. Each test starts the app in processes of its own several times, so they run with the cluster.
let app: KilledApp;
beforeEach(async () => {
  app = await startKilledApp();
});
afterEach(() => app.close());

/** The service answers nothing any more, and the app dies while it waits. */
async function dieAsking(ask: () => Promise<unknown>): Promise<void> {
  app.isServiceHanging = true;
  const before = app.service.asked.length;
  await ask();
  await vi.waitFor(() => expect(app.service.asked.length).toBeGreaterThan(before), 60_000);
  await app.kill();
  app.isServiceHanging = false;
}

const lost = (channel = CHANNEL) => app.slack.messages(channel).filter(({ text }) => text.includes(LOST));
const press = (message: Message, actionId: string) => app.slack.press({ message, actionId });

it('a command whose process was killed before it answered is told, once, and can be asked again with a button', async () => {
  await app.start(0);
  await dieAsking(() => app.slack.runCommand({ text: 'top 3' }));
  expect(lost()).toEqual([]);
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(lost()).toHaveLength(1);
  const [told] = lost();
  if (told === undefined) throw new Error('nobody was told');
  expect(isPrivate(told)).toBe(true);
  await press(told, ACTION.retry);
  await app.untilIdle();
  await app.kill();
  await app.start(2 * LATER_MS);
  await app.untilIdle();
  expect(lost()).toHaveLength(0);
});

it('nobody is told of a command that was answered before its process was killed', async () => {
  await app.start(0);
  await app.slack.runCommand({ text: 'top 3' });
  await app.untilIdle();
  await app.kill();
  const before = app.slack.messages(CHANNEL).length;
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(app.slack.messages(CHANNEL)).toHaveLength(before);
});

it('a press that was killed is told', async () => {
  await app.start(0);
  await app.slack.runCommand({ text: 'top 3' });
  await app.untilIdle();
  const list = app.slack.messages(CHANNEL).findLast(isPrivate);
  if (list === undefined) throw new Error('no list');
  await dieAsking(() => press(list, ACTION.details));
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(lost()).toHaveLength(1);
});

it.each([
  ['a direct message', 'D0ADALOVEL', 'top 3'],
  ['a mention', CHANNEL, '@painsignals top 3'],
])('%s that was killed is told where Slack takes no stream', async (_, channelId, text) => {
  app.slack.refuseMethods(['chat.startStream']);
  await app.start(0);
  await dieAsking(() => app.slack.say({ channelId, text }));
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(lost(channelId)).toHaveLength(1);
});

it('a streamed answer that was killed is told once, by the stream', async () => {
  await app.start(0);
  await dieAsking(async () => {
    await app.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    await vi.waitFor(() => expect(app.slack.messages(CHANNEL)).toHaveLength(2), 60_000);
    // Until Slack's answer to the stream is written, the other way tells.
    await app.slack.runCommand({ text: 'help' });
    await app.slack.nextMessage(isPrivate);
  });
  for (const ahead of [LATER_MS, 5 * LATER_MS]) {
    await app.start(ahead);
    await app.untilIdle();
    await app.kill();
  }
  expect(lost().filter((told) => JSON.stringify(told).includes('top'))).toEqual([]);
  const told = JSON.stringify(app.slack.messages(CHANNEL)).match(/This answer was interrupted/g);
  expect(told).toHaveLength(1);
});

it.each(['stopStream', 'chat.delete', 'postEphemeral'])(
  'a streamed answer that failed is told once, and leaves nothing behind, where the app was killed at %s',
  async (call) => {
    await app.start(0);
    app.service.plan('/api/dashboard/top', { status: 401, body: { code: 'UNAUTHORIZED', message: 'no', path: '/' } });
    app.deadly = { call: new RegExp(call), stage: 'preHandler' };
    await app.slack.say({ channelId: CHANNEL, text: '@painsignals top 3' });
    expect(await app.untilIdle()).toBe(false);
    for (const ahead of [LATER_MS, 5 * LATER_MS]) {
      await app.start(ahead);
      await app.untilIdle();
      await app.kill();
    }
    expect(app.slack.messages(CHANNEL).filter(({ user }) => user === 'U0PAINSIGNL')).toEqual(lost());
    expect(lost()).toHaveLength(1);
  },
);

it('a command whose answer Slack did not take is told later', async () => {
  await app.start(0);
  for (const method of ['response_url', 'chat.postEphemeral'])
    app.slack.failNext(method, { status: 503, error: 'service_unavailable' });
  await app.slack.runCommand({ text: 'help' });
  await app.untilIdle();
  expect(lost()).toEqual([]);
  await app.kill();
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(lost()).toHaveLength(1);
});

it('who could not be told while Slack was away is told once it is back', async () => {
  await app.start(0);
  await dieAsking(() => app.slack.runCommand({ text: 'top 3' }));
  const away = { status: 503, error: 'service_unavailable' };
  app.slack.failNext('conversations.open', away);
  await app.start(LATER_MS);
  await app.untilIdle();
  expect(lost()).toEqual([]);
  await app.kill();
  await app.start(2 * LATER_MS);
  await app.untilIdle();
  expect(lost()).toHaveLength(1);
});
