import { type Clock, QueueRefusal, systemClock } from '@pain-signals/client/rate-limit';
import { VERSION } from '@pain-signals/contract';
import { Agent, type buildConnector, ProxyAgent } from 'undici';
import type { z } from 'zod';
import { RateLimitedError, UnavailableError } from './errors.ts';
import { createGuardedConnector, type GuardOptions, refusePrivate } from './guarded-connector.ts';
import { createPacer, type Pace } from './pacer.ts';
import { allowAlso } from './public-address.ts';
import { delayBeforeRetry, MAX_PAUSE_MS, parseJsonResponse, rateLimitedUntil, responseError } from './response.ts';
import { describeRequest, type Header, type HttpRequest, sendRequest } from './send.ts';

export interface HttpOptions {
  clock: Clock;
  /** In [0, 1). */
  random: () => number;
  /** Names this program to the platforms. */
  userAgent: string;
  /** Ends every request when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Of one attempt, its response included. */
  timeoutMs?: number | undefined;
  /** How connections are made: to public addresses alone by default. */
  connect?: buildConnector.connector | undefined;
  /** Where a redirect may lead behind a proxy. */
  guard?: GuardOptions | undefined;
  /** All requests go through this proxy, which reaches what is configured; redirects to other private addresses are refused. */
  proxyUrl?: string | null | undefined;
}

export interface PacedRequest extends HttpRequest {
  pace: Pace;
}
export interface JsonResponse<Body> {
  body: Body;
  header: Header;
}

/** The same by http and by https on their own ports, and with a dot at the name's end. */
const serverOf = ({ hostname, port }: URL): string => `${hostname.replace(/\.$/, '')}:${port}`;

const TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 5;
/** A longer pause ends the run instead; the next run continues from there. */
const MAX_WAIT_MS = 120_000;

export function createHttp({
  clock,
  random,
  userAgent,
  signal,
  timeoutMs = TIMEOUT_MS,
  connect,
  guard,
  proxyUrl,
}: HttpOptions) {
  const dispatcher = proxyUrl ? new ProxyAgent(proxyUrl) : new Agent({ connect: connect ?? createGuardedConnector() });
  const pacer = createPacer(clock);
  // Without a proxy, the connector checks each address. Of the configured server the proxy decides.
  const checkRedirect = async (to: URL, { url }: HttpRequest) => {
    if (proxyUrl && serverOf(to) !== serverOf(url)) await refusePrivate(to, guard);
  };

  const waitForTurn = async (what: string, origin: string, pace: Pace) => {
    await pacer.take(origin, pace, MAX_WAIT_MS).catch((error: unknown) => {
      throw error instanceof QueueRefusal ? new RateLimitedError(what, clock.now() + error.retryAfterMs) : error;
    });
    signal?.throwIfAborted();
  };

  const waitToRetry = async (what: string, ms: number) => {
    if (ms > MAX_WAIT_MS) throw new RateLimitedError(what, clock.now() + ms);
    await clock.sleep(ms);
    signal?.throwIfAborted();
  };

  const attempt = async (request: PacedRequest, what: string) => {
    const { origin } = request.url;
    await waitForTurn(what, origin, request.pace);
    const response = await sendRequest(request, { dispatcher, userAgent, timeoutMs, signal, checkRedirect });
    const spent = rateLimitedUntil(response.header, clock.now());
    if (spent !== null) pacer.hold(origin, request.pace, spent);
    const error = responseError(what, response, spent);
    if (error !== null) throw error;
    return response;
  };

  return {
    /** Requests JSON of a known shape: paced, with retries where they can help. Throws {@link SourceError}s. */
    async requestJson<Schema extends z.ZodType>(
      request: PacedRequest,
      schema: Schema,
    ): Promise<JsonResponse<z.output<Schema>>> {
      const what = describeRequest(request);
      for (let retries = 0; ; retries += 1) {
        try {
          const response = await attempt(request, what);
          return { body: parseJsonResponse(what, response, schema), header: response.header };
        } catch (error) {
          if (!(error instanceof UnavailableError) || retries + 1 === MAX_ATTEMPTS) throw error;
          await waitToRetry(what, delayBeforeRetry(error, retries, { now: clock.now(), random }));
        }
      }
    },
    /** Pauses calls for `ms`, because a response asked for it. */
    pauseFor({ url, pace }: Pick<PacedRequest, 'url' | 'pace'>, ms: number): void {
      pacer.hold(url.origin, pace, clock.now() + Math.min(ms, MAX_PAUSE_MS));
    },
    close: (): Promise<void> => dispatcher.destroy(),
  };
}

export type Http = ReturnType<typeof createHttp>;

/** The same until `endsAt` (epoch ms): then each request fails, so that a slow site doesn't hold up the next run. */
export const untilTime = (http: Http, endsAt: number, now: () => number): Http => ({
  ...http,
  requestJson(request, schema) {
    if (now() < endsAt) return http.requestJson(request, schema);
    const what = describeRequest(request);
    throw new UnavailableError(`There was no time left to read it to its end: ${what}. The next fetch goes on.`);
  },
});

/** Where requests to sources may go. */
export interface Egress {
  /** Networks that may be reached although they are not public. */
  privateSources: readonly string[];
  httpsProxy: string | null;
}

/** HTTP to the real platforms, in real time. */
export function openHttp({ privateSources, httpsProxy }: Egress): Http {
  const guard = { allowAddress: allowAlso(privateSources) };
  return createHttp({
    clock: systemClock,
    connect: createGuardedConnector(guard),
    guard,
    proxyUrl: httpsProxy,
    random: Math.random,
    userAgent: `pain-signals/${VERSION}`,
  });
}
