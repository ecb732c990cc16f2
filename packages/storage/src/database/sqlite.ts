import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { DatabaseBusyError, isBusy, openInFolder } from './data-folder.ts';

/** How long a single statement waits for another process's transaction. It blocks the event loop. */
const STATEMENT_TIMEOUT_MS = 5_000;
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

  constructor(config: SqliteDialectConfig, file: DatabaseSync) {
    super(config);
    this.#file = file;
  }

  override async beginTransaction(): Promise<void> {
    const giveUpAt = performance.now() + TRANSACTION_TIMEOUT_MS;
    while (!this.#tryToBegin()) {
      if (performance.now() > giveUpAt) throw new DatabaseBusyError();
      await sleep(BUSY_POLL_MS);
    }
  }

  /** SQLite itself ends a transaction when the disk is full. A rollback would then fail and hide the cause. */
  override async rollbackTransaction(...args: Parameters<SqliteDriver['rollbackTransaction']>): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(...args);
  }

  /** Takes the write lock first: SQLite fails a write after a stale read, whatever the timeout. */
  #tryToBegin(): boolean {
    try {
      this.#file.exec('pragma busy_timeout = 0; begin immediate');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    } finally {
      this.#file.exec(`pragma busy_timeout = ${STATEMENT_TIMEOUT_MS}`);
    }
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: adapt(file) });
    this.#file = file;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver({ database: adapt(this.#file) }, this.#file);
  }
}

export const fileOf = (name: string): string => `${name}.sqlite`;

/** SQLite's write-ahead log, which is there as long as a connection is open that has written. */
export const logPath = (dataDir: string, name: string): string => join(dataDir, `${fileOf(name)}-wal`);

/** Opens or creates `name`.sqlite in `dataDir`, durable at every commit. */
export function sqliteDialect(dataDir: string, name: string): SqliteDialect {
  return openInFolder(dataDir, fileOf(name), (path) => {
    const file = new DatabaseSync(path, { timeout: STATEMENT_TIMEOUT_MS });
    // secure_delete overwrites deleted text, so none of it stays in the file.
    file.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -${CACHE_KIB}`,
    );
    return new NodeSqliteDialect(file);
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
