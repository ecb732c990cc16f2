import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testPipeline } from './suites/import-tests.ts';

describeOnPostgres('the pipeline on PostgreSQL', () => {
  testPipeline(onPostgres);
});
