import { type FileHandle, open } from 'node:fs/promises';
import { CamelCasePlugin, type Compilable, type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from './data-folder.ts';
import { lockMigrations, type PoolUse, postgresDialect } from './postgres.ts';
import { fileOf, logPath, sqliteDialect } from './sqlite.ts';
import { createWriteProbe, writeToFile, writeToServer } from './write-probe.ts';

/** Where a program keeps its tables: PostgreSQL when `databaseUrl` is set, else an SQLite file in `dataDir`. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Name of the SQLite file or PostgreSQL schema: lower-case letters and underscores. */
  name: string;
  /** Connections to PostgreSQL; 10 by default. */
  poolSize?: number | undefined;
  /** How long a transaction waits for another process's, on SQLite; 30 seconds by default. */
  patienceMs?: number | undefined;
  /** How long PostgreSQL may say nothing to a statement before its connection is given up; by default longer than any takes. */
  silenceMs?: number | undefined;
}

/** Tables and columns are snake_case in the database and camelCase in code; JSON values keep their keys. */
export const camelCase = new CamelCasePlugin({
  maintainNestedObjectKeys: true,
  underscoreBetweenUppercaseLetters: true,
});

export interface Database<Tables> extends DatabaseOptions {
  kysely: Kysely<Tables>;
  /** Resolves when the disk has what was committed on SQLite with `synchronous = normal`, without blocking the event loop meanwhile. */
  sync(): Promise<void>;
  /** Removes deleted data from SQLite's log, unless a reader still needs it. Does nothing on PostgreSQL. */
  clearLog(): Promise<void>;
  /** Updates the statistics that queries are planned by. */
  analyze(): Promise<void>;
  /** Rejects when the database is away or takes no writes. Writes at most once a second, however often it is called. */
  proveWritable(): Promise<void>;
  /** Null on SQLite, which has no pool. */
  poolUse: (() => PoolUse) | null;
  /** By how many ms the clock of the database is ahead of ours; null on SQLite, which has ours. */
  clockAhead(): Promise<number | null>;
  close(): Promise<void>;
}

/** Who asks whether it takes writes waits about as long. */
const WRITE_PATIENCE_MS = 1_500;

/** Opens the database and creates a missing folder or file. `migrate` creates the tables, and PostgreSQL's schema. */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Database<Tables>> {
  const { databaseUrl, dataDir, name, poolSize, patienceMs, silenceMs } = options;
  const { dialect, poolUse } =
    databaseUrl === undefined
      ? { dialect: sqliteDialect(dataDir, name, patienceMs), poolUse: null }
      : await postgresDialect(databaseUrl, name, { poolSize, silenceMs });
  const kysely = new Kysely<Tables>({ dialect });
  const log = databaseUrl === undefined ? createLogSync(logPath(dataDir, name)) : null;
  const file = databaseUrl === undefined ? writeToFile(dataDir, fileOf(name)) : null;
  // Kysely connects on the first query, and close() needs an open connection.
  await kysely.connection().execute(async () => {});
  return {
    ...options,
    kysely,
    poolUse,
    proveWritable: createWriteProbe(file?.write ?? writeToServer(kysely), {
      now: () => performance.now(),
      patienceMs: WRITE_PATIENCE_MS,
    }),
    sync: async () => log?.sync(),
    async clearLog() {
      if (databaseUrl === undefined) await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
    },
    async analyze() {
      if (databaseUrl === undefined) return void (await sql`pragma optimize = 0x10002`.execute(kysely));
      for (const table of await kysely.introspection.getTables())
        if (table.schema === name) await sql`analyze ${sql.id(name, table.name)}`.execute(kysely);
    },
    async clockAhead() {
      if (databaseUrl === undefined) return null;
      const began = Date.now();
      const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(
        kysely,
      );
      return Number(rows[0]?.at) - (began + Date.now()) / 2;
    },
    async close() {
      file?.close();
      await log?.close();
      await kysely.destroy();
    },
  };
}

