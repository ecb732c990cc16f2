import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testFetching } from './suites/fetch-tests.ts';

describeOnPostgres('reading the sources on PostgreSQL', () => {
  testFetching(onPostgres);
});
