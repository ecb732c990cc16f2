import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@pain-signals/client';
import type { DigestPlan, DigestSubscription } from '@pain-signals/domain';
import { pino } from 'pino';
import { createProgram, type Program } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { createBlankCharts } from '../charts/blank-charts.ts';
import { API_KEY } from '../service/fake-service.ts';
import { tokenOf } from '../slack/recording-slack.ts';
import { GENEROUS_TIMEOUT_MS, GENEROUS_TIMEOUTS, pace } from './generous-timeouts.ts';

interface DigestProgramOptions {
  store: Store;
  slackUrl: string;
  serviceUrl: string;
  now: () => number;
  redisUrl?: string;
  /** Overrides, for what must be as in production. */
  world?: Partial<Parameters<typeof createProgram>[1]>;
}

/** The app with its real scheduler, store and client. It opens no port, and its waits pass at once. */
export function createDigestProgram(options: DigestProgramOptions): Program {
  const { store, slackUrl, serviceUrl, now, redisUrl = null, world } = options;
  return createProgram(
    {
      ...{
        host: '127.0.0.1',
        port: 0,
        painApiUrl: serviceUrl,
        painMcpUrl: null,
        redisUrl,
        painApiKey: API_KEY,
        signalUrl: null,
      },
      ...{ signingSecret: '0123456789abcdef0123456789abcdef', botToken: null, appToken: null },
      slackApiUrl: `${slackUrl}/api/`,
      metricsToken: null,
      oauth: {
        clientId: 'client.id',
        clientSecret: 'client-secret',
        stateSecret: 'a-state-secret-of-the-tests-0123456789',
        trustedProxies: ['loopback'],
        authorizeUrl: slackUrl,
      },
      publicUrl: 'https://app.example',
      logLevel: 'silent',
    },
    {
      logger: pino({ level: 'silent' }),
      ...{ store, now, pace },
      service: { clock: unhurriedClock(), pacing: { calls: 1_000_000 }, random: () => 0.4 },
      wait: async () => undefined,
      renderer: createBlankCharts(),
      timeouts: GENEROUS_TIMEOUTS,
      slackTimeoutMs: GENEROUS_TIMEOUT_MS,
      storeTimeoutMs: GENEROUS_TIMEOUT_MS,
      ...world,
    },
  );
}

/** The client's waits between retries pass at once. */
function unhurriedClock(): Clock {
  return { now: Date.now, sleep: async (ms) => void (await sleep(Math.min(ms, 5))) };
}

const MONDAY_AT_NINE: DigestPlan = {
  weekday: 1,
  time: '09:00',
  zone: 'Europe/Stockholm',
  areas: [],
  types: [],
  length: 3,
  quietWeeks: 'say',
  hasThread: true,
};

export const OWNER = 'U0OWNER';

/** Installs the app in a workspace. */
async function install(store: Store, workspaceId: string): Promise<void> {
  await store.installations.save({
    ...{ workspaceId, teamId: workspaceId, enterpriseId: null, name: workspaceId, appId: 'A1' },
    bot: { id: 'B0BOT', userId: 'U0BOT', scopes: ['chat:write', 'im:write'] },
    token: { token: tokenOf(workspaceId), rotation: null },
    installedBy: 'U0INSTALLER',
  });
}

/** A digest for each channel of a workspace. */
export async function subscribe(
  store: Store,
  workspaceId: string,
  channels: readonly string[],
  plan: Partial<DigestPlan> = {},
): Promise<DigestSubscription[]> {
  await install(store, workspaceId);
  const saved: DigestSubscription[] = [];
  for (const channel of channels) {
    saved.push(await store.subscriptions.save(workspaceId, channel, OWNER, { ...MONDAY_AT_NINE, ...plan }));
  }
  return saved;
}