/** One call to the disk at a time; all commits during one share the next. */
function createLogSync(path: string) {
  let file: Promise<FileHandle> | undefined;
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  const syncNow = async () => {
    next = undefined;
    file ??= open(path, 'r+').catch((error) => {
      file = undefined;
      throw error;
    });
    await (await file).datasync();
  };
  return {
    sync() {
      next ??= last.then(syncNow);
      last = next.catch(() => {});
      return next;
    },
    close: async () => (await file)?.close(),
  };
}

/** The database was written by a newer version of the program, so this version must not change it. */
export class NewerDatabaseError extends OperatorError {
  constructor(unknown: readonly string[]) {
    super(
      `The database was written by a newer version of this program (it has ${unknown.join(', ')}). ` +
        'Start that version, or point DATABASE_URL or DATA_DIR at another database.',
    );
  }
}

const MIGRATION_TABLE = 'kysely_migration';

/** The tables are older than the program, which may not change them itself. */
export class MigrationNeededError extends OperatorError {
  constructor(pending: readonly string[]) {
    super(
      `The tables are older than this program: ${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} missing, from ${pending[0]} on. ` +
        'Run `node start.mjs cli migrate`, or set AUTO_MIGRATE=true.',
    );
  }
}

/** A migration of SQL statements, separated by semicolons. */
export const sqlMigration = (statements: string): Migration => ({
  async up(database) {
    for (const statement of statements.split(';')) await sql.raw(statement).execute(database);
  },
});

/** Names of the migrations that were not applied yet. Throws {@link NewerDatabaseError}. */
async function pendingMigrations<Tables>(
  { kysely, name }: Database<Tables>,
  known: readonly string[],
): Promise<string[]> {
  const executed = await executedMigrations(kysely, name);
  const unknown = executed.filter((migration) => !known.includes(migration));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return known.filter((migration) => !executed.includes(migration));
}

/**
 * Applies missing migrations, each in a transaction, or with `mayMigrate` false only checks that none is missing. Needs no rights to
 * create anything when none is. Returns how many were applied. Throws {@link NewerDatabaseError}, {@link MigrationNeededError}.
 */
export async function migrate<Tables>(
  database: Database<Tables>,
  migrations: Readonly<Record<string, Migration>>,
  mayMigrate = true,
): Promise<number> {
  const pending = await pendingMigrations(database, Object.keys(migrations));
  if (pending.length === 0) return 0;
  if (!mayMigrate) throw new MigrationNeededError(pending);

  const apply = async (db: Kysely<Tables>) => {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
      migrationTableName: MIGRATION_TABLE,
      ...(database.databaseUrl === undefined ? {} : { migrationTableSchema: database.name }),
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  if (database.databaseUrl === undefined) await apply(database.kysely);
  else
    await database.kysely.transaction().execute(async (transaction) => {
      // Before the tables of the migrator itself, which several processes would create at once.
      await lockMigrations(transaction);
      // A newer version may have migrated meanwhile.
      await pendingMigrations({ ...database, kysely: transaction }, Object.keys(migrations));
      await apply(transaction);
    });
  return pending.length;
}

/** Returns the names of the applied migrations. `schema` matters on PostgreSQL only, where programs can share a database. */
export async function executedMigrations<Tables>(kysely: Kysely<Tables>, schema: string): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  const isOurs = (table: { schema?: string }) => table.schema === undefined || table.schema === schema;
  if (!tables.some((table) => table.name === MIGRATION_TABLE && isOurs(table))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(
    kysely,
  );
  return rows.map((row) => row.name);
}

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is compiled once and run with other values. Compiling takes longer than running a small one. */
export type PreparedQuery<Values, Row> = (
  values: Values,
  // biome-ignore lint/suspicious/noExplicitAny: a transaction, or the database it was prepared for
  handle?: Kysely<any>,
) => Promise<Row[]>;

/** Stands for the value of that name. */
export type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

export function prepare<Values extends Record<string, unknown>, Row>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  kysely: Kysely<any>,
  build: (value: Value<Values>) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (values, handle = kysely) => {
    compiled ??= build((name) => sql`${new Parameter(name)}`).compile();
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each));
    return (await handle.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
