import { REVISION_HEADER, SAMPLE_HEADER } from '@pain-signals/contract';
import { UnexpectedAnswerError } from './errors.ts';
import { type Exchange, parseJson } from './exchange.ts';

export interface Question {
  path: string;
  query: Record<string, unknown>;
}

export interface RawAnswer {
  body: unknown;
  /** `max-age` of Cache-Control in seconds, null when the service names none. */
  maxAgeSeconds: number | null;
  /** Invented posts are counted in it. */
  isSample: boolean;
  /** What it was reckoned from, null when the service does not say. */
  revision: string | null;
}

export type Send = (question: Question, timeoutMs: number) => Promise<RawAnswer>;

/** One GET of the service's REST interface, which is at `apiUrl`, without a slash at its end. Throws {@link PainClientError}s. */
export function createRequest(apiUrl: string, exchange: Exchange): Send {
  return async (question, timeoutMs) => {
    const what = `GET ${question.path}`;
    const { text, status, header } = await exchange(
      { what, method: 'GET', url: addressOf(apiUrl, question) },
      timeoutMs,
    );
    const body = parseJson(text);
    if (body === undefined) throw new UnexpectedAnswerError(`The answer is not JSON: ${what}`, { status });
    return {
      body,
      maxAgeSeconds: maxAgeOf(header('cache-control')),
      isSample: header(SAMPLE_HEADER) === 'true',
      revision: header(REVISION_HEADER),
    };
  };
}

function addressOf(apiUrl: string, { path, query }: Question): URL {
  const url = new URL(apiUrl + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function maxAgeOf(cacheControl: string | null): number | null {
  const found = /(?:^|[\s,])max-age=(\d{1,8})/i.exec(cacheControl ?? '');
  return found ? Number(found[1]) : null;
}
