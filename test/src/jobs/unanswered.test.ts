import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSlackPreview, type Message } from '@pain-signals/slack-preview';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { createUnansweredRequests } from '#src/jobs/unanswered.ts';
import { API_KEY, defaultResponse, type FakeService, startFakeService } from '../../support/service/fake-service.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { GENEROUS_SLACK } from '../../support/worlds/generous-timeouts.ts';
import { BOT_TOKEN, isPrivate, SIGNING_SECRET } from '../../support/worlds/slack-world.ts';

const PROCESS = fileURLToPath(new URL('../../support/worlds/share-process.ts', import.meta.url));
const CHANNEL = 'C0DEVPAIN1';
/** Longer than the claim of a process that died. */
const LATER_MS = 120_000;
const LOST = 'may not have been answered';

let dataDir: string;
let service: FakeService;
let isHanging: boolean;
let preview: ReturnType<typeof createSlackPreview>;
let slackUrl: string;
let app: ChildProcess;
let address = '';
const encryptionKey = randomBytes(32).toString('base64');

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-unanswered-'));
  isHanging = false;
  service = await startFakeService({
    usual: (path, query) => (isHanging ? { hangs: true } : defaultResponse(path, query)),
  });
  preview = createSlackPreview({
    ...{ appUrl: () => `${address}/slack/events`, signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN },
    ...GENEROUS_SLACK,
  });
  slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await kill();
  await Promise.all([preview.server.close(), service.close(), rm(dataDir, { recursive: true, force: true })]);
});

async function start(clockAheadMs: number): Promise<void> {
  const config = {
    ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, logLevel: 'silent', metricsToken: null },
    ...{ painApiUrl: service.url, painMcpUrl: null, painApiKey: API_KEY, signalUrl: null },
    ...{ signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN, oauth: null, appToken: null },
    slackApiUrl: `${slackUrl}/api/`,
  };
  const options = { databaseUrl: null, dataDir, encryptionKey, config, clockAheadMs };
  app = fork(PROCESS, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port }] = await once(app, 'message');
  address = `http://127.0.0.1:${port}`;
}

/** Lets it answer what it acknowledged, and do what the clock asks for. */
async function untilIdle(): Promise<void> {
  const idle = once(app, 'message');
  app.send('idle');
  await idle;
}

async function kill(): Promise<void> {
  if (!app.connected) return;
  const dead = once(app, 'exit');
  app.kill('SIGKILL');
  await dead;
}

/** The service answers nothing any more, and the app dies while it waits. */
async function dieAsking(ask: () => Promise<unknown>): Promise<void> {
  isHanging = true;
  const before = service.asked.length;
  await ask();
  await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(before), 60_000);
  await kill();
  isHanging = false;
}

const slack = () => preview.workspace;
const lost = (channel = CHANNEL) =>
  slack()
    .messages(channel)
    .filter(({ text }) => text.includes(LOST));
const press = (message: Message, actionId: string) => slack().press({ message, actionId });

it('a command whose process was killed before it answered is told, once, and can be asked again with a button', async () => {
  await start(0);
  await dieAsking(() => slack().runCommand({ text: 'top 3' }));
  expect(lost()).toEqual([]);
  await start(LATER_MS);
  await untilIdle();
  expect(lost()).toHaveLength(1);
  const [told] = lost();
  if (told === undefined) throw new Error('nobody was told');
  expect(isPrivate(told)).toBe(true);
  await press(told, ACTION.retry);
  await untilIdle();
  await kill();
  await start(2 * LATER_MS);
  await untilIdle();
  expect(lost()).toHaveLength(0);
});

it('nobody is told of a command that was answered before its process was killed', async () => {
  await start(0);
  await slack().runCommand({ text: 'top 3' });
  await untilIdle();
  await kill();
  const before = slack().messages(CHANNEL).length;
  await start(LATER_MS);
  await untilIdle();
  expect(slack().messages(CHANNEL)).toHaveLength(before);
});

it('a press that was killed is told', async () => {
  await start(0);
  await slack().runCommand({ text: 'top 3' });
  await untilIdle();
  const list = slack().messages(CHANNEL).findLast(isPrivate);
  if (list === undefined) throw new Error('no list');
  await dieAsking(() => press(list, ACTION.details));
  await start(LATER_MS);
  await untilIdle();
  expect(lost()).toHaveLength(1);
});

