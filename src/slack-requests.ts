import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTPModuleFunctions } from '@slack/bolt';
import type { Logger } from 'pino';

/** How far Slack's clock and ours may lie apart; older requests Bolt refuses too, those from the future it does not. */
const TOLERANCE_SECONDS = 300;
const UNSIGNED_CHECK = 'ssl_check=1';

interface GuardOptions {
  signingSecret: string;
  /** Slack signs by the real time. */
  now: () => number;
  logger: Logger;
}

/**
 * Lets through to Bolt what Slack signed just now, once, and what is an object: Bolt takes the same signed request again for five
 * minutes, and a body of `null` would end the process in it. Bolt finds the body read, and checks the signature once more.
 */
export function guardSlackRequests(toBolt: RequestListener, options: GuardOptions): RequestListener {
  const isFirst = createReplayGuard(options.now);
  return (request, response) => {
    void examine(request, options, isFirst).then((refusal) => {
      if (refusal === null) return toBolt(request, response);
      options.logger.warn({ reason: refusal.reason }, 'Refused what claims to come from Slack');
      answer(response, refusal.status);
    });
  };
}

interface Refusal {
  status: 400 | 401 | 413;
  reason: string;
}

async function examine(
  request: IncomingMessage,
  { signingSecret, now }: GuardOptions,
  isFirst: (signature: string) => boolean,
): Promise<Refusal | null> {
  const { defaultBodyLimit: bodyLimit, isRawBodyError, parseAndVerifyHTTPRequest } = HTTPModuleFunctions;
  try {
    const verified = await parseAndVerifyHTTPRequest({ signingSecret, bodyLimit }, request);
    if (verified.rawBody.toString() === UNSIGNED_CHECK) return null;
    const ahead = Number(request.headers['x-slack-request-timestamp']) - now() / 1_000;
    if (ahead > TOLERANCE_SECONDS) return { status: 401, reason: 'signed for a time to come' };
    if (!isFirst(hashOf(request))) return { status: 401, reason: 'sent a second time' };
    return isObject(verified) ? null : { status: 400, reason: 'not an object' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: isRawBodyError(error) && error.statusCode === 413 ? 413 : 401, reason };
  }
}

type VerifiedRequest = Awaited<ReturnType<typeof HTTPModuleFunctions.parseAndVerifyHTTPRequest>>;

function isObject(verified: VerifiedRequest): boolean {
  try {
    const body: unknown = HTTPModuleFunctions.parseHTTPRequestBody(verified);
    return typeof body === 'object' && body !== null && !Array.isArray(body);
  } catch {
    return false;
  }
}

/** The part of the signature that was compared; what stands behind it in the header nobody looks at. */
const hashOf = ({ headers }: IncomingMessage): string => String(headers['x-slack-signature']).split('=')[1] ?? '';

/** Remembers signatures for as long as they count: only what Slack signed gets this far, so nobody can fill the memory. */
function createReplayGuard(now: () => number): (signature: string) => boolean {
  const forgottenAt = new Map<string, number>();
  return (signature) => {
    for (const [old, at] of forgottenAt) {
      if (at > now()) break;
      forgottenAt.delete(old);
    }
    if (forgottenAt.has(signature)) return false;
    forgottenAt.set(signature, now() + 2 * TOLERANCE_SECONDS * 1_000);
    return true;
  };
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status);
  response.end();
}
