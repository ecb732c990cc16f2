import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { SourceError, UnavailableError, UnexpectedResponseError } from './errors.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface HttpRequest {
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Headers for the URL's own origin only: dropped on a redirect to another. */
  secrets?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  body?: string;
}

/** A header of an answer by its lower-case name; null when there is none. */
export type Header = (name: string) => string | null;

export interface RawResponse {
  status: number;
  header: Header;
  text: string;
}

export interface SendOptions {
  dispatcher: Dispatcher;
  userAgent: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Rejects for an address that a redirect of this request must not lead to. */
  checkRedirect: (to: URL, request: HttpRequest) => Promise<void>;
}

/** The request for messages: without the query string, which may contain a key. */
export const describeRequest = ({ url, body }: HttpRequest): string =>
  `${body === undefined ? 'GET' : 'POST'} ${url.host}${url.pathname}`;

/** Sends one request and reads the whole response, following at most three redirects. Throws {@link UnavailableError} where trying again may help. */
export async function sendRequest(
  given: HttpRequest,
  { dispatcher, userAgent, timeoutMs, signal, checkRedirect }: SendOptions,
): Promise<RawResponse> {
  const what = describeRequest(given);
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    return await followRedirects(given, what, async (url) => {
      if (url !== given.url) await checkRedirect(url, given);
      return request(url, {
        dispatcher,
        method: given.body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'user-agent': userAgent,
          ...given.headers,
          ...(url.origin === given.url.origin ? given.secrets : {}),
        },
        body: given.body ?? null,
        signal: ended,
      });
    });
  } catch (error) {
    if (error instanceof SourceError) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted) throw new UnavailableError(`No response within ${timeoutMs} ms: ${what}`, { cause: error });
    throw new UnavailableError(`${given.url.host} cannot be reached${reasonOf(error)}: ${what}`, { cause: error });
  }
}

/** Without a code, what came was no HTTP. */
const reasonOf = (error: unknown): string =>
  ` (${error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no HTTP response'})`;

async function followRedirects(
  given: HttpRequest,
  what: string,
  send: (url: URL) => Promise<Dispatcher.ResponseData>,
): Promise<RawResponse> {
  let url = given.url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url);
    const header = headerOf(response);
    const location = header('location');
    if (!REDIRECTS.has(response.statusCode) || location === null) {
      const text = await readBody(what, response.body, header('content-encoding'));
      return { status: response.statusCode, header, text };
    }
    await response.body.dump();
    if (redirects === MAX_REDIRECTS) throw new UnexpectedResponseError(`More than ${MAX_REDIRECTS} redirects: ${what}`);
    url = redirectTarget(given, url, location, what);
  }
}

function redirectTarget(given: HttpRequest, from: URL, location: string, what: string): URL {
  const to = URL.parse(location, from.href);
  const safe = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:');
  if (to === null || !safe || given.body !== undefined)
    throw new UnexpectedResponseError(`The response redirects to an address that is not followed: ${what}`);
  return to;
}

const headerOf =
  ({ headers }: Dispatcher.ResponseData): Header =>
  (name) => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };

/** A hundred issues of GitHub's maximum size fit. */
const MAX_BYTES = 32 * 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The text of an answer's body, unpacked. Counts the unpacked bytes (gzip bomb). */
async function readBody(what: string, body: Readable, encoding: string | null): Promise<string> {
  const decoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (decoder === undefined && encoding !== null && encoding !== '' && encoding !== 'identity') {
    // Nobody reads it, and the error of an aborted request would end the thread.
    body.on('error', () => {}).destroy();
    throw new UnexpectedResponseError(`The response has an encoding that was not requested: ${what}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of decoder === undefined ? body : pipeline(body, decoder(), () => {})) {
    size += part.length;
    if (size > MAX_BYTES) {
      body.destroy();
      throw new UnexpectedResponseError(`The response exceeds ${MAX_BYTES} bytes: ${what}`);
    }
    parts.push(part);
  }
  // Unlike toString, it leaves out a byte order mark, which JSON must not have.
  return new TextDecoder().decode(Buffer.concat(parts));
}
