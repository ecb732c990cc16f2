import { PostgresDialect } from 'kysely';
import pg from 'pg';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** PostgreSQL sends 64-bit integers and numerics as text. Ours (counts, milliseconds) fit a JavaScript number. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
};

/** Connection settings with a schema per program, so several programs can share a database. */
export const connectionConfig = (databaseUrl: string, schema: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  options: `-c search_path=${schema}`,
  types,
});

export async function postgresDialect(databaseUrl: string, schema: string): Promise<PostgresDialect> {
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl, schema), max: MAX_CONNECTIONS });
  // Without listeners a lost connection ends the process. The query reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
  } catch (error) {
    // When two programs create the schema at once, one fails despite `if not exists`.
    if (!isUniqueViolation(error)) {
      await pool.end();
      throw error;
    }
  }
  return new PostgresDialect({ pool });
}

const POSTGRES_UNIQUE_VIOLATION = '23505';
/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_UNIQUE_VIOLATIONS: ReadonlySet<unknown> = new Set([2067, 1555]);

/** Whether a statement failed because its row already exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === POSTGRES_UNIQUE_VIOLATION) return true;
  return 'errcode' in error && SQLITE_UNIQUE_VIOLATIONS.has(error.errcode);
}
