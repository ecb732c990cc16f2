import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  type Database,
  type DatabaseOptions,
  migrate,
  NewerDatabaseError,
  openDatabase,
} from '../database/database.ts';
import { isRowRefused } from '../database/postgres.ts';
import { type AnyTables, type BackupProgress, type TableShape, tableShapes } from './back-up.ts';
import { type BackupFile, type BackupValue, readBackupFile, verifyBackupFile } from './backup-file.ts';
import { BackupFileError, type BackupTable } from './backup-header.ts';
import { dropStaging, lockStaging, stagingFile, stagingOf } from './staging.ts';
import { untilStopped } from './until-stopped.ts';

export interface RestoreOptions<Tables> extends BackupProgress {
  migrations: Readonly<Record<string, Migration>>;
  /** Tables that keep their current rows and get the backup's rows in addition. */
  keep?: readonly string[];
  /** Runs work before and after `replaceAll`, in the same transaction. */
  around?: (handle: Transaction<Tables>, replaceAll: () => Promise<void>) => Promise<void>;
}

const STOPPED_MESSAGE = 'Stopped before anything was replaced. What was loaded from the backup is deleted again.';
const BATCH_ROWS = 500;
/** Below the limit of both databases for one statement. */
const BATCH_VALUES = 30_000;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Replaces all tables with those of a backup in one transaction, after loading it into staging tables. The backup can come from
 * this or an earlier version, and from either kind of database. Returns the row count. Throws {@link BackupFileError},
 * {@link NewerDatabaseError}.
 */
export async function restore<Tables>(
  target: Database<Tables>,
  path: string,
  { migrations, keep = [], around = (_, replaceAll) => replaceAll(), onProgress }: RestoreOptions<Tables>,
): Promise<number> {
  return withStaging(target, path, { migrations, onProgress }, (staging, signal) =>
    replaceTables(target, staging, { keep, around, signal }),
  );
}

/** Loads the backup's part of a program into staging tables as a restore does, and drops them. Throws like `restore`. */
export async function rehearseRestore<Tables>(
  target: Database<Tables>,
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  await withStaging(target, path, { migrations }, async () => {});
}

