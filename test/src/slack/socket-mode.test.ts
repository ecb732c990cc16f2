import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram, type Program } from '#src/program.ts';
import { createSocketReceiver } from '#src/slack/socket-mode.ts';
import type { Store } from '#src/store/open-store.ts';
import { API_KEY, type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { type FakeSocketMode, startFakeSocketMode } from '../../support/slack/fake-socket-mode.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { GENEROUS_TIMEOUT_MS } from '../../support/worlds/generous-timeouts.ts';
import { BOT_TOKEN } from '../../support/worlds/slack-world.ts';

let service: FakeService;
let slack: FakeSocketMode;
let program: Program;
let store: Store;
let address: string;
beforeAll(async () => {
  service = await startFakeService();
  slack = await startFakeSocketMode();
  const config = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    painApiUrl: service.url,
    painMcpUrl: null,
    redisUrl: null,
    painApiKey: API_KEY,
    signalUrl: null,
    signingSecret: null,
    botToken: BOT_TOKEN,
    oauth: null,
    appToken: 'xapp-1-test',
    slackApiUrl: slack.apiUrl,
    metricsToken: null,
    logLevel: 'silent',
  };
  store = await openTemporaryStore();
  const wait = (ms: number) => sleep(Math.min(ms, 100));
  program = createProgram(config, {
    logger: pino({ level: 'silent' }),
    store,
    wait,
    storeTimeoutMs: GENEROUS_TIMEOUT_MS,
  });
  address = `http://127.0.0.1:${(await program.start()).port}`;
});
afterAll(async () => {
  await program.stop();
  await store.close();
  await slack.close();
  await service.close();
});

describe('over Socket Mode', () => {
  it('a command is acknowledged and answered', async () => {
    const payload = {
      command: '/pain',
      text: 'trending 2',
      team_id: 'T1',
      user_id: 'U1',
      channel_id: 'C1',
      response_url: slack.responseUrl,
    };
    expect(await slack.deliver('slash_commands', payload)).toMatchObject({ envelope_id: 'e1' });
    await expect
      .poll(() => slack.answers)
      .toEqual([
        expect.objectContaining({ response_type: 'ephemeral', text: expect.stringContaining('Trending signals') }),
      ]);
  });

  it('no command is lost while Slack refreshes one connection after the other', async () => {
    expect(slack.connections()).toBe(2);
    const before = slack.answers.length;
    const ask = (at: number) =>
      slack.deliver('slash_commands', {
        ...{ command: '/pain', text: 'help', team_id: 'T1', user_id: 'U1', channel_id: 'C1', trigger_id: `9.${at}` },
        response_url: slack.responseUrl,
      });
    let asked = 0;
    for (let round = 0; round < 4; round += 1) {
      const refreshed = slack.refresh();
      // What comes before, while and after the connection closes.
      for (let at = 0; at < 5; at += 1) await ask(asked++);
      await refreshed;
      await ask(asked++);
      await expect.poll(() => slack.connections()).toBe(2);
    }
    await expect.poll(() => slack.answers.length - before).toBe(asked);
  });

  it('an envelope that is no request is left, and the next one is answered', async () => {
    const before = slack.answers.length;
    for (const text of [
      'null',
      '7',
      '[]',
      '{"type":"events_api","payload":{"type":"app_rate_limited"}}',
      '{"type":"events_api"}',
    ])
      slack.send(text);
    await slack.deliver('slash_commands', {
      ...{ command: '/pain', text: 'help', team_id: 'T1', user_id: 'U1', channel_id: 'C1', trigger_id: '8.1' },
      response_url: slack.responseUrl,
    });
    await expect.poll(() => slack.answers.length - before).toBe(1);
  });

  it('nothing is taken at the door, but it still tells of its health', async () => {
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/slack/events`, { method: 'POST' })).status).toBe(404);
  });
});

it('waits before it connects again where one connection after the other ends at once', async () => {
  const restless = await startFakeSocketMode();
  const waits: number[] = [];
  const receiver = createSocketReceiver({
    ...{ appToken: 'xapp-1-test', slackApiUrl: restless.apiUrl, logger: pino({ level: 'silent' }) },
    wait: (ms) => new Promise(() => waits.push(ms)),
  });
  await receiver.open();
  let refreshes = 0;
  for (; waits.length === 0; refreshes += 1) await restless.refresh();
  expect(waits).toEqual([1_000]);
  expect(refreshes).toBeGreaterThan(20);
  await receiver.close();
  await restless.close();
});
