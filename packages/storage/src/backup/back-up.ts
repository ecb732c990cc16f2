import { type Kysely, SqliteAdapter, sql } from 'kysely';
import { type Database, executedMigrations } from '../database/database.ts';
import { appendToBackupFile, type BackupValue, lacksPart, writeBackupFile } from './backup-file.ts';
import { type BackupTable, headerOf } from './backup-header.ts';

const ROWS_PER_FETCH = 500;

export interface BackupProgress {
  onProgress?: ((done: number, all: number) => void) | undefined;
}
export interface BackupOptions extends BackupProgress {
  /** Adds to a file that has another program's part and not this one's; any other file must not exist. */
  append?: boolean;
  /** Tables that are empty after a restore, because the program can fill them from others. */
  without?: readonly string[];
}

/** Writes a snapshot of all tables to a file, without blocking readers or writers. Returns the row count. Throws BackupFileError. */
export function backUp<Tables>(
  { kysely, databaseUrl, name: program }: Database<Tables>,
  path: string,
  { onProgress = () => {}, append = false, without = [] }: BackupOptions = {},
): Promise<number> {
  const isServer = databaseUrl !== undefined;
  return (kysely as unknown as Kysely<AnyTables>).connection().execute(async (connection) => {
    // All reads from here on see one snapshot.
    await sql.raw(isServer ? 'begin isolation level repeatable read read only' : 'begin').execute(connection);
    try {
      const migrations = await executedMigrations(connection, program);
      const tables: BackupTable[] = [];
      for (const shape of await tableShapes(connection, program))
        if (!without.includes(shape.name)) tables.push({ ...shape, rows: await countRows(connection, shape.name) });
      const all = tables.reduce((sum, table) => sum + table.rows, 0);
      const header = headerOf({ program, madeAt: new Date().toISOString(), migrations, tables });
      const read = isServer ? readByCursor : readAsStream;
      const rows = readAll(connection, tables, read, (done) => onProgress(done, all));
      const isBegun = append && (await lacksPart(path, program));
      await (isBegun ? appendToBackupFile : writeBackupFile)(path, header, rows);
      return all;
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });
}

async function countRows(kysely: Kysely<AnyTables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(kysely);
  return rows[0]?.count ?? 0;
}

type ReadTable = (kysely: Kysely<AnyTables>, table: BackupTable) => AsyncIterable<Record<string, BackupValue>>;

async function* readAll(
  kysely: Kysely<AnyTables>,
  tables: readonly BackupTable[],
  read: ReadTable,
  onRow: (done: number) => void,
): AsyncGenerator<BackupValue[]> {
  let done = 0;
  for (const table of tables) {
    for await (const row of read(kysely, table)) {
      yield table.columns.map((column) => row[column] ?? null);
      done += 1;
      onRow(done);
    }
  }
}

const readAsStream: ReadTable = (kysely, { name, columns }) => kysely.selectFrom(name).select(columns).stream();

const readByCursor: ReadTable = async function* (kysely, { name, columns }) {
  const wanted = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare backup_rows no scroll cursor for select ${wanted} from ${sql.table(name)}`.execute(kysely);
  const fetch = sql<Record<string, BackupValue>>`fetch forward ${sql.lit(ROWS_PER_FETCH)} from backup_rows`;
  for (;;) {
    const { rows } = await fetch.execute(kysely);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await sql`close backup_rows`.execute(kysely);
};

/** Tables with unknown columns. */
export type AnyTables = Record<string, Record<string, BackupValue>>;

export interface TableShape {
  name: string;
  columns: string[];
}

/** SQLite keeps a full-text index in tables of its own. Triggers fill it from the table it indexes. */
async function derivedTables(kysely: Kysely<AnyTables>): Promise<Set<string>> {
  if (!(kysely.getExecutor().adapter instanceof SqliteAdapter)) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where type in ('virtual', 'shadow')
  `.execute(kysely);
  return new Set(rows.map(({ name }) => name));
}

/** What PostgreSQL computes from other columns. */
const DERIVED_TYPE = 'tsvector';

/** Returns the program's tables, sorted by name. `schema` matters on PostgreSQL only, where programs can share a database. */
export async function tableShapes(kysely: Kysely<AnyTables>, schema: string): Promise<TableShape[]> {
  const tables = await kysely.introspection.getTables();
  const derived = await derivedTables(kysely);
  return tables
    .filter((table) => !table.isView && (table.schema === undefined || table.schema === schema))
    .filter(({ name }) => !derived.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter(({ dataType }) => dataType !== DERIVED_TYPE).map((column) => column.name),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
