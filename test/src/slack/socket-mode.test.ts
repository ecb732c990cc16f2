import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram, type Program } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { API_KEY, type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { type FakeSocketMode, startFakeSocketMode } from '../../support/slack/fake-socket-mode.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
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
    logLevel: 'silent',
  };
  store = await openTemporaryStore();
  program = createProgram(config, { logger: pino({ level: 'silent' }), store });
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
        expect.objectContaining({ response_type: 'ephemeral', text: expect.stringContaining('Trending pains') }),
      ]);
  });

  it('nothing is taken at the door, but it still tells of its health', async () => {
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/slack/events`, { method: 'POST' })).status).toBe(404);
  });
});
