import type { RequestListener } from 'node:http';
import { HTTPReceiver, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { AppConfig } from './config.ts';
import { createSlackLogger } from './slack-logger.ts';
import { guardSlackRequests } from './slack-requests.ts';

const GOODBYE_MS = 500;

/** How Slack reaches us: it calls our server, or we hold a socket to it. */
export interface Door {
  receiver: Receiver;
  /** Takes what Slack sends to our server; null when nothing comes that way. */
  slackEvents: RequestListener | null;
  open(): Promise<void>;
  close(): Promise<void>;
}

export function createDoor(config: AppConfig, logger: Logger): Door {
  return config.appToken === null
    ? createHttpDoor(config.signingSecret ?? '', logger)
    : createSocketDoor(config.appToken, config.slackApiUrl, logger);
}

function createHttpDoor(signingSecret: string, logger: Logger): Door {
  // Nothing gets to it but what the guard has verified.
  const receiver = new HTTPReceiver({ signingSecret, signatureVerification: false, logger: createSlackLogger(logger) });
  const slackEvents = guardSlackRequests(receiver.requestListener, { signingSecret, now: Date.now, logger });
  const nothing = async () => undefined;
  return { receiver, slackEvents, open: nothing, close: nothing };
}

function createSocketDoor(appToken: string, slackApiUrl: string, logger: Logger): Door {
  const slackLogger = createSlackLogger(logger);
  // Its own client options: a lost socket is worth many retries, unlike a message.
  const installerOptions = { clientOptions: { slackApiUrl, logger: slackLogger } };
  const receiver = new SocketModeReceiver({ appToken, logger: slackLogger, installerOptions });
  return {
    receiver,
    slackEvents: null,
    async open() {
      await receiver.start();
    },
    async close() {
      // Bolt's stop() does not wait for the socket's end, and a dead peer never confirms it.
      const goodbye = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
      await Promise.race([receiver.client.disconnect(), goodbye]);
    },
  };
}
