import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/** Where a program keeps its tables: PostgreSQL when `databaseUrl` is set, else an SQLite file in `dataDir`. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Name of the SQLite file or PostgreSQL schema: lower-case letters and underscores. */
  name: string;
}

export interface Database<Tables> extends DatabaseOptions {
  kysely: Kysely<Tables>;
  /** Removes deleted data from SQLite's log, unless a reader still needs it. Does nothing on PostgreSQL. */
  clearLog(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database and creates a missing folder, file or schema. `migrate` creates the tables. */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Database<Tables>> {
  const { databaseUrl, dataDir, name } = options;
  const dialect = databaseUrl === undefined ? sqliteDialect(dataDir, name) : await postgresDialect(databaseUrl, name);
  const kysely = new Kysely<Tables>({ dialect });
  // Kysely connects on the first query, and close() needs an open connection.
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

/** The database was written by a newer version of the program, so this version must not change it. */
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

/** Applies missing migrations, each in a transaction. Throws {@link NewerDatabaseError}. */
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
