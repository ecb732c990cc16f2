import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testMerges } from '../support/merge-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('merges and splits on PostgreSQL', () => {
  testMerges(onPostgres);
});