async function withStaging<Tables>(
  target: Database<Tables>,
  path: string,
  { migrations, onProgress = () => {} }: Pick<RestoreOptions<Tables>, 'migrations' | 'onProgress'>,
  work: (staging: DatabaseOptions, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const { header, rows } = await openBackup(target, path, migrations);
  const applied = Object.fromEntries(Object.entries(migrations).filter(([name]) => header.migrations.includes(name)));
  const all = header.tables.reduce((sum, table) => sum + table.rows, 0);

  const stagingOptions = stagingOf(target);
  const lock = await lockStaging(target);
  try {
    await untilStopped(STOPPED_MESSAGE, async (signal) => {
      await dropStaging(target, stagingOptions);
      try {
        const staging = await openDatabase<AnyTables>(stagingOptions);
        const onRow = (done: number) => {
          signal.throwIfAborted();
          onProgress(done, all);
        };
        try {
          await migrate(staging, applied);
          await fill(staging, header.tables, rows, onRow).catch(throwBackupError);
          await migrate(staging, migrations);
        } finally {
          await staging.close();
        }
        await work(stagingOptions, signal);
      } finally {
        await dropStaging(target, stagingOptions);
      }
    });
  } finally {
    await lock.release();
  }
  return all;
}

/**
 * Checks that a file is a backup of these tables, from this or an earlier version, and that no program's part is damaged.
 * Throws {@link BackupFileError}, {@link NewerDatabaseError}.
 */
export async function checkBackup<Tables>(
  target: Database<Tables>,
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const { rows } = await openBackup(target, path, migrations);
  await rows.return(undefined);
  await verifyBackupFile(path);
}

async function openBackup<Tables>(
  target: Database<Tables>,
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<BackupFile> {
  const file = await readBackupFile(path, target.name);
  const unknown = file.header.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const first = Object.keys(migrations).sort().slice(0, file.header.migrations.length);
  if (!first.every((name) => file.header.migrations.includes(name)))
    throw new BackupFileError('The backup is damaged: no version of these programs had its tables.');
  return file;
}

/** A database refuses values that no table had. */
function throwBackupError(error: unknown): never {
  if (!isRowRefused(error)) throw error;
  throw new BackupFileError('The backup is damaged: one of its rows fits no table.', { cause: error });
}

/** Uses one transaction, because nobody else reads the staging tables. */
function fill(
  { kysely, name: schema }: Database<AnyTables>,
  tables: readonly BackupTable[],
  rows: AsyncGenerator<BackupValue[]>,
  onRow: (done: number) => void,
): Promise<void> {
  return kysely.transaction().execute(async (handle) => {
    const shapes = await tableShapes(handle, schema);
    checkTables(tables, shapes);
    const typeOf = await columnTypes(handle, schema);
    // Migrations can insert rows that the backup also has.
    for (const { name } of shapes) await handle.deleteFrom(name).execute();
    let done = 0;
    for (const table of tables) {
      const fits = table.columns.map((column) => cellCheck(column, typeOf(table.name, column)));
      let batch: Record<string, BackupValue>[] = [];
      let characters = 0;
      const maxRows = Math.min(BATCH_ROWS, Math.floor(BATCH_VALUES / table.columns.length));
      for (let count = 0; count < table.rows; count += 1) {
        const { value } = await rows.next();
        if (value === undefined) throw new BackupFileError('The backup is damaged: it has too few rows.');
        if (!Array.isArray(value) || value.length !== table.columns.length)
          throw new BackupFileError(`The backup is damaged: a row of ${table.name} is none.`);
        if (!fits.every((isFit, index) => isFit(value[index])))
          throw new BackupFileError(`The backup is damaged: a row of ${table.name} is none.`);
        batch.push(Object.fromEntries(table.columns.map((column, index) => [column, value[index] ?? null])));
        characters += value.reduce(
          (sum: number, cell: BackupValue) => sum + (typeof cell === 'string' ? cell.length : 8),
          0,
        );
        done += 1;
        onRow(done);
        if (batch.length < maxRows && characters < BATCH_CHARACTERS) continue;
        await handle.insertInto(table.name).values(batch).execute();
        batch = [];
        characters = 0;
      }
      if (batch.length > 0) await handle.insertInto(table.name).values(batch).execute();
    }
    // The checksum comes after the last row.
    await rows.next();
  });
}

/** A checksum protects from accidents only. */
function checkTables(tables: readonly BackupTable[], shapes: readonly TableShape[]): void {
  for (const { name, columns } of tables) {
    const known = shapes.find((shape) => shape.name === name)?.columns ?? [];
    if (!columns.every((column) => known.includes(column)))
      throw new BackupFileError(
        'The backup is damaged: it has tables or columns that no version of these programs had.',
      );
  }
}

/** SQLite itself takes any value in any column. */
function cellCheck(column: string, type: string): (cell: unknown) => boolean {
  const isKind = KINDS.find(([name]) => name.test(type))?.[1] ?? (() => false);
  const isWhole = column.endsWith('_json') ? isJson : () => true;
  return (cell) => cell === null || (isKind(cell) && isWhole(cell));
}

const KINDS: readonly (readonly [type: RegExp, isKind: (cell: unknown) => boolean])[] = [
  [/int|real|float|double/i, (cell) => typeof cell === 'number'],
  [/text|char/i, (cell) => typeof cell === 'string'],
  [/blob|bytea/i, (cell) => cell instanceof Uint8Array],
];

function isJson(cell: unknown): boolean {
  try {
    return JSON.parse(String(cell)) !== undefined;
  } catch {
    return false;
  }
}

async function columnTypes(kysely: Kysely<AnyTables>, schema: string) {
  const tables = await kysely.introspection.getTables();
  const types = new Map(
    tables
      .filter((table) => table.schema === undefined || table.schema === schema)
      .flatMap(({ name, columns }) => columns.map((column) => [`${name} ${column.name}`, column.dataType])),
  );
  return (table: string, column: string): string => types.get(`${table} ${column}`) ?? '';
}

async function replaceTables<Tables>(
  target: Database<Tables>,
  staging: DatabaseOptions,
  { keep, around, signal }: Required<Pick<RestoreOptions<Tables>, 'keep' | 'around'>> & { signal: AbortSignal },
): Promise<void> {
  const schema = staging.name;
  const isFile = staging.databaseUrl === undefined;
  const shapes = await tableShapes(target.kysely as unknown as Kysely<AnyTables>, target.name);
  if (isFile) await sql`attach database ${stagingFile(staging)} as ${sql.id(schema)}`.execute(target.kysely);
  try {
    await target.kysely.transaction().execute((handle) =>
      around(handle, async () => {
        for (const shape of shapes) {
          signal.throwIfAborted();
          await replaceTable(handle, shape, schema, keep.includes(shape.name));
        }
      }),
    );
  } finally {
    if (isFile) await sql`detach database ${sql.id(schema)}`.execute(target.kysely);
  }
}

async function replaceTable<Tables>(
  handle: Transaction<Tables>,
  { name, columns }: TableShape,
  schema: string,
  keeps: boolean,
): Promise<void> {
  const cells = sql.join(columns.map((column) => sql.ref(column)));
  if (!keeps) await sql`delete from ${sql.table(name)}`.execute(handle);
  await sql`
    insert into ${sql.table(name)} (${cells}) select ${cells} from ${sql.id(schema, name)} where true
    on conflict do nothing
  `.execute(handle);
}
