import type { BriefAbsence, ErrorCode } from '@pain-signals/contract';

/** The HTTP status of each code; REST and MCP answer alike. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_MACRO_AREA: 400,
  INVALID_PARAMETER: 400,
  UNAUTHORIZED: 401,
  PRO_REQUIRED: 403,
  SESSION_REQUIRED: 403,
  KEY_SUSPENDED: 401,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  SEARCH_UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** A request must be answered within this time. */
export const RESPONSE_TIMEOUT_MS = 10_000;

interface ServiceErrorOptions {
  /** Overrides the code's usual status. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  reason?: BriefAbsence;
}

/** An error response. The message is written for the caller and can be shown as it is. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: BriefAbsence | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { status = STATUS[code], headers = {}, reason }: ServiceErrorOptions = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
    this.reason = reason;
  }
}
