import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testKeptBackups } from '../support/schema-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('backups of released versions on PostgreSQL', () => {
  testKeptBackups(onPostgres);
});
