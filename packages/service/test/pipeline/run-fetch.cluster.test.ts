import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testFetching } from '../support/fetch-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('reading the sources on PostgreSQL', () => {
  testFetching(onPostgres);
});
