/** SQLite's, PostgreSQL's and the system's words for the same thing. */
const DISK_FULL: ReadonlySet<unknown> = new Set([13, '53100', 'ENOSPC']);

/** What went wrong, in one line for the person at the terminal. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  if (DISK_FULL.has(code))
    return 'The disk is full. What was stored before is whole: make room, then run the command again.';
  return error.message;
}
