import { createSlackPreview, type Message, type Workspace } from '@pain-signals/slack-preview';
import { pino } from 'pino';
import type { OAuthConfig } from '#src/config.ts';
import { createProgram } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { createBlankCharts } from '../charts/blank-charts.ts';
import { type FakeService, startFakeService } from '../service/fake-service.ts';
import { openTemporaryStore } from '../store/temporary-store.ts';
import { GENEROUS_SLACK, GENEROUS_TIMEOUT_MS, GENEROUS_TIMEOUTS, pace } from './generous-timeouts.ts';
import { BOT_TOKEN, fastClock, isPrivate, SIGNING_SECRET } from './slack-world.ts';

/** Workspaces of the Slack stand-in, each with a member. */
export const HOME = { teamId: 'T0PREVIEW01', userId: 'U0GRACEHOP', memberId: 'U0ADALOVEL' };
export const NEIGHBOUR = { teamId: 'T0NEIGHBOUR', userId: 'U0NEIGHBOR' };
export const HOLDING = { orgId: 'E0HOLDING01', teamId: 'T0SUBSIDIAR', userId: 'U0SUBSIDIA' };

/** The hosted app, installed by OAuth in several workspaces, each with its own key. */
export interface HostedWorld {
  readonly service: FakeService;
  readonly slack: Workspace;
  readonly store: Store;
  readonly address: string;
  /** Of the stand-in for Slack. */
  readonly slackUrl: string;
  readonly logs: Record<string, unknown>[];
  readonly clock: { ahead: number };
  readonly now: () => number;
  /** Does what the clock asks for by now. */
  runDueNow(): Promise<void>;
  /** As an admin does it in a browser. Answers the last page. */
  install(teamId: string): Promise<{ status: number; page: string }>;
  ask(userId: string, text: string): Promise<Message>;
  /** Waits until every acknowledged request is answered. */
  idle(): Promise<void>;
  /** As SIGTERM does. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

interface HostedWorldOptions {
  /** Waits that the app makes itself pass at once. */
  isUnhurried?: boolean;
  signalUrl?: string | null;
  /** The service gives each workspace a key. */
  painOperatorToken?: string;
}

export async function startHostedWorld({
  isUnhurried = false,
  signalUrl = null,
  ...operator
}: HostedWorldOptions = {}): Promise<HostedWorld> {
  const service = await startFakeService();
  const logs: Record<string, unknown>[] = [];
  const clock = { ahead: 0 };
  const hurried = fastClock(clock);
  const { now } = hurried;
  let address = '';
  const preview = createSlackPreview({
    appUrl: () => `${address}/slack/events`,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...GENEROUS_SLACK,
    oauth: { clientId: 'client.id', clientSecret: 'client-secret' },
    now,
  });
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  const store = await openTemporaryStore(now);
  const unhurried = {
    wait: hurried.sleep,
    service: { clock: hurried },
  } satisfies Partial<Parameters<typeof createProgram>[1]>;
  const program = createProgram(
    {
      ...{
        host: '127.0.0.1',
        port: 0,
        painApiUrl: service.url,
        painMcpUrl: null,
        redisUrl: null,
        painApiKey: null,
        signalUrl,
      },
      ...{ signingSecret: SIGNING_SECRET, botToken: null, appToken: null, slackApiUrl: `${slackUrl}/api/` },
      metricsToken: null,
      ...operator,
      oauth: oauthAt(slackUrl),
      publicUrl: 'https://app.example',
      logLevel: 'debug',
    },
    {
      logger: pino({ level: 'debug' }, { write: (line) => logs.push(JSON.parse(line)) }),
      store,
      now,
      pace,
      renderer: createBlankCharts(),
      timeouts: GENEROUS_TIMEOUTS,
      slackTimeoutMs: GENEROUS_TIMEOUT_MS,
      storeTimeoutMs: GENEROUS_TIMEOUT_MS,
      ...(isUnhurried ? unhurried : {}),
    },
  );
  address = `http://127.0.0.1:${(await program.start()).port}`;
  const slack = preview.workspace;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= program.stop();
    return stopped;
  };
  return {
    stop,
    ...{ service, slack, store, logs, clock, address, slackUrl },
    idle: program.idle,
    runDueNow: program.runDueNow,
    now,
    async install(teamId) {
      const { cookie, authorizeUrl } = await beginInstall(address);
      const { status, headers } = await fetch(`${authorizeUrl}&allow=${teamId}`, { redirect: 'manual' });
      if (status !== 302) throw new Error(`Slack did not send the admin back: ${status}`);
      return finishInstall(address, headers.get('location') ?? '', cookie);
    },
    async ask(userId, text) {
      await slack.runCommand({ userId, text });
      return slack.nextMessage((message) => isPrivate(message) && message.ephemeralFor === userId);
    },
    async close() {
      await stop();
      await store.close();
      await preview.server.close();
      await service.close();
    },
  };
}

const oauthAt = (slackUrl: string): OAuthConfig => ({
  clientId: 'client.id',
  clientSecret: 'client-secret',
  stateSecret: 'a-state-secret-of-the-tests-0123456789',
  trustedProxies: ['loopback'],
  authorizeUrl: `${slackUrl}/oauth/v2/authorize`,
});

/** Opens the install page: the cookie that it sets, and where its button leads. */
export async function beginInstall(address: string): Promise<{ cookie: string; authorizeUrl: string }> {
  const response = await fetch(`${address}/slack/install`);
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const [, href = ''] = /href="([^"]+)"/.exec(await response.text()) ?? [];
  return { cookie, authorizeUrl: href.replaceAll('&amp;', '&') };
}

/** Comes back from Slack, whose address for it is the public one. */
export async function finishInstall(address: string, location: string, cookie: string, client = '192.0.2.1') {
  const { pathname, search } = new URL(location);
  const headers = { cookie, 'x-forwarded-for': client };
  const response = await fetch(`${address}${pathname}${search}`, { headers });
  return { status: response.status, page: await response.text() };
}
