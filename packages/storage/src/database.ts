import { Kysely, sql } from 'kysely';
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
