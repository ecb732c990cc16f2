import { ErrorBody as Body, type BriefAbsence, RATE_LIMITED_RETRY_SECONDS } from '@pain-signals/contract';

/** The base of all errors of the client. Messages are ours ("what: METHOD path"): they never hold the key or text of the service. */
export class PainClientError extends Error {
  override name = this.constructor.name;
  /** HTTP status of the answer, when there was one. */
  readonly status: number | null;
  /** The service's machine-readable code (section 7), when it sent one. */
  readonly code: string | null;

  constructor(message: string, { status = null, code = null, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.code = code;
  }
}

interface ErrorDetails {
  status?: number | null;
  code?: string | null;
  cause?: unknown;
}

/** 400: a parameter is out of range or cannot be read. */
export class BadRequestError extends PainClientError {}

/** 400 INVALID_MACRO_AREA; `validAreas` are the values that the service lists, empty when it lists none. */
export class InvalidMacroAreaError extends BadRequestError {
  readonly validAreas: readonly string[];

  constructor(message: string, validAreas: readonly string[], details: ErrorDetails) {
    super(message, details);
    this.validAreas = validAreas;
  }
}

/** 401: the key is missing, unknown, revoked or suspended (see `code`). */
export class UnauthorizedError extends PainClientError {}

/** 403: the key is valid, but its owner has no Pro subscription, or keys may not do this. */
export class ProRequiredError extends PainClientError {}

/** 404; `reason` is why there is no brief, when the service sends it. */
export class NotFoundError extends PainClientError {
  readonly reason: BriefAbsence | null;

  constructor(message: string, reason: BriefAbsence | null = null, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
  }
}

/** 429, or the call would wait too long in our own queue; then `status` is null and nothing was sent. */
export class RateLimitedError extends PainClientError {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, details: ErrorDetails = {}) {
    super(message, details);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Fair use leaves no search for now, so none was sent. */
export class SearchLimitError extends RateLimitedError {}

/** Fair use leaves no list of further signals for now, so none was asked for. */
export class ListLimitError extends RateLimitedError {}

/** 5xx: the service answers, but cannot serve; 503 is the semantic search loading. */
export class ServiceUnavailableError extends PainClientError {}

/** No connection: refused, reset, name not found. */
export class UnreachableError extends PainClientError {}

/** The circuit breaker is open, so nothing was sent; try again after `retryAfterMs`. */
export class CircuitOpenError extends UnreachableError {
  readonly retryAfterMs: number;

  /** @param cause the last failure that opened it */
  constructor(message: string, retryAfterMs: number, cause: unknown) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** No complete answer in time. */
export class TimeoutError extends PainClientError {}

/** An answer that the specification does not allow: not JSON, a redirect, too large, the wrong shape. */
export class UnexpectedAnswerError extends PainClientError {}

/** The service is down, so an older answer may be used. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ServiceUnavailableError || error instanceof UnreachableError || error instanceof TimeoutError;

export interface ErrorResponse {
  status: number;
  header(name: string): string | null;
  /** Undefined when the text is no JSON. */
  body: unknown;
  text: string;
}

/** Other services may send any reason code. */
const ErrorBody = Body.partial().extend({ reason: Body.shape.reason.catch(undefined) });

/** Maps an answer that is not 2xx to an error (section 7). `what` is "METHOD path". */
export function errorFromResponse(what: string, answer: ErrorResponse): PainClientError {
  const { status } = answer;
  // Section 7: an error is JSON. The page of a proxy says nothing about a key or a signal, and passes.
  if (status < 429 && answer.body === undefined && answer.text.trim() !== '')
    return new UnexpectedAnswerError(`Status ${status} without an error of the service: ${what}`, { status });
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

/** No service is believed when it asks for longer. */
export const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

/** A retry at once would be rejected again. */
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
