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

/** System error codes of a failed or lost connection. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
]);
/** PostgreSQL: connection lost (08…), server stopping or starting, or session ended (57P…), too many connections (53300). */
const SERVER_CODE = /^(?:08[0-9A-Z]{3}|57P\d\d|53300)$/;
/** The driver's own errors have no code. */
const DRIVER_MESSAGE =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect$|Client (?:has encountered a connection error|was closed) and is not queryable$)/;

/** A 503 error if the cause is an unreachable database, else null. */
export function databaseUnavailableError(error: unknown): ServiceError | null {
  if (!(error instanceof Error) || !isConnectionError(error)) return null;
  return new ServiceError('INTERNAL', 'The database is unavailable. Retry with exponential backoff.', {
    status: 503,
  });
}

function isConnectionError(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  if (code === undefined) return DRIVER_MESSAGE.test(error.message);
  return SYSTEM_CODES.has(code) || (typeof code === 'string' && SERVER_CODE.test(code));
}
