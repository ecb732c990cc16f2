import { ErrorBody as Body, RATE_LIMITED_RETRY_SECONDS } from '@pain-signals/contract';
import {
  BadRequestError,
  InvalidMacroAreaError,
  NotFoundError,
  type PainClientError,
  ProRequiredError,
  RateLimitedError,
  ServiceUnavailableError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './errors.ts';

export interface ErrorResponse {
  status: number;
  header(name: string): string | null;
  body: unknown;
}

/** Of another service a reason may be any word. */
const ErrorBody = Body.partial().extend({ reason: Body.shape.reason.catch(undefined) });

/** Maps an answer that is not 2xx to an error (section 7). `what` is "METHOD path". */
export function errorFromResponse(what: string, answer: ErrorResponse): PainClientError {
  const { status } = answer;
  const parsed = ErrorBody.safeParse(answer.body);
  const code = parsed.data?.code ?? null;
  const details = { status, code };
  if (code === 'INVALID_MACRO_AREA') {
    return new InvalidMacroAreaError(`Not an area: ${what}`, parseListedAreas(parsed.data?.message ?? ''), details);
  }
  if (status === 400) return new BadRequestError(`Refused as invalid: ${what}`, details);
  if (status === 401) return new UnauthorizedError(`The API key was not accepted: ${what}`, details);
  if (status === 403) return new ProRequiredError(`The API key may not do this: ${what}`, details);
  if (status === 404) return new NotFoundError(`Not found: ${what}`, parsed.data?.reason ?? null, details);
  if (status === 429) return new RateLimitedError(`Rate limit reached: ${what}`, retryAfterMs(answer), details);
  if (status >= 500) return new ServiceUnavailableError(`The service failed with ${status}: ${what}`, details);
  return new UnexpectedAnswerError(`Unexpected status ${status}: ${what}`, details);
}

const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

/** "At once" would be refused again, and again. */
const MIN_RETRY_AFTER_MS = 250;

/** `Retry-After` in seconds; section 7 says one second where the header is missing or cannot be read. */
function retryAfterMs(answer: ErrorResponse): number {
  const seconds = Number(answer.header('retry-after') ?? Number.NaN);
  const known = Number.isFinite(seconds) && seconds >= 0 ? seconds : RATE_LIMITED_RETRY_SECONDS;
  return Math.max(MIN_RETRY_AFTER_MS, Math.min(known * 1000, MAX_RETRY_AFTER_MS));
}

/** Section 4.2: the message names the offending value and lists the valid ones; the list is what commas join. */
function parseListedAreas(message: string): string[] {
  const list = /[A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)+/.exec(message.slice(0, 5_000));
  return list ? list[0].split(/\s*,\s*/) : [];
}
