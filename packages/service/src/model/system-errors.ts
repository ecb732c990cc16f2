import { ServiceError } from './service-error.ts';

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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why a file cannot be read, in words. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
