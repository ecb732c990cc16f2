import type { Socket } from 'node:net';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from 'kysely';
import pg from 'pg';
import { DataFolderError } from './data-folder.ts';
import { connectionConfig, PostgresClient } from './postgres-client.ts';

const DEFAULT_POOL_SIZE = 10;
/** For a statement that hangs; the longest of ours, replacing a table in a restore, takes minutes. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** The server ends a statement by itself before. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 60_000;

/** Each program has a schema of its own, so several can share a database. */
const sessionOptions = (schema: string): string =>
  `-c search_path=${schema} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`;

/** For one transaction: a pooler may give the next one to another server connection. */
const transactionOptions = (schema: string): string =>
  `set local search_path = ${pg.escapeIdentifier(schema)}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

/** The connections of a pool right now. */
export interface PoolUse {
  used: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

export interface PoolOptions {
  poolSize?: number | undefined;
  silenceMs?: number | undefined;
}

export async function postgresDialect(
  databaseUrl: string,
  schema: string,
  { poolSize = DEFAULT_POOL_SIZE, silenceMs = SILENCE_MS }: PoolOptions = {},
) {
  const keepsSession = await keepsSessionOptions(databaseUrl, schema);
  const pool = new pg.Pool({
    ...connectionConfig(databaseUrl),
    ...(keepsSession ? { options: sessionOptions(schema) } : {}),
    max: poolSize,
    Client: PostgresClient,
  });
  // As in the client.
  pool.on('error', () => {});
  pool.on('connect', (client) => endWhenSilent(client, silenceMs));
  const dialect = keepsSession ? new PostgresDialect({ pool }) : new PooledDialect({ pool }, schema);
  const poolUse = (): PoolUse => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return { dialect, poolUse };
}

/** A server or proxy that is frozen still confirms each probe of its connection, which would be waited on for good. */
function endWhenSilent({ connection: { stream } }: pg.PoolClient, ms: number): void {
  (stream as Socket).setTimeout(ms, () =>
    stream.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' })),
  );
}

/** PgBouncer in transaction mode refuses the options of a session, or ignores them. */
async function keepsSessionOptions(databaseUrl: string, schema: string): Promise<boolean> {
  const client = new PostgresClient({ ...connectionConfig(databaseUrl), options: sessionOptions(schema) });
  try {
    await client.connect();
    const { rows } = await client.query<{ path: string }>(`select current_setting('search_path') as path`);
    return rows[0]?.path === schema;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Until the transaction ends, nobody else migrates: a pooler in transaction mode may send the unlocking of a session to another. */
export async function lockMigrations<Tables>(transaction: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('migrate'))`.execute(transaction);
}

class PooledAdapter extends PostgresAdapter {
  override acquireMigrationLock = lockMigrations;
  /** The end of the transaction releases it, so the next process sees what this one committed. */
  override async releaseMigrationLock(): Promise<void> {}
}

class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #schema: string;

  constructor(config: PostgresDialectConfig, schema: string) {
    super(config);
    this.#config = config;
    this.#schema = schema;
  }

  override createAdapter(): PostgresAdapter {
    return new PooledAdapter();
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#config, this.#schema);
  }
}

const BEGINS = /^\s*(?:begin|start transaction)\b/i;
const ENDS = /^\s*(?:commit|rollback)\s*;?\s*$/i;

/** Runs every statement in a transaction that sets its own schema, because no state outlives a transaction. */
class PooledDriver extends PostgresDriver {
  readonly #wrapped = new WeakSet<DatabaseConnection>();
  readonly #schema: string;

  constructor(config: PostgresDialectConfig, schema: string) {
    super(config);
    this.#schema = schema;
  }

  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...args);
    if (!this.#wrapped.has(connection)) wrap(connection, transactionOptions(this.#schema));
    this.#wrapped.add(connection);
    return connection;
  }
}

