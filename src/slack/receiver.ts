import type { RequestListener } from 'node:http';
import { HTTPReceiver, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { createSlackLogger } from './logger.ts';
import { verifySlackRequests } from './signature.ts';

const DISCONNECT_TIMEOUT_MS = 500;

/** How requests arrive: over HTTP, or over Socket Mode. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Null in Socket Mode. */
  slackEvents: RequestListener | null;
  open(): Promise<void>;
  close(): Promise<void>;
}

export function createHttpReceiver(signingSecret: string, logger: Logger): SlackReceiver {
  // verifySlackRequests has verified every request.
  const receiver = new HTTPReceiver({
    signingSecret,
    signatureVerification: false,
    logger: createSlackLogger(logger),
    customPropertiesExtractor: ({ headers }) => ({ signature: headers['x-slack-signature'] }),
  });
  const slackEvents = verifySlackRequests(receiver.requestListener, { signingSecret, now: Date.now, logger });
  const nothing = async () => undefined;
  return { receiver, slackEvents, open: nothing, close: nothing };
}

export function createSocketReceiver(appToken: string, slackApiUrl: string, logger: Logger): SlackReceiver {
  const slackLogger = createSlackLogger(logger);
  // Its own client options: unlike a message, a lost socket is opened again.
  const installerOptions = { clientOptions: { slackApiUrl, logger: slackLogger } };
  const receiver = new SocketModeReceiver({ appToken, logger: slackLogger, installerOptions });
  return {
    receiver,
    slackEvents: null,
    async open() {
      await receiver.start();
    },
    async close() {
      // Bolt's stop() doesn't wait for the socket to close, and a dead peer never confirms it.
      const goodbye = new Promise((resolve) => setTimeout(resolve, DISCONNECT_TIMEOUT_MS));
      await Promise.race([receiver.client.disconnect(), goodbye]);
    },
  };
}
