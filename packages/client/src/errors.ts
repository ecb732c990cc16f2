import type { BriefAbsence } from '@pain-signals/contract';

/**
 * What can go wrong between the app and the service, as a tree a caller can switch on. Messages are written here and say
 * "what: METHOD path"; what the service wrote is never repeated, since it is not ours to show. None of them holds the key.
 */
export class PainClientError extends Error {
  override name = 'PainClientError';
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
export class BadRequestError extends PainClientError {
  override name = 'BadRequestError';
}

/** 400 INVALID_MACRO_AREA; `validAreas` are the values that the service lists, empty when it lists none. */
export class InvalidMacroAreaError extends BadRequestError {
  override name = 'InvalidMacroAreaError';
  readonly validAreas: readonly string[];

  constructor(message: string, validAreas: readonly string[], details: ErrorDetails) {
    super(message, details);
    this.validAreas = validAreas;
  }
}

/** 401: the key is missing, unknown, revoked or suspended (`code` tells). */
export class UnauthorizedError extends PainClientError {
  override name = 'UnauthorizedError';
}

/** 403: the key works, but its owner has no Pro subscription, or a key may not do this. */
export class ProRequiredError extends PainClientError {
  override name = 'ProRequiredError';
}

/** 404; of a missing brief `reason` tells why there is none, where the service says so. */
export class NotFoundError extends PainClientError {
  override name = 'NotFoundError';
  readonly reason: BriefAbsence | null;

  constructor(message: string, reason: BriefAbsence | null = null, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
  }
}

/** 429, or our own queue would have to wait too long: nothing was sent then. */
export class RateLimitedError extends PainClientError {
  override name = 'RateLimitedError';
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, details: ErrorDetails = {}) {
    super(message, details);
    this.retryAfterMs = retryAfterMs;
  }
}

/** 5xx: the service answers, but cannot serve; 503 is the semantic search loading. */
export class ServiceUnavailableError extends PainClientError {
  override name = 'ServiceUnavailableError';
}

/** No connection: refused, reset, name not found. */
export class UnreachableError extends PainClientError {
  override name = 'UnreachableError';
}

/** The service has been down, so nothing was sent; `retryAfterMs` says when it will be tried again. */
export class CircuitOpenError extends UnreachableError {
  override name = 'CircuitOpenError';
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No whole answer in time. */
export class TimeoutError extends PainClientError {
  override name = 'TimeoutError';
}

/** An answer that is not what the specification describes: not JSON, a redirect, too large, the wrong shape. */
export class UnexpectedAnswerError extends PainClientError {
  override name = 'UnexpectedAnswerError';
}

/** Errors that say nothing about the question: the service is down, so an older answer may stand in. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ServiceUnavailableError || error instanceof UnreachableError || error instanceof TimeoutError;
