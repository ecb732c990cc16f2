import { ServiceError } from './service-error.ts';

/** The system's words for a connection that cannot be made or was lost. */
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
/** PostgreSQL's: a lost connection (08…), a server that stops, starts or ended the session (57P…), one that is full (53300). */
const SERVER_CODE = /^(?:08[0-9A-Z]{3}|57P\d\d|53300)$/;
/** The driver's own errors have no code. */
const DRIVER_MESSAGE =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect$|Client (?:has encountered a connection error|was closed) and is not queryable$)/;

/** The answer where the cause of a fault is that the database cannot be reached; null where it is another. */
export function databaseUnavailableError(error: unknown): ServiceError | null {
  if (!(error instanceof Error) || !isConnectionError(error)) return null;
  return new ServiceError('INTERNAL', 'The database does not answer. Retry in a second, then less and less often.', {
    status: 503,
  });
}

function isConnectionError(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  if (code === undefined) return DRIVER_MESSAGE.test(error.message);
  return SYSTEM_CODES.has(code) || (typeof code === 'string' && SERVER_CODE.test(code));
}
