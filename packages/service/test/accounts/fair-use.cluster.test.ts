import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testFairUse } from '../support/fair-use-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('fair use on PostgreSQL', () => {
  testFairUse(onPostgres);
});
