import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@pain-signals/client';
import { createSlackPreview, type Delivery, type Message, type Workspace } from '@pain-signals/slack-preview';
import { pino } from 'pino';
import type { Timeouts } from '#handlers/ports.ts';
import { createProgram, type Program } from '#src/program.ts';
import type { Store } from '#src/store/open-store.ts';
import { createBlankCharts } from '../charts/blank-charts.ts';
import { API_KEY, type DefaultResponse, type FakeService, startFakeService } from '../service/fake-service.ts';
import { startFakeSocketMode } from '../slack/fake-socket-mode.ts';
import { openSharedStores } from '../store/temporary-store.ts';
import { GENEROUS_SLACK, GENEROUS_TIMEOUT_MS, GENEROUS_TIMEOUTS, pace } from './generous-timeouts.ts';

export const SIGNING_SECRET = '0123456789abcdef0123456789abcdef';
export const BOT_TOKEN = 'xoxb-test-000000000000';

/** The real app and client between stand-ins for Slack and the service, over HTTP on free ports. */
export interface World {
  readonly service: FakeService;
  readonly slack: Workspace;
  /** Where the app listens: another process each time. */
  readonly address: string;
  readonly logs: Record<string, unknown>[];
  /** Types `/pain …` and waits for the answer. */
  ask(text: string): Promise<Message>;
  /** Presses a button of a message and waits for the answer. */
  press(message: Message, actionId: string, value?: string): Promise<Message>;
  /** Moves the app's clock ahead. */
  passTime(ms: number): void;
  /** Runs the jobs that are due. */
  runDueNow(): Promise<void>;
  /** Waits until every acknowledged request is answered. */
  idle(): Promise<void>;
  readonly now: () => number;
  readonly store: Store;
  stopApp(): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Long enough for a busy machine where a test is not about them. */
  timeouts?: Timeouts;
  signalUrl?: string;
  publicUrl?: string;
  /** How long a call to Slack may take. */
  slackTimeoutMs?: number;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs?: number;
  /** The service is down. */
  isServiceDown?: boolean;
  apiKey?: string;
  redisUrl?: string;
  /** What the service answers. */
  usual?: DefaultResponse;
  mcpUrl?: string;
  /** Time passes in Slack as in the app. */
  hasOneClock?: boolean;
  /** Slack uses Socket Mode instead of HTTP; `restless`: and refreshes a connection after each request. */
  isSocketMode?: boolean | 'restless';
  /** How many processes share the database; Slack's requests go to each in turn. */
  processes?: number;
}

/** All journeys are tested with several processes too, on PostgreSQL. */
const PROCESSES = Number(process.env.APP_PROCESSES ?? 1);
const DATABASE_SERVER = PROCESSES > 1 ? process.env.DATABASE_URL : undefined;

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const service = await startFakeService(options.usual ? { usual: options.usual } : {});
  const logs: Record<string, unknown>[] = [];
  const addresses: string[] = [];
  let turn = 0;
  /** As a load balancer without stickiness does it. */
  const nextAddress = () => `${addresses[turn++ % addresses.length]}/slack/events`;
  const clock = fastClock();
  const preview = createSlackPreview({
    ...(options.hasOneClock ? { now: clock.now } : {}),
    appUrl: () => socket?.eventsUrl ?? nextAddress(),
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...GENEROUS_SLACK,
  });
  const slackUrl = await preview.server.listen({ port: 0, host: '127.0.0.1' });
  const socket = options.isSocketMode ? await startFakeSocketMode(slackUrl, options.isSocketMode === 'restless') : null;
  const painApiUrl = options.isServiceDown ? 'http://127.0.0.1:1' : service.url;
  const painApiKey = options.apiKey ?? API_KEY;
  const stores = await openSharedStores(options.processes ?? PROCESSES, clock.now, DATABASE_SERVER);
  const [store] = stores;
  if (store === undefined) throw new Error('no process');
  const programs = stores.map((store) =>
    createProgram(
      {
        host: '127.0.0.1',
        port: 0,
        publicUrl: options.publicUrl ?? null,
        painApiUrl,
        painMcpUrl: options.mcpUrl ?? null,
        redisUrl: options.redisUrl ?? null,
        painApiKey,
        signalUrl: options.signalUrl ?? null,
        signingSecret: socket === null ? SIGNING_SECRET : null,
        botToken: BOT_TOKEN,
        oauth: null,
        appToken: socket === null ? null : 'xapp-1-test',
        slackApiUrl: socket?.apiUrl ?? `${slackUrl}/api/`,
        metricsToken: null,
        logLevel: 'debug',
      },
      {
        logger: pino({ level: 'debug' }, { write: (line) => logs.push(JSON.parse(line)) }),
        store,
        service: { clock, random: EVEN },
        now: clock.now,
        pace,
        wait: async (ms) => void clock.sleep(ms),
        renderer: createBlankCharts(),
        slackTimeoutMs: options.slackTimeoutMs ?? GENEROUS_TIMEOUT_MS,
        storeTimeoutMs: options.storeTimeoutMs ?? GENEROUS_TIMEOUT_MS,
        timeouts: options.timeouts ?? GENEROUS_TIMEOUTS,
      },
    ),
  );
  for (const program of programs) addresses.push(`http://127.0.0.1:${(await program.start()).port}`);
  const all = (work: (program: Program) => Promise<void>) => Promise.all(programs.map(work)).then(() => undefined);

  const slack = preview.workspace;
  let isStopped = false;
  const stopApp = async () => {
    if (!isStopped) await all((program) => program.stop());
    isStopped = true;
  };
  return {
    service,
    slack,
    get address() {
      return socket?.eventsUrl.replace('/slack/events', '') ?? addresses[turn++ % addresses.length] ?? '';
    },
    logs,
    runDueNow: () => all((program) => program.runDueNow()),
    idle: () => all((program) => program.idle()),
    now: clock.now,
    passTime: (ms) => void clock.sleep(ms),
    store,
    stopApp,
    async ask(text) {
      expectAcknowledged(await slack.runCommand({ text }));
      return slack.nextMessage(isPrivate);
    },
    async press(message, actionId, value) {
      expectAcknowledged(await slack.press({ message, actionId, ...(value === undefined ? {} : { value }) }));
      return slack.nextMessage(isPrivate);
    },
    async close() {
      await stopApp();
      for (const store of stores) await store.close();
      await socket?.close();
      await preview.server.close();
      await service.close();
    },
  };
}

/** Spreads the client's retries, so that a busy machine doesn't turn an error into a timeout. */
const EVEN = () => 0.4;

/** Only one person sees it. */
export const isPrivate = ({ ephemeralFor }: Message): boolean => ephemeralFor !== undefined;

/** Waits this short poll for something, so they really wait. */
const A_LOOK_MS = 20;

/** Longer waits of the client pass at once. */
export function fastClock(skipped = { ahead: 0 }): Clock {
  return {
    now: () => Date.now() + skipped.ahead,
    async sleep(ms) {
      if (ms <= A_LOOK_MS) await sleep(ms);
      else skipped.ahead += ms;
    },
  };
}

function expectAcknowledged({ status, body }: Delivery): void {
  if (status !== 200 || body !== '') throw new Error(`not acknowledged: ${status} ${body}`);
}
