import { LogLevel, WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { createSlackPreview, type SlackPreview, type SlackPreviewOptions } from '../../src/index.ts';
import { type Answer, type ScriptedApp, startScriptedApp } from './scripted-app.ts';

export const SIGNING_SECRET = 'a-signing-secret-of-the-tests';
export const BOT_TOKEN = 'xoxb-a-token-of-the-tests';

export interface RunningPreview extends SlackPreview {
  readonly origin: string;
  /** Slack's own client with the bot's token, which tries nothing twice. */
  readonly client: WebClient;
}

/** As long as a busy machine needs. Slack's three seconds are given where a test is about them. */
const ACKNOWLEDGE_WITHIN_MS = 60_000;

/** A preview on a free port until the test ends. Its clock stands, so that nothing expires on a machine that stalls. */
export async function startPreview(options: Partial<SlackPreviewOptions> = {}): Promise<RunningPreview> {
  const startedAt = Date.now();
  const preview = createSlackPreview({
    now: () => startedAt,
    acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS,
    appUrl: 'http://127.0.0.1:9/slack/events',
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    ...options,
  });
  const origin = await preview.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => preview.server.close());
  return { ...preview, origin, client: clientOf(origin, BOT_TOKEN) };
}

/** A preview and an app behind it that acknowledges as told. */
export async function startBoth(
  answer?: Answer,
  options: Partial<SlackPreviewOptions> = {},
): Promise<RunningPreview & { readonly app: ScriptedApp }> {
  const app = await startScriptedApp(answer);
  onTestFinished(() => app.close());
  return { ...(await startPreview({ appUrl: app.url, ...options })), app };
}

const nothing = () => undefined;
const SILENT = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  setName: nothing,
  getLevel: () => LogLevel.ERROR,
};

export function clientOf(origin: string, token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl: `${origin}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: SILENT,
  });
}

/** Slack's error code for a call, and its messages where it gave some. */
export async function errorOf(call: Promise<unknown>): Promise<{ error: string; messages?: string[] }> {
  const refused = await call.then(
    () => null,
    (error: { data?: { error: string; response_metadata?: { messages?: string[] } } }) => error.data,
  );
  if (!refused) throw new Error('Slack did not refuse the call.');
  const messages = refused.response_metadata?.messages;
  return { error: refused.error, ...(messages && { messages }) };
}
