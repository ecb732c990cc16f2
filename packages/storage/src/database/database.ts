import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/** Where a program keeps its tables: PostgreSQL when there is an address, else an SQLite file in the folder. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Names the program's SQLite file or PostgreSQL schema; lower-case letters and underscores. */
  name: string;
}

export interface Database<Tables> extends DatabaseOptions {
  kysely: Kysely<Tables>;
  /** Leaves no copy of what was deleted in SQLite's log, as far as nobody is reading it; PostgreSQL clears up by itself. */
  clearLog(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database, making the folder, file or schema where it is missing; the tables come by `migrate`. */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Database<Tables>> {
  const { databaseUrl, dataDir, name } = options;
  const dialect = databaseUrl === undefined ? sqliteDialect(dataDir, name) : await postgresDialect(databaseUrl, name);
  const kysely = new Kysely<Tables>({ dialect });
  // The handle opens at the first query and only what is open can be closed.
  await kysely.connection().execute(async () => {});
  return {
    ...options,
    kysely,
    async clearLog() {
      if (databaseUrl === undefined) await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}

/** The database was written by a newer version of the program, which this one could only damage. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(unknown: readonly string[]) {
    super(
      `The database was written by a newer version of this program (it has ${unknown.join(', ')}). ` +
        'Start that version, or point DATABASE_URL or DATA_DIR at another database.',
    );
  }
}

const MIGRATION_TABLE = 'kysely_migration';

/** Brings the tables up to date, each step whole or not at all. Throws {@link NewerDatabaseError}. */
export async function migrate<Tables>(
  database: Database<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const known = new Set(Object.keys(migrations));
  const unknown = (await executedMigrations(database.kysely, database.name)).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);

  const migrator = new Migrator({
    db: database.kysely,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: MIGRATION_TABLE,
    ...(database.databaseUrl === undefined ? {} : { migrationTableSchema: database.name }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** The names of the changes that the tables have been through; `schema` counts on PostgreSQL, which programs may share. */
export async function executedMigrations<Tables>(kysely: Kysely<Tables>, schema: string): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  const isOurs = (table: { schema?: string }) => table.schema === undefined || table.schema === schema;
  if (!tables.some((table) => table.name === MIGRATION_TABLE && isOurs(table))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(
    kysely,
  );
  return rows.map((row) => row.name);
}
