import { isBusy, isDatabaseUnavailable, isDatabaseUnwritable } from '@pain-signals/storage';
import { ServiceError } from './service-error.ts';

const RETRY = 'Retry with exponential backoff.';
const RETRY_AFTER_SECONDS = 10;

/** What is wrong with the database, in a sentence. */
export function describeDatabase(error: unknown): string {
  if (isBusy(error)) return 'The database is busy.';
  return isDatabaseUnwritable(error) ? 'The database takes no writes.' : 'The database is unavailable.';
}

/** A 503 error if the cause is a database that is away, busy or takes no writes, else null. */
export function databaseUnavailableError(error: unknown): ServiceError | null {
  if (!isDatabaseUnavailable(error) && !isDatabaseUnwritable(error) && !isBusy(error)) return null;
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new ServiceError('INTERNAL', `${describeDatabase(error)} ${RETRY}`, { status: 503, headers });
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
