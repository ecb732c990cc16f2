import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testRebuild } from '../support/rebuild-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('a rebuild on PostgreSQL', () => {
  testRebuild(onPostgres);
});
