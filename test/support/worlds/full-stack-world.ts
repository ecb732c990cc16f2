import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, loadServiceConfig, openStore, type RunningService, startService } from '@pain-signals/service';
import { createSlackPreview, type Message, type Workspace } from '@pain-signals/slack-preview';
import { pino } from 'pino';
import { createProgram } from '#src/program.ts';
import { openTemporaryStore } from '../store/temporary-store.ts';
import { GENEROUS_SLACK, GENEROUS_TIMEOUT_MS, GENEROUS_TIMEOUTS } from './generous-timeouts.ts';

const SIGNING_SECRET = 'a-signing-secret-of-the-journeys';
const BOT_TOKEN = 'xoxb-journeys-000000000000';

/** The real service, client and Slack app on free ports of this machine; only Slack is a stand-in. */
export interface FullStackWorld {
  readonly slack: Workspace;
  readonly serviceUrl: string;
  readonly apiKey: string;
  /** Types `/pain …` and waits for the answer that only the asker sees. */
  ask(text: string): Promise<Message>;
  press(message: Message, actionId: string): Promise<Message>;
  /** A key of another account, which has calls of its own. */
  keyFor(name: string): Promise<string>;
  stopService(): Promise<void>;
  close(): Promise<void>;
}

interface FullStackOptions {
  /** The service's fixed "now". */
  asOf: string;
  dataDir: string;
  plan?: 'free' | 'pro';
}

export async function makeTemporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'pain-signals-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function startFullStack({ asOf, dataDir, plan = 'pro' }: FullStackOptions): Promise<FullStackWorld> {
  const apiKey = await keyFor(dataDir, plan);
  const service = await runService(dataDir, asOf);
  let appAddress = '';
  const preview = createSlackPreview({
    appUrl: () => `${appAddress}/slack/events`,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...GENEROUS_SLACK,
  });
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  const store = await openTemporaryStore();
  const program = createProgram(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      painApiUrl: service.address,
      painMcpUrl: null,
      redisUrl: null,
      painApiKey: apiKey,
      signalUrl: null,
      signingSecret: SIGNING_SECRET,
      botToken: BOT_TOKEN,
      oauth: null,
      appToken: null,
      slackApiUrl: `${slackUrl}/api/`,
      metricsToken: null,
      logLevel: 'silent',
    },
    {
      logger: pino({ level: 'silent' }),
      store,
      timeouts: GENEROUS_TIMEOUTS,
      slackTimeoutMs: GENEROUS_TIMEOUT_MS,
      storeTimeoutMs: GENEROUS_TIMEOUT_MS,
    },
  );
  const { port } = await program.start();
  appAddress = `http://127.0.0.1:${port}`;
  const slack = preview.workspace;
  const answer = () => slack.nextMessage(({ ephemeralFor }) => ephemeralFor !== undefined);
  let isServiceUp = true;
  const stopService = async () => {
    if (isServiceUp) await service.stop();
    isServiceUp = false;
  };
  return {
    slack,
    serviceUrl: service.address,
    apiKey,
    stopService,
    keyFor: (name) => keyFor(dataDir, 'pro', name),
    async ask(text) {
      await slack.runCommand({ text });
      return answer();
    },
    async press(message, actionId) {
      await slack.press({ message, actionId });
      return answer();
    },
    async close() {
      await program.stop();
      await store.close();
      await preview.server.close();
      await stopService();
    },
  };
}

const runService = (dataDir: string, asOf: string): Promise<RunningService> =>
  startService(
    {
      ...loadServiceConfig({ DATA_DIR: dataDir, SERVICE_PORT: '0', AS_OF: asOf, LOG_LEVEL: 'silent' }),
      serviceUrl: 'http://127.0.0.1',
    },
    pino({ level: 'silent' }),
  );

async function keyFor(dataDir: string, plan: 'free' | 'pro', name: string = plan): Promise<string> {
  const store = await openStore({ dataDir });
  const email = `${name}@pain-signals.test`;
  const account = (await store.accounts.find(email)) ?? (await store.accounts.create(email, plan));
  const { key, prefix, secretHash } = createApiKey();
  await store.keys.create({ accountId: account?.id ?? '', prefix, secretHash, name: null });
  await store.close();
  return key;
}
