import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testKeptBackups } from './schema-tests.ts';

describeOnPostgres('backups of released versions on PostgreSQL', () => {
  testKeptBackups(onPostgres);
});
