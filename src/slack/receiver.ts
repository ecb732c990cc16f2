import type { RequestListener } from 'node:http';
import { HTTPReceiver, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { createSlackLogger } from './logger.ts';
import { verifySlackRequests } from './signature.ts';

const DISCONNECT_TIMEOUT_MS = 500;

/** How Slack reaches us: it calls our server, or we hold a socket to it. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Takes what Slack sends to our server; null when nothing comes that way. */
  slackEvents: RequestListener | null;
  open(): Promise<void>;
  close(): Promise<void>;
}

export function createHttpReceiver(signingSecret: string, logger: Logger): SlackReceiver {
  // Nothing gets to it but what the guard has verified.
  const receiver = new HTTPReceiver({ signingSecret, signatureVerification: false, logger: createSlackLogger(logger) });
  const slackEvents = verifySlackRequests(receiver.requestListener, { signingSecret, now: Date.now, logger });
  const nothing = async () => undefined;
  return { receiver, slackEvents, open: nothing, close: nothing };
}

export function createSocketReceiver(appToken: string, slackApiUrl: string, logger: Logger): SlackReceiver {
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
      const goodbye = new Promise((resolve) => setTimeout(resolve, DISCONNECT_TIMEOUT_MS));
      await Promise.race([receiver.client.disconnect(), goodbye]);
    },
  };
}
