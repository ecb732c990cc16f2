import { setTimeout as sleep } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { createSlackLogger } from './clients.ts';
import type { SlackReceiver } from './receiver.ts';

/** Slack closes each connection every few hours, and sends what comes meanwhile through the other one. */
const CONNECTIONS = 2;
const DISCONNECT_TIMEOUT_MS = 500;
/** Slack waits no longer. */
const ACKNOWLEDGE_MS = 3_000;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** After this many connections in a row that ended at once, the next one waits. */
const MAX_SHORT_LIVES = 20;
const SHORT_LIFE_MS = 100;

interface SocketModeOptions {
  appToken: string;
  slackApiUrl: string;
  wait: (ms: number) => Promise<void>;
  logger: Logger;
}

/** Takes requests over several connections, each opened again as soon as it is closed. */
export function createSocketReceiver(options: SocketModeOptions): SlackReceiver {
  const connections = Array.from({ length: CONNECTIONS }, () => createConnection(options));
  const all = (work: (connection: Connection) => Promise<void>) =>
    Promise.all(connections.map(work)).then(() => undefined);
  return {
    receiver: {
      init(app) {
        for (const { receiver } of connections) receiver.init(app);
      },
      start: async () => undefined,
      stop: async () => undefined,
    },
    slackEvents: null,
    isOpen: () => connections.some(({ isOpen }) => isOpen()),
    open: () => all(({ open }) => open()),
    close: () => all(({ close }) => close()),
  };
}

function createConnection({ appToken, slackApiUrl, wait, logger }: SocketModeOptions) {
  const slackLogger = createSlackLogger(logger);
  // Its own client options: unlike a message, a lost socket is opened again.
  const installerOptions = { clientOptions: { slackApiUrl, logger: slackLogger } };
  const receiver = new SocketModeReceiver({ appToken, logger: slackLogger, installerOptions });
  const { client } = receiver;
  // Slack's client would wait for five seconds before it connects again.
  Object.assign(client, { autoReconnectEnabled: false });
  guardMessages(client, logger);
  let isOpen = false;
  let isClosing = false;
  let openedAt = 0;
  let shortLives = 0;

  const reopen = async () => {
    if (shortLives > MAX_SHORT_LIVES) await wait(FIRST_BACKOFF_MS);
    for (let backoffMs = FIRST_BACKOFF_MS; !isClosing; backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS)) {
      try {
        await client.start();
        return;
      } catch (error) {
        logger.warn({ err: error, backoffMs }, 'Socket Mode connection not opened, will retry');
        await wait(backoffMs);
      }
    }
  };
  client.on('connected', () => {
    isOpen = true;
    openedAt = performance.now();
  });
  client.on('disconnected', () => {
    const wasOpen = isOpen;
    isOpen = false;
    shortLives = performance.now() - openedAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
    if (wasOpen && !isClosing) void reopen();
  });
  return {
    receiver,
    isOpen: (): boolean => isOpen,
    async open(): Promise<void> {
      await client.start();
    },
    async close(): Promise<void> {
      isClosing = true;
      // Slack's client doesn't wait for the socket to close, and a dead peer never confirms it.
      const goodbye = new Promise((resolve) => setTimeout(resolve, DISCONNECT_TIMEOUT_MS));
      await Promise.race([client.disconnect(), goodbye]);
    },
  };
}

type Connection = ReturnType<typeof createConnection>;

type Acknowledge = (response?: unknown) => Promise<void>;

/**
 * Slack's client closes a connection as soon as Slack asks for it, and with it what was not acknowledged yet. It also throws for an
 * event without content, such as `app_rate_limited`: nobody would catch that, and the process would end.
 */
function guardMessages(client: SocketModeReceiver['client'], logger: Logger): void {
  const unacknowledged = new Set<Promise<void>>();
  const intercept = <Arguments extends unknown[]>(
    event: string,
    pass: (handle: Handle, ...given: Arguments) => void,
  ) => {
    const handlers = client.listeners(event);
    client.removeAllListeners(event);
    for (const handle of handlers) client.on(event, (...given: Arguments) => pass(handle, ...given));
  };
  intercept('slack_event', (handle, args: { ack: Acknowledge }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unacknowledged.add(promise);
    const settle = () => {
      unacknowledged.delete(promise);
      resolve();
    };
    // What Slack must send again is never acknowledged.
    void sleep(ACKNOWLEDGE_MS, undefined, { ref: false }).then(settle);
    const ack: Acknowledge = (response) => args.ack(response).finally(settle);
    handle({ ...args, ack });
  });
  intercept('ws_message', async (handle, data: unknown, isBinary: boolean) => {
    // Another may come while those are kept.
    while (unacknowledged.size > 0 && IS_REFRESH.test(String(data))) await Promise.all(unacknowledged);
    try {
      await handle(data, isBinary);
    } catch (error) {
      logger.warn({ err: error }, 'Socket Mode message not understood');
    }
  });
}

const IS_REFRESH = /"type": ?"disconnect"/;
type Handle = (...given: unknown[]) => unknown;