function wrap(connection: DatabaseConnection, options: string): void {
  const execute = connection.executeQuery.bind(connection);
  const run = (sql: string) => execute(CompiledQuery.raw(sql));
  let inTransaction = false;
  connection.executeQuery = async <Row>(query: CompiledQuery, ...rest: unknown[]) => {
    const forward = () => (execute as (...args: unknown[]) => ReturnType<typeof execute<Row>>)(query, ...rest);
    if (BEGINS.test(query.sql)) {
      const begun = await forward();
      inTransaction = true;
      await run(options);
      return begun;
    }
    if (inTransaction) {
      if (ENDS.test(query.sql)) inTransaction = false;
      return forward();
    }
    await run(`begin; ${options}`);
    try {
      const result = await forward();
      await run('commit');
      return result;
    } catch (error) {
      await run('rollback').catch(() => {});
      throw error;
    }
  };
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

/** PostgreSQL: bad values, broken constraints, more than an index takes, another type, a column named twice. SQLite: error, mismatch and constraint. */
const REFUSED_BY_POSTGRES = /^(?:22|23|54)[0-9A-Z]{3}$|^42(?:804|701)$/;
const REFUSED_BY_SQLITE: ReadonlySet<unknown> = new Set([1, 19, 20]);

/** Whether a database refused what was to be inserted. */
export function isRowRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return REFUSED_BY_SQLITE.has(Number(error.errcode) & 0xff);
  return 'code' in error && typeof error.code === 'string' && REFUSED_BY_POSTGRES.test(error.code);
}

/** Of the system, for a failed or lost connection. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
]);
/** PostgreSQL: connection lost (08…), server stopping or starting, or session ended (57P…), too many connections (53300). */
const SERVER_CODE = /^(?:08[0-9A-Z]{3}|57P\d\d|53300)$/;
/** Errors without a code, of the driver, of Kysely and of the lock. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated\b|timeout exceeded when trying to connect$|Client (?:has encountered a connection error|was closed) and is not queryable$|Postgres connection has been discarded$)|lock was lost with the connection/;

/** Whether the database can't be reached, or the connection was lost. */
export function isDatabaseUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (code === undefined) return UNAVAILABLE_MESSAGE.test(error.message);
  return SYSTEM_CODES.has(code) || (typeof code === 'string' && SERVER_CODE.test(code));
}

/** PostgreSQL: a standby or a read-only role, no room on the disk, a disk that fails. */
const UNWRITABLE_ON_POSTGRES: ReadonlySet<unknown> = new Set(['25006', '53100', '58030', 'ENOSPC', 'EROFS']);
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, which it answers for a journal that cannot be made. */
const UNWRITABLE_ON_SQLITE: ReadonlySet<unknown> = new Set([8, 10, 13, 14]);

/** Whether the database is there but takes no writes. */
export function isDatabaseUnwritable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DataFolderError) return true;
  if ('errcode' in error) return UNWRITABLE_ON_SQLITE.has(Number(error.errcode) & 0xff);
  return 'code' in error && UNWRITABLE_ON_POSTGRES.has(error.code);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

/** What to do about a database that is damaged or went away, in one sentence or two; null for any other error. */
export function describeDatabaseError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff))
    return (
      'The database file is damaged. Stop the program, move its *.sqlite* files out of DATA_DIR, and restore a backup: ' +
      'npm run -s cli -- restore FILE'
    );
  if (isDatabaseUnwritable(error) && !(error instanceof DataFolderError))
    return `The database takes no writes (${error.message}). What is stored so far is intact. Make room on its disk, or let DATABASE_URL name a server that is no standby.`;
  if (isDatabaseUnavailable(error))
    return `The database is not reachable (${error.message || String(error)}). What is stored so far is intact. Check DATABASE_URL, and run it again when the database is back.`;
  return null;
}

/** The same as a field for a log line, where a code of the system alone may be another server's. */
export function nextStepOf(error: unknown): { nextStep?: string } {
  const isOfSystem = error instanceof Error && 'code' in error && SYSTEM_CODES.has(error.code);
  const nextStep = isOfSystem ? null : describeDatabaseError(error);
  return nextStep === null ? {} : { nextStep };
}
