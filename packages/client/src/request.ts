import { REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import { UnexpectedAnswerError } from './errors.ts';
import { type HttpClient, parseJson } from './exchange.ts';

export interface RestRequest {
  path: string;
  query: Record<string, unknown>;
}

export interface RestResponse {
  body: unknown;
  /** `max-age` of Cache-Control in seconds, null when the service names none. */
  maxAgeSeconds: number | null;
  /** Invented posts are counted in it. */
  isSample: boolean;
  /** What it was reckoned from, null when the service does not say. */
  revision: string | null;
}

export type SendRest = (question: RestRequest, timeoutMs: number) => Promise<RestResponse>;

/** One GET of the service's REST interface, which is at `apiUrl`, without a slash at its end. Throws {@link PainClientError}s. */
export function createRestClient(apiUrl: string, exchange: HttpClient): SendRest {
  return async (question, timeoutMs) => {
    const what = `GET ${question.path}`;
    const { text, status, header } = await exchange(
      { what, method: 'GET', url: requestUrl(apiUrl, question) },
      timeoutMs,
    );
    const body = parseJson(text);
    if (body === undefined) throw new UnexpectedAnswerError(`The answer is not JSON: ${what}`, { status });
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
