import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { inFolder, onPostgres } from '../support/test-pipeline.ts';
import { testBackups } from './backup-tests.ts';

describeOnPostgres('backups on PostgreSQL', () => {
  testBackups(onPostgres, inFolder);
});

describeOnPostgres('backups that move from SQLite to PostgreSQL', () => {
  testBackups(inFolder, onPostgres);
});
