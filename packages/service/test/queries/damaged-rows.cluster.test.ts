import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testDamagedRows } from './damaged-row-tests.ts';

describeOnPostgres('damaged rows on PostgreSQL', () => {
  testDamagedRows(onPostgres);
});
