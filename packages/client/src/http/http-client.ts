import { parseJson, REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import { type Dispatcher, request as undiciRequest } from 'undici';
import { z } from 'zod';
import {
  errorFromResponse,
  PainClientError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from './errors.ts';

/** The largest valid answer (100 excerpts of 2,000 characters) is under 1 MB. */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;

/** A key is sent as a header value: visible ASCII only. */
const HEADER_SAFE = /^[\x21-\x7e]{1,500}$/;

export interface HttpRequest {
  /** "METHOD path", for errors. */
  what: string;
  method: 'GET' | 'POST';
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  /** For a stream that the service leaves open: whether the text is complete, asked with each part of it in turn. */
  isWhole?: () => (part: string) => boolean;
}

export interface HttpResponse {
  status: number;
  header(name: string): string | null;
  text: string;
}

/** Sends one request with the key. Returns 2xx responses; throws {@link PainClientError}s. */
export type HttpClient = (request: HttpRequest, timeoutMs: number) => Promise<HttpResponse>;

interface HttpClientOptions {
  apiKey: string | null;
  dispatcher: Dispatcher | undefined;
  /** The id of the request that is being answered, for the service's log. */
  requestId?: (() => string | undefined) | undefined;
  /** Called when the service refuses the key. */
  onKeyRefused?: ((apiKey: string) => void) | undefined;
  /** Called with the rate limit headers of a response that has them. */
  onRateLimitHeaders(window: RateLimitReport): void;
  /** Called with when a warning of fair use ends, ms since the epoch; null where it doesn't say. */
  onFairUseWarning(until: number | null): void;
}

/** Never follows a redirect, so the key never reaches another host. Throws {@link PainClientError}s. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { apiKey, dispatcher, requestId, onKeyRefused, onRateLimitHeaders, onFairUseWarning } = options;
  return async (request, timeoutMs) => {
    const { what, url, method, body } = request;
    if (apiKey === null || !HEADER_SAFE.test(apiKey)) {
      throw new UnauthorizedError(`${apiKey === null ? 'No API key is set' : 'The API key is malformed'}: ${what}`);
    }
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
    const id = requestId?.();
    try {
      const response = await undiciRequest(url, {
        method,
        headers: {
          accept: 'application/json',
          ...request.headers,
          ...(id === undefined ? {} : { 'x-request-id': id }),
          authorization: `Bearer ${apiKey}`,
        },
        signal,
        ...(body === undefined ? {} : { body }),
        ...(dispatcher ? { dispatcher } : {}),
      });
      const window = parseRateLimitHeaders(response.headers);
      if (window) onRateLimitHeaders(window);
      for (const until of parseFairUseWarnings(response.headers.warning)) onFairUseWarning(until);
      return await readResponse(request, response);
    } catch (error) {
      if (error instanceof UnauthorizedError) onKeyRefused?.(apiKey);
      throw asClientError(what, error, signal.aborted);
    }
  };
}

async function readResponse({ what, isWhole }: HttpRequest, response: Dispatcher.ResponseData): Promise<HttpResponse> {
  const header = (name: string) => {
    const value = response.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  const status = response.statusCode;
  const text = await readBounded(what, response.body, isWhole);
  if (status < 200 || status > 299) throw errorFromResponse(what, { status, header, text, body: parseJson(text) });
  return { status, header, text };
}

const WholeNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);
const RateLimitHeaders = z.object({ 'ratelimit-limit': WholeNumber, 'ratelimit-remaining': WholeNumber });

function parseRateLimitHeaders(headers: Dispatcher.ResponseData['headers']): RateLimitReport | null {
  const read = RateLimitHeaders.safeParse(headers);
  return read.success ? { limit: read.data['ratelimit-limit'], remaining: read.data['ratelimit-remaining'] } : null;
}

/** RFC 9111, 5.5: `299 agent "text"`, several joined by commas. Others warn of old versions of an interface. */
const WARNING = /\b299 [^\s"]+ "((?:[^"\\]|\\.)*)"/g;
const OF_FAIR_USE = /fair use|suspen/i;
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

function parseFairUseWarnings(header: string | string[] | undefined): (number | null)[] {
  const texts = [...[header ?? []].flat().join(', ').matchAll(WARNING)].map(([, text = '']) => text);
  return texts
    .filter((text) => OF_FAIR_USE.test(text))
    .map((text) => {
      const until = Date.parse(INSTANT.exec(text)?.[0] ?? '');
      return Number.isNaN(until) ? null : until;
    });
}

/** Throws an {@link UnexpectedAnswerError} for a body over the limit. */
export async function readBounded(
  what: string,
  body: AsyncIterable<Uint8Array>,
  isWhole: () => (part: string) => boolean = () => () => false,
): Promise<string> {
  const decoder = new TextDecoder();
  const isLast = isWhole();
  let text = '';
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_RESPONSE_BYTES)
      throw new UnexpectedAnswerError(`The answer is over ${MAX_RESPONSE_BYTES} bytes: ${what}`);
    const decoded = decoder.decode(part, { stream: true });
    text += decoded;
    if (isLast(decoded)) return text;
  }
  return text + decoder.decode();
}

function asClientError(what: string, error: unknown, timedOut: boolean): PainClientError {
  if (error instanceof PainClientError) return error;
  if (timedOut || (error instanceof Error && error.name.endsWith('TimeoutError'))) {
    return new TimeoutError(`No answer in time: ${what}`, { cause: error });
  }
  return new UnreachableError(`The service cannot be reached: ${what}`, { cause: error });
}

export interface RestRequest {
  path: string;
  query: Record<string, unknown>;
}

export interface RestResponse {
  body: unknown;
  /** `max-age` of Cache-Control in seconds, null when the service names none. */
  maxAgeSeconds: number | null;
  /** Sample posts are counted in it. */
  isSample: boolean;
  /** The revision of the figures, null when the service does not send one. */
  revision: string | null;
}

/** Two thousand rows. Copying an object of 300,000 keys, as reading an answer does, takes everybody else two seconds. */
export const MAX_ANSWER_VALUES = 50_000;

export type SendRest = (request: RestRequest, timeoutMs: number) => Promise<RestResponse>;

/** GET requests to the REST interface at `apiUrl`, which has no slash at its end. Throws {@link PainClientError}s. */
export function createRestClient(apiUrl: string, http: HttpClient): SendRest {
  return async (request, timeoutMs) => {
    const what = `GET ${request.path}`;
    const { text, status, header } = await http({ what, method: 'GET', url: requestUrl(apiUrl, request) }, timeoutMs);
    const body = parseJson(text, MAX_ANSWER_VALUES);
    if (body === undefined)
      throw new UnexpectedAnswerError(`The answer is not JSON, or holds over ${MAX_ANSWER_VALUES} values: ${what}`, {
        status,
      });
    return {
      body,
      maxAgeSeconds: parseMaxAge(header('cache-control')),
      isSample: header(SAMPLE_HEADER) === 'true',
      revision: header(REVISION_HEADER),
    };
  };
}

function requestUrl(apiUrl: string, { path, query }: RestRequest): URL {
  const url = new URL(apiUrl + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function parseMaxAge(cacheControl: string | null): number | null {
  const found = /(?:^|[\s,])max-age=(\d{1,8})/i.exec(cacheControl ?? '');
  return found ? Number(found[1]) : null;
}

export interface RateLimitReport {
  limit: number;
  remaining: number;
}
