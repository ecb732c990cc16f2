import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { DatabaseBusyError, isBusy, openInFolder } from './data-folder.ts';

/** How long a single statement waits for another process's transaction. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** After so long without a write that had to wait, another one waits for another transaction. */
const SAME_WAIT_MS = 1_000;
/** How long a transaction waits for another process's, unless its program says otherwise. */
const TRANSACTION_TIMEOUT_MS = 30_000;
const BUSY_POLL_MS = 5;
const CACHE_KIB = 64 * 1024;
const MAX_CACHED_STATEMENTS = 200;

type Bound = Parameters<StatementSync['all']>;

/** SQLite's schema changes are transactional. Kysely assumes they are not and could leave half a migration behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Waits for another process's transaction without blocking the event loop, as SQLite's own timeout does. */
class WaitingDriver extends SqliteDriver {
  readonly #file: DatabaseSync;
  readonly #patienceMs: number;

  /** All writes that wait for one transaction give up together: they wait in line, and each would wait as long again. */
  #busy: { since: number; last: number } | null = null;

  constructor(config: SqliteDialectConfig, file: DatabaseSync, patienceMs: number) {
    super(config);
    this.#file = file;
    this.#patienceMs = patienceMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        SelectQueryNode.is(query.query) || this.#file.isTransaction
          ? connection.executeQuery<Row>(query)
          : this.#write(() => connection.executeQuery<Row>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  async #write<Result>(work: () => Result | Promise<Result>, patienceMs = STATEMENT_TIMEOUT_MS): Promise<Result> {
    for (;;) {
      try {
        const result = await this.#withoutWaiting(work);
        this.#busy = null;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const now = performance.now();
        const isSame = this.#busy !== null && now - this.#busy.last < SAME_WAIT_MS;
        this.#busy = { since: isSame && this.#busy ? this.#busy.since : now, last: now };
        if (now - this.#busy.since > patienceMs) throw error;
        await sleep(BUSY_POLL_MS);
      }
    }
  }

  /** SQLite's own timeout would block the event loop. Kysely runs a statement before it returns a promise. */
  #withoutWaiting<Result>(work: () => Result): Result {
    try {
      this.#file.exec('pragma busy_timeout = 0');
      return work();
    } finally {
      this.#file.exec(`pragma busy_timeout = ${STATEMENT_TIMEOUT_MS}`);
    }
  }

  /** Takes the write lock first: SQLite fails a write after a stale read, whatever the timeout. */
  override async beginTransaction(): Promise<void> {
    try {
      await this.#write(() => this.#file.exec('begin immediate'), this.#patienceMs);
    } catch (error) {
      throw isBusy(error) ? new DatabaseBusyError() : error;
    }
  }

  /** SQLite itself ends a transaction when the disk is full. A rollback would then fail and hide the cause. */
  override async rollbackTransaction(...args: Parameters<SqliteDriver['rollbackTransaction']>): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(...args);
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;
  readonly #patienceMs: number;

  constructor(file: DatabaseSync, patienceMs: number) {
    super({ database: adapt(file) });
    this.#file = file;
    this.#patienceMs = patienceMs;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver({ database: adapt(this.#file) }, this.#file, this.#patienceMs);
  }
}

export const fileOf = (name: string): string => `${name}.sqlite`;

/** SQLite's write-ahead log, which is there as long as a connection is open that has written. */
export const logPath = (dataDir: string, name: string): string => join(dataDir, `${fileOf(name)}-wal`);

/** Opens or creates `name`.sqlite in `dataDir`, durable at every commit. */
export function sqliteDialect(dataDir: string, name: string, patienceMs = TRANSACTION_TIMEOUT_MS): SqliteDialect {
  return openInFolder(dataDir, fileOf(name), (path) => {
    const file = new DatabaseSync(path, { timeout: STATEMENT_TIMEOUT_MS });
    // secure_delete overwrites deleted text, so none of it stays in the file.
    file.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -${CACHE_KIB}`,
    );
    return new NodeSqliteDialect(file, patienceMs);
  });
}

function adapt(file: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const cached = cache.get(sql);
      if (cached !== undefined) return cached;
      if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
      const statement = toKysely(file.prepare(sql));
      cache.set(sql, statement);
      return statement;
    },
  };
}

function toKysely(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Bound)),
    run: (parameters) => statement.run(...(parameters as Bound)),
    iterate: (parameters) => statement.iterate(...(parameters as Bound)),
  };
}
