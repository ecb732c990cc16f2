/** PostgreSQL's codes for a server that stops or is not reachable, and the system's for a lost connection. */
const LOST: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '08006', '08003', 'ECONNRESET', 'EPIPE']);
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

/** What to do about a database that is damaged or went away, in one sentence or two; null for any other error. */
export function describeDatabaseError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'errcode' in error ? Number(error.errcode) & 0xff : 'code' in error ? error.code : undefined;
  if (DAMAGED.has(code))
    return (
      'The database file is damaged. Stop the service, move service.sqlite* out of DATA_DIR, and restore a backup: ' +
      'npm run -s cli -- restore FILE'
    );
  if (LOST.has(code) || /Connection terminated|lock was lost with the connection/.test(error.message))
    return 'The connection to the database was lost. What is stored so far is intact. Run it again when the database is back.';
  return null;
}
