import { describe, onTestFinished } from 'vitest';
import { testDatabase } from '../support/database-tests.ts';
import { hasPgBouncer, throughPgBouncer } from '../support/pgbouncer.ts';
import { createPostgresDatabase, describeOnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function emptyDatabase() {
  const { databaseUrl, drop } = await createPostgresDatabase();
  onTestFinished(drop);
  return { databaseUrl: await throughPgBouncer(databaseUrl), dataDir: temporaryFolder() };
}

if (!hasPgBouncer) console.warn('Skipped: PostgreSQL behind PgBouncer. Install pgbouncer to run it.');

describeOnPostgres('PostgreSQL behind PgBouncer', () => {
  describe.skipIf(!hasPgBouncer)('in transaction mode', () => {
    testDatabase(emptyDatabase);
  });
});
