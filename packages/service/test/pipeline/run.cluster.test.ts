import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testPipeline } from '../support/pipeline-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('the pipeline on PostgreSQL', () => {
  testPipeline(onPostgres);
});