it.each([
  ['a direct message', 'D0ADALOVEL', 'top 3'],
  ['a mention', CHANNEL, '@painsignals top 3'],
])('%s that was killed is told where Slack takes no stream', async (_, channelId, text) => {
  slack().refuseMethods(['chat.startStream']);
  await start(0);
  await dieAsking(() => slack().say({ channelId, text }));
  await start(LATER_MS);
  await untilIdle();
  expect(lost(channelId)).toHaveLength(1);
});

it('a streamed answer that was killed is told once, by the stream', async () => {
  await start(0);
  await dieAsking(() => slack().say({ channelId: CHANNEL, text: '@painsignals top 3' }));
  for (const ahead of [LATER_MS, 5 * LATER_MS]) {
    await start(ahead);
    await untilIdle();
    await kill();
  }
  expect(lost()).toEqual([]);
  const told = JSON.stringify(slack().messages(CHANNEL)).match(/restarted before the answer was ready/g);
  expect(told).toHaveLength(1);
});

it('a command whose answer Slack did not take is told later', async () => {
  await start(0);
  for (const method of ['response_url', 'chat.postEphemeral', 'conversations.open'])
    slack().failNext(method, { status: 503, error: 'service_unavailable' });
  await slack().runCommand({ text: 'help' });
  await untilIdle();
  expect(lost()).toEqual([]);
  await kill();
  await start(LATER_MS);
  await untilIdle();
  expect(lost()).toHaveLength(1);
});

it('who could not be told while Slack was away is told once it is back', async () => {
  await start(0);
  await dieAsking(() => slack().runCommand({ text: 'top 3' }));
  const away = { status: 503, error: 'service_unavailable' };
  for (const method of ['response_url', 'chat.postEphemeral', 'conversations.open']) slack().failNext(method, away);
  await start(LATER_MS);
  await untilIdle();
  expect(lost()).toEqual([]);
  await kill();
  await start(2 * LATER_MS);
  await untilIdle();
  expect(lost()).toHaveLength(1);
});

it('a process that tells for long keeps the claim on what it is answering, and tells a few at once', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  onTestFinished(() => store.close());
  const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
  const claim = (key: string) => store.seenRequests.claim(key, { workspaceId: 'T1', request });
  for (let at = 0; at < 20; at += 1) await claim(`lost ${at}`);
  now += 61_000;
  await claim('trigger own');
  let underWay = 0;
  let most = 0;
  const requests = createUnansweredRequests({
    store,
    now: () => now,
    logger: pino({ level: 'silent' }),
    async depsOf() {
      underWay += 1;
      most = Math.max(most, underWay);
      now += 5_000;
      await setImmediate();
      underWay -= 1;
      return null;
    },
  });
  requests.begin({ body: { command: '/pain', trigger_id: 'own' }, context: {} });
  await requests.job.run(now, new AbortController().signal);
  expect([most, await store.unansweredRequests.take()]).toEqual([8, []]);
});

it('somebody whose answer Slack did not take is told, even if the database was away just then', async () => {
  let now = Date.now();
  const store = await openTemporaryStore(() => now);
  onTestFinished(() => store.close());
  const { unansweredRequests } = store;
  const request = { responseUrl: null, channelId: null, userId: 'U1', threadTs: null, query: null };
  await store.seenRequests.claim('trigger own', { workspaceId: 'T1', request });
  const asked: string[] = [];
  let isAway = true;
  const requests = createUnansweredRequests({
    store: {
      unansweredRequests: {
        ...unansweredRequests,
        free: (...given) => (isAway ? Promise.reject(new Error('away')) : unansweredRequests.free(...given)),
      },
    },
    now: () => now,
    logger: pino({ level: 'silent' }),
    async depsOf(workspaceId) {
      asked.push(workspaceId);
      return null;
    },
  });
  const body = { command: '/pain', trigger_id: 'own' };
  requests.begin({ body, context: {} });
  await requests.end(body, false);
  isAway = false;
  for (const ms of [15_000, 60_000]) {
    now += ms;
    await requests.job.run(now, new AbortController().signal);
  }
  expect(asked).toEqual(['T1']);
});
