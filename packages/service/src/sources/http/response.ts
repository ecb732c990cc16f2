import { MAX_JSON_VALUES, parseJson } from '@pain-signals/contract';
import type { z } from 'zod';
import { DAY_MS } from '../../model/day.ts';
import { AccessDeniedError, GoneError, type SourceError, UnavailableError, UnexpectedResponseError } from './errors.ts';
import type { Header, RawResponse } from './send.ts';

const MAX_ISSUES_NAMED = 3;

/** Why a response is unusable; null for a good one. `spent`: until when the rate budget is used up, if it is. */
export function responseError(
  what: string,
  { status, header, text }: RawResponse,
  spent: number | null,
): SourceError | null {
  if (status >= 200 && status < 300) return null;
  const says = `${what} returned ${status}`;
  // GitHub's rate limits answer 403 too, and the secondary one may have no header.
  if (status === 429 || (status === 403 && (spent !== null || /rate limit/i.test(text))))
    return new UnavailableError(`${says}: rate limited`, { limited: true, retryAt: spent });
  if (status >= 500 || status === 408) return new UnavailableError(says, { retryAt: spent });
  // As GitHub answers for each issue of a repository without issues.
  if (status === 410 && /\b(?:issues|discussions) are disabled\b/i.test(text))
    return new AccessDeniedError(`${says}: they are turned off there.`, { answer: parseJson(text) });
  if (status === 404 || status === 410) return new GoneError(`${says}: it does not exist or is not public.`);
  if (status === 401 || status === 403)
    return new AccessDeniedError(
      isJson(header('content-type'))
        ? `${says}: check the credentials and what they may read.`
        : `${says} with a web page: the site requires signing in or blocks programs.`,
      { answer: parseJson(text) },
    );
  return new UnexpectedResponseError(says, { answer: parseJson(text) });
}

/** The body of a good response. Throws {@link UnexpectedResponseError}. */
export function parseJsonResponse<Schema extends z.ZodType>(
  what: string,
  { header, text }: RawResponse,
  schema: Schema,
): z.output<Schema> {
  const type = header('content-type');
  if (!isJson(type))
    throw new UnexpectedResponseError(
      `${what} returned ${type === null ? 'no content type' : type.split(';', 1)[0]} instead of JSON. ` +
        'Check the address, and that the site allows programs to read it.',
    );
  const json = parseJson(text);
  if (json === undefined)
    throw new UnexpectedResponseError(`${what} returned invalid JSON, or more than ${MAX_JSON_VALUES} values`);
  if (hasLongList(json))
    throw new UnexpectedResponseError(`${what} returned a list of more than ${MAX_ENTRIES} entries`);
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES_NAMED);
  throw new UnexpectedResponseError(
    `${what} returned an unexpected response: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
    { answer: json },
  );
}

/** A page has hundreds of rows. */
const MAX_ENTRIES = 10_000;

/** The schema library keeps an issue for each entry that it can't read: millions fill the memory. */
function hasLongList(body: unknown): boolean {
  const left = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) && value.length > MAX_ENTRIES) return true;
    for (const each of Object.values(value)) left.push(each);
  }
  return false;
}

const isJson = (contentType: string | null): boolean => /^[^;]*[/+]json\b/i.test(contentType ?? '');

/** GitHub and Stack Exchange ask for a day at most. A broken platform's word must not end its feeds for good. */
export const MAX_PAUSE_MS = DAY_MS;

/** Numbers above this are timestamps (GitHub, GitLab), smaller ones are seconds from now (Reddit, the IETF draft). */
const SMALLEST_EPOCH_SECONDS = 1_000_000_000;

/**
 * When the platform accepts the next call, epoch ms, from Retry-After and the X-RateLimit or RateLimit headers; null when it
 * does not say that the budget is spent.
 */
export function rateLimitedUntil(header: Header, now: number): number | null {
  const moments = [retryAfter(header('retry-after'), now)];
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    if (Number.parseFloat(header(`${prefix}-remaining`) ?? '') < 1)
      moments.push(resetAt(header(`${prefix}-reset`), now));
  }
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(Math.max(...known), now + MAX_PAUSE_MS);
}

function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return now + Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date;
}

function resetAt(value: string | null, now: number): number | null {
  const seconds = Number.parseFloat(value ?? '');
  if (Number.isNaN(seconds)) return null;
  return seconds > SMALLEST_EPOCH_SECONDS ? seconds * 1000 : now + seconds * 1000;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** What GitHub asks for when it names no time; other platforms accept less. */
const DEFAULT_RATE_LIMIT_MS = 60_000;

/**
 * How long to wait before the next attempt, ms. Jitter keeps many services from retrying at the same moment.
 * @param attempt 0 for the first retry
 * @param random in [0, 1)
 */
export function delayBeforeRetry(
  { limited, retryAt }: Pick<UnavailableError, 'limited' | 'retryAt'>,
  attempt: number,
  { now, random }: { now: number; random: () => number },
): number {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS) * (0.5 + random() / 2);
  if (retryAt !== null) return Math.max(0, retryAt - now) + backoff;
  return limited ? DEFAULT_RATE_LIMIT_MS + backoff : backoff;
}
