import type { RequestListener } from 'node:http';
import { HTTPReceiver, type Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { createSlackLogger } from './logger.ts';
import { verifySlackRequests } from './signature.ts';

/** How requests arrive: over HTTP, or over Socket Mode. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Null in Socket Mode. */
  slackEvents: RequestListener | null;
  /** Whether Slack can reach the app this way. */
  isOpen(): boolean;
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
  return { receiver, slackEvents, isOpen: () => true, open: nothing, close: nothing };
}
