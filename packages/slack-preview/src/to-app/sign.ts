import { createHmac } from 'node:crypto';

/** The headers by which the app knows that a request comes from Slack. `at` is in milliseconds. */
export function signRequest(signingSecret: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}
