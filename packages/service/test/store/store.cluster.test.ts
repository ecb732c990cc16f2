import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testStore } from '../support/store-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('the store on PostgreSQL', () => {
  testStore(onPostgres);
});
