import { describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { onPostgres } from '../../support/test-pipeline.ts';
import { testFairUse } from './fair-use-tests.ts';

describeOnPostgres('fair use on PostgreSQL', () => {
  testFairUse(onPostgres);
});
