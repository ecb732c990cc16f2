import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testBackups } from '../support/backup-tests.ts';
import { inFolder, onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('backups on PostgreSQL', () => {
  testBackups(onPostgres, inFolder);
});

describeOnPostgres('backups that move from SQLite to PostgreSQL', () => {
  testBackups(inFolder, onPostgres);
});
