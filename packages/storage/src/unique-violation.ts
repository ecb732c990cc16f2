const POSTGRES_UNIQUE_VIOLATION = '23505';
/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set([2067, 1555]);

/** Whether a statement failed because its row is there already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === POSTGRES_UNIQUE_VIOLATION) return true;
  return 'errcode' in error && SQLITE_UNIQUE_VIOLATIONS.has(error.errcode);
}
