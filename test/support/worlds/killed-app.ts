import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSlackPreview, type Workspace } from '@pain-signals/slack-preview';
import { API_KEY, defaultResponse, type FakeService, startFakeService } from '../service/fake-service.ts';
import { GENEROUS_SLACK } from './generous-timeouts.ts';
import { BOT_TOKEN, SIGNING_SECRET } from './slack-world.ts';

const PROCESS = fileURLToPath(new URL('./share-process.ts', import.meta.url));

/** A call of the app to Slack: `preHandler`: nothing is done yet; `onSend`: it is done, and not said; `onResponse`: it is said. */
export interface Moment {
  call: RegExp;
  stage: 'preHandler' | 'onSend' | 'onResponse';
}

/** The app in a process of its own that can be killed, between stand-ins for Slack and the service that go on. */
export interface KilledApp {
  readonly slack: Workspace;
  readonly service: FakeService;
  /** While true, the service answers nothing. */
  isServiceHanging: boolean;
  /** Kills the app at this moment; null once it came. */
  deadly: Moment | null;
  start(clockAheadMs: number): Promise<void>;
  /** Lets it answer what it acknowledged, and do what the clock asks for. False when it died meanwhile. */
  untilIdle(): Promise<boolean>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startKilledApp(databaseUrl: string | null = null): Promise<KilledApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-killed-'));
  const encryptionKey = randomBytes(32).toString('base64');
  const service = await startFakeService({
    usual: (path, query) => (world.isServiceHanging ? { hangs: true } : defaultResponse(path, query)),
  });
  let app: ChildProcess | null = null;
  let address = '';
  const preview = createSlackPreview({
    ...{ appUrl: () => `${address}/slack/events`, signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN },
    ...GENEROUS_SLACK,
  });
  const killAt = async (stage: Moment['stage'], url: string): Promise<void> => {
    if (world.deadly?.stage !== stage || !world.deadly.call.test(url)) return;
    world.deadly = null;
    app?.kill('SIGKILL');
    // The process that asked is dead: nothing more is done.
    await new Promise(() => undefined);
  };
  preview.server.addHook('preHandler', ({ url }) => killAt('preHandler', url));
  preview.server.addHook('onSend', ({ url }) => killAt('onSend', url));
  preview.server.addHook('onResponse', ({ url }) => killAt('onResponse', url));
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  const config = {
    ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, logLevel: 'silent', metricsToken: null },
    ...{ painApiUrl: service.url, painMcpUrl: null, painApiKey: API_KEY, signalUrl: null },
    ...{ signingSecret: SIGNING_SECRET, botToken: BOT_TOKEN, oauth: null, appToken: null },
    slackApiUrl: `${slackUrl}/api/`,
  };
  const world: KilledApp = {
    ...{ slack: preview.workspace, service, isServiceHanging: false, deadly: null },
    async start(clockAheadMs) {
      const options = JSON.stringify({ databaseUrl, dataDir, encryptionKey, config, clockAheadMs });
      app = fork(PROCESS, [options], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const [{ port }] = await once(app, 'message');
      address = `http://127.0.0.1:${port}`;
    },
    async untilIdle() {
      if (app === null || !app.connected) return false;
      const ended = Promise.race([once(app, 'message').then(() => true), once(app, 'exit').then(() => false)]);
      app.send('idle', () => undefined);
      return ended;
    },
    async kill() {
      if (app === null || app.exitCode !== null || app.signalCode !== null) return;
      const dead = once(app, 'exit');
      app.kill('SIGKILL');
      await dead;
    },
    async close() {
      await world.kill();
      await Promise.all([preview.server.close(), service.close(), rm(dataDir, { recursive: true, force: true })]);
    },
  };
  return world;
}
