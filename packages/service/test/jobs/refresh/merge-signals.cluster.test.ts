import { describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { onPostgres } from '../../support/test-pipeline.ts';
import { testMerges } from '../suites/merge-tests.ts';

describeOnPostgres('merges and splits on PostgreSQL', () => {
  testMerges(onPostgres);
});
