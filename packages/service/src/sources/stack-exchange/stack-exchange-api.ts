import { type Pace, RateLimitedError, UnexpectedResponseError } from '../http/index.ts';
import type { SourceDeps } from '../source.ts';
import { ApiError, Wrapper } from './schema.ts';

const API = 'https://api.stackexchange.com/2.3/';
/** 30 calls a second would be let through; the daily quota is what counts. */
const PACE: Pace = { budget: 'api', everyMs: 500, burst: 3 };
const DAY_MS = 24 * 3_600_000;

export type StackExchangeApi = ReturnType<typeof createStackExchangeApi>;

/** The Stack Exchange API, whose limits are told inside the answers: https://api.stackexchange.com/docs/throttle */
export function createStackExchangeApi({ http, credentials: { stackExchangeKey }, now }: SourceDeps) {
  return {
    async get(method: string, query: Record<string, string>, site: string) {
      const url = new URL(method, API);
      // The key is no secret: it goes into addresses by design, and only raises the daily quota.
      const key = stackExchangeKey === null ? {} : { key: stackExchangeKey };
      url.search = new URLSearchParams({ ...query, site, ...key }).toString();
      const { body } = await http.requestJson({ url, pace: PACE }, Wrapper).catch((error: unknown) => {
        throw asRateLimit(error, now()) ?? error;
      });
      if (body.backoff !== undefined) http.pauseFor({ url, pace: PACE }, body.backoff * 1_000);
      // The quota is full again at midnight UTC; asking before would only be counted against us.
      if (body.quota_remaining === 0) http.pauseFor({ url, pace: PACE }, DAY_MS - (now() % DAY_MS));
      return body;
    },
  };
}

/** A spent quota is answered with 400, and the time to wait in words. */
function asRateLimit(error: unknown, now: number): RateLimitedError | null {
  if (!(error instanceof UnexpectedResponseError)) return null;
  const { data } = ApiError.safeParse(error.answer);
  if (data?.error_name !== 'throttle_violation') return null;
  const seconds = Number(/in (\d+) seconds/.exec(data.error_message)?.[1] ?? 60);
  return new RateLimitedError('Stack Exchange', now + seconds * 1_000);
}
