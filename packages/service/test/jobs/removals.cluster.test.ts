import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testRemovals } from './suites/removal-tests.ts';

describeOnPostgres('what is removed and hidden on PostgreSQL', () => {
  testRemovals(onPostgres);
});
