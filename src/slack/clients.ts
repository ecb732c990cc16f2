import { decodeJson } from '@pain-signals/contract';
import { LogLevel, type Logger as SlackLogger } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createCache } from '../store/cache.ts';
import type { Access } from './identity.ts';

/** Slack tokens that a library's message may contain. */
const TOKENS = /\b(?:xoxe\.)?(?:xox[a-z]|xapp)-[\w-]+/g;
/** Secrets of an install, in the requests that Slack's client logs. */
const SECRETS = /("(?:client_secret|code|refresh_token)":)"[^"]*"/g;
/** Anybody who has one can answer in our name. */
const RESPONSE_URLS = /https?:\/\/\S+\/(?:actions|commands|workflows|services|response)\S*/g;

/** A block that Slack doesn't take: a plainer card follows, and a failure of that is logged with its request. */
const REFUSED_BLOCK = /unsupported type: \w+ \[json-pointer:/;

const LEVELS: Record<string, LogLevel> = {
  trace: LogLevel.INFO,
  debug: LogLevel.INFO,
  info: LogLevel.INFO,
  warn: LogLevel.WARN,
};

/** A logger for Slack's libraries, without tokens, and without their debug lines: those hold whole requests, with people's words. */
export function createSlackLogger(logger: Logger): SlackLogger {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      if (!logger.isLevelEnabled(level)) return;
      const line = parts.map(describe).join(' ').replace(TOKENS, '[token]').replace(SECRETS, '$1"[secret]"');
      logger[REFUSED_BLOCK.test(line) ? 'debug' : level](line.replace(RESPONSE_URLS, '[response_url]'));
    };
  return {
    debug: () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    getLevel: () => LEVELS[logger.level] ?? LogLevel.ERROR,
    // The program has one log level.
    setLevel: () => undefined,
    setName: () => undefined,
  };
}

function describe(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === 'string' ? part : (JSON.stringify(part) ?? String(part));
}

interface SlackClientSettings {
  slackApiUrl: string;
  timeoutMs: number;
  fetch: NonNullable<WebClientOptions['fetch']>;
  logger: Logger;
}

/** No retries: they keep people waiting, and a message that may have arrived must not be sent twice. */
export const slackClientOptions = ({ slackApiUrl, timeoutMs, fetch, logger }: SlackClientSettings) =>
  ({
    ...{ slackApiUrl, fetch, timeout: timeoutMs },
    logger: createSlackLogger(logger),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  }) satisfies WebClientOptions;

/** Far more than Slack answers. */
const MAX_BODY_BYTES = 4_000_000;

/** The body, as far as it fits into memory. Throws at a longer one. */
export async function* boundedBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BODY_BYTES) throw new Error(`The answer is longer than ${MAX_BODY_BYTES} bytes`);
    yield part;
  }
}

/** What Slack's client reads of an answer without checking it. */
const Answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional().catch(undefined),
  response_metadata: z
    .looseObject({
      messages: z.array(z.string()).optional().catch(undefined),
      warnings: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** For a 429 that doesn't say how long, or says it with a date. */
const USUAL_PAUSE_SECONDS = 30;

/**
 * The same response, as Slack's client can read it. Rejects when the body is cut, too long, or not an answer of Slack: its client would
 * take that for a refusal, but the call may have worked.
 */
export async function readableResponse(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = response.body && (await new Response(ReadableStream.from(boundedBody(response.body))).text());
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? ''))
    return new Response(body, { status, headers: { 'retry-after': String(USUAL_PAUSE_SECONDS) } });
  if (status !== 200) return new Response(body, { status, statusText, headers });
  const answer = decodeJson(Answer, body ?? '');
  if (answer === null) throw Object.assign(new Error('Slack’s answer is unreadable'), { code: 'unreadable_answer' });
  const refusal = answer.ok ? {} : { error: answer.error ?? 'unknown_error' };
  return Response.json({ ...answer, ...refusal }, { headers: scopesOf(headers) });
}

/** Slack's client adds them to the answer. */
const scopesOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => /^x-(accepted-)?oauth-scopes$/.test(name)));

/** Each takes about 30 KB. */
const MAX_CLIENTS = 500;
const MAX_CLOSED = 10_000;
/** Longer than any work that was under way. */
const CLOSED_MS = 10 * 60 * 1_000;

/** Slack's client throws at half of a surrogate pair in a plain argument, which ids and texts of a request can hold. */
class WellFormedClient extends WebClient {
  override apiCall(method: string, options: Record<string, unknown> = {}) {
    const wellFormed = Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]);
    return super.apiCall(method, Object.fromEntries(wellFormed));
  }
}

type SlackClientOptions = WebClientOptions & Pick<SlackClientSettings, 'fetch'>;

export function createSlackClients(options: SlackClientOptions, now: () => number) {
  const clients = createCache<WebClient>({ max: MAX_CLIENTS });
  const closed = createCache<true>({ max: MAX_CLOSED, ttlMs: CLOSED_MS, now });
  /** What is under way when a workspace removes the app gets Slack's own refusal, and Slack is not called. */
  const fetchWith =
    (token: string): SlackClientSettings['fetch'] =>
    async (...request) =>
      closed.has(token) ? Response.json({ ok: false, error: 'account_inactive' }) : options.fetch(...request);
  return {
    clientFor({ name, botToken }: Pick<Access, 'name' | 'botToken'>): WebClient {
      const known = clients.get(name);
      if (known?.token === botToken) return known;
      const client = new WellFormedClient(botToken, { ...options, fetch: fetchWith(botToken) });
      clients.set(name, client);
      return client;
    },
    close(installation: string, token: string | null): void {
      clients.delete(installation);
      if (token !== null) closed.set(token, true);
    },
    /** The app was installed again; Slack may give the same token. */
    open: (token: string): void => void closed.delete(token),
    isClosed: (token: string): boolean => closed.has(token),
  };
}

/** One client for each installation, kept until the token changes: it binds hundreds of methods. */
export type SlackClients = ReturnType<typeof createSlackClients>;
