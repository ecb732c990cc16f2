import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTPModuleFunctions, HTTPReceiver, type Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { createSlackLogger } from './clients.ts';

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

const { bufferIncomingMessage, defaultBodyLimit, isRawBodyError, parseHTTPRequestBody } = HTTPModuleFunctions;

/** How much Slack's clock and ours may differ. */
const TOLERANCE_SECONDS = 300;

interface GuardOptions {
  signingSecret: string;
  /** Real time, which Slack signs by. */
  now: () => number;
  logger: Logger;
}

/**
 * Passes requests to Bolt that Slack signed just now and whose body is an object: a body of `null` would end Bolt's process. Bolt
 * gets the parsed body and doesn't check the signature again. What is sent a second time is ignored after the acknowledgement.
 */
function verifySlackRequests(toBolt: RequestListener, options: GuardOptions): RequestListener {
  const signatureOf = createSigner(options.signingSecret);

  const examine = async (request: IncomingMessage): Promise<Verification> => {
    const read = await readBody(request);
    if ('status' in read) return read;
    const signature = signatureOf(request, read.rawBody);
    if (!isEqualInConstantTime(signature, request.headers['x-slack-signature'])) {
      return isAddressCheck(request, read.rawBody) ? ADDRESS_CHECK_PASSED : reject(401, 'not signed by Slack');
    }
    const age = options.now() / 1_000 - Number(request.headers['x-slack-request-timestamp']);
    if (!(Math.abs(age) <= TOLERANCE_SECONDS)) return reject(401, 'signed for another time');
    return isObject(read) ? 'taken' : reject(400, 'not an object');
  };

  return (request, response) => {
    void examine(request).then((result) => {
      if (result === 'taken') return toBolt(request, response);
      if (result.reason !== null) options.logger.warn({ reason: result.reason }, 'request rejected');
      respond(response, result.status);
    });
  };
}

interface RejectedRequest {
  status: 200 | 400 | 401 | 413;
  /** Why it was refused. */
  reason: string | null;
}

type Verification = 'taken' | RejectedRequest;

const reject = (status: RejectedRequest['status'], reason: string): RejectedRequest => ({ status, reason });

const ADDRESS_CHECK_PASSED: RejectedRequest = { status: 200, reason: null };

type ReadRequest = Awaited<ReturnType<typeof bufferIncomingMessage>>;

async function readBody(request: IncomingMessage): Promise<ReadRequest | RejectedRequest> {
  try {
    return await bufferIncomingMessage(request, defaultBodyLimit);
  } catch (error) {
    const isTooMuch = isRawBodyError(error) && error.statusCode === 413;
    return reject(isTooMuch ? 413 : 401, error instanceof Error ? error.message : String(error));
  }
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
function createSigner(signingSecret: string): (request: IncomingMessage, body: Buffer) => string {
  if (signingSecret === '') throw new Error('There is no signing secret: anybody could sign with it');
  const key = createSecretKey(signingSecret, 'utf8');
  return ({ headers }, body) =>
    `v0=${createHmac('sha256', key).update(`v0:${headers['x-slack-request-timestamp']}:`).update(body).digest('hex')}`;
}

/** Takes the same time whatever is given. */
export function isEqualInConstantTime(expected: string, given: unknown): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(String(given))];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Slack checks a command's certificate with an unsigned request; the rest of it is ignored. */
function isAddressCheck({ headers }: IncomingMessage, body: Buffer): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && new URLSearchParams(body.toString()).get('ssl_check') === '1';
}

function isObject(request: ReadRequest): boolean {
  try {
    const body: unknown = parseHTTPRequestBody(request);
    return typeof body === 'object' && body !== null && !Array.isArray(body);
  } catch {
    return false;
  }
}

function respond(response: ServerResponse, status: number): void {
  response.writeHead(status);
  response.end();
}
