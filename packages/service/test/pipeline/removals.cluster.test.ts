import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testRemovals } from '../support/removal-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('what is removed and hidden on PostgreSQL', () => {
  testRemovals(onPostgres);
});
