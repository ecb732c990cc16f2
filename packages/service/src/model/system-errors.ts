import { isDatabaseUnavailable } from '@pain-signals/storage';
import { ServiceError } from './service-error.ts';

/** A 503 error if the cause is an unreachable database, else null. */
export function databaseUnavailableError(error: unknown): ServiceError | null {
  if (!isDatabaseUnavailable(error)) return null;
  return new ServiceError('INTERNAL', 'The database is unavailable. Retry with exponential backoff.', {
    status: 503,
  });
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
