import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testRebuild } from './suites/rebuild-tests.ts';

describeOnPostgres('a rebuild on PostgreSQL', () => {
  testRebuild(onPostgres);
});
